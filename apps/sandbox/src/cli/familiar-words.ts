/** What people type who come from other command lines, and what it is here. */
const familiar: Readonly<Record<string, string>> = {
  start: 'It is "npx @svc/sandbox serve", or no command at all.',
  run: 'A server: "npx @svc/sandbox serve". A command against a fresh one: "npx @svc/sandbox exec -- npm test".',
  stop: 'A server stops with Ctrl+C where it runs.',
  logs: 'It is "npx @svc/sandbox requests --follow", and for webhooks "npx @svc/sandbox deliveries --follow".',
  open: 'The link to the dashboard is in "npx @svc/sandbox status".',
  info: 'It is "npx @svc/sandbox status".',
  env: 'It is "npx @svc/sandbox status --env".',
  webhooks: 'It is "npx @svc/sandbox endpoints", and what they were sent "npx @svc/sandbox deliveries".',
  events:
    'A sample of one is sent by "npx @svc/sandbox trigger"; what was sent is "npx @svc/sandbox deliveries".',
  forward: 'It is "npx @svc/sandbox listen --forward-to 3000".',
  replay: 'It is "npx @svc/sandbox resend".',
  login: 'There is nothing to log in to: commands find the sandbox that runs in this folder.',
  version: 'It is "npx @svc/sandbox --version".',
}

const others: Readonly<Record<string, string>> = {
  up: 'start',
  dev: 'start',
  down: 'stop',
  kill: 'stop',
  log: 'logs',
  tail: 'logs',
  dashboard: 'open',
  ui: 'open',
  console: 'open',
  whoami: 'info',
  config: 'info',
  credentials: 'env',
  token: 'env',
  webhook: 'webhooks',
  event: 'events',
  fixtures: 'events',
  tunnel: 'forward',
  retry: 'replay',
  redeliver: 'replay',
  init: 'login',
  auth: 'login',
}

/** What a command of other programs is called here; undefined for any other word. */
export function familiarWord(word: string): string | undefined {
  const name = Object.hasOwn(others, word) ? (others[word] ?? word) : word
  return Object.hasOwn(familiar, name) ? familiar[name] : undefined
}
