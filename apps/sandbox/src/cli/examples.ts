import type { Command } from 'commander'
import { style } from './output.ts'

const id = '3b1d7c52-9a0e-4c6f-8d2b-5e7a9c0f1234'

/** Examples of each command by its words, as somebody types them after `svc-sandbox`. A test parses every one. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  serve: [
    'serve --seed hostel',
    'serve --database :memory: --port 0 --json',
    'serve --clock manual --rate-limit off',
  ],
  status: ['status', 'status --env'],
  exec: ['exec -- npm test', 'exec --clock manual --rate-limit off -- pytest -q'],
  trigger: ['trigger payment.created', 'trigger booking.updated --data \'{"status":"paid"}\''],
  'clock show': ['clock show --json'],
  'clock advance': ['clock advance 2h', 'clock advance 2h 36m'],
  'clock set': ['clock set 2030-01-31T12:00:00Z', 'clock set --mode manual'],
  'bookings list': ['bookings list --status paid --start-date 2030-01-01 --limit 5'],
  'bookings get': [`bookings get ${id}`],
  'bookings create': [
    'bookings create',
    'bookings create --status confirmed --guest \'{"first_name":"Zoë"}\'',
  ],
  'bookings update': [`bookings update ${id} --status paid`],
  'bookings cancel': [`bookings cancel ${id}`],
  'payments list': [`payments list --bid ${id}`],
  'payments get': [`payments get ${id}`],
  'payments create': ['payments create --amount 120.50 --payment-method Cash --type income'],
  'payments update': [`payments update ${id} --amount 60 --description null`],
  'payments delete': [`payments delete ${id}`],
  'endpoints list': ['endpoints list --json'],
  'endpoints create': [
    'endpoints create --endpoint-url http://127.0.0.1:4020/webhooks --events payment.created,payment.updated',
  ],
  'endpoints update': [`endpoints update ${id} --is-active false`],
  'endpoints delete': [`endpoints delete ${id}`],
  'endpoints rotate': [`endpoints rotate ${id} --overlap-seconds 3600`],
  'keys list': ['keys list'],
  'keys create': ['keys create --name "night audit"'],
  'keys delete': [`keys delete ${id}`],
  'origins list': ['origins list'],
  'origins set': ['origins set https://app.example.com https://admin.example.com', 'origins set'],
  deliveries: ['deliveries --status dead', 'deliveries --follow', `deliveries --endpoint ${id} --json`],
  explain: ['explain', `explain ${id}`],
  resend: [`resend ${id}`, 'resend --failed --since 2h'],
  listen: [
    'listen --forward-to 3000/webhooks',
    'listen --forward-to http://127.0.0.1:3000/webhooks --events payment.created',
  ],
  requests: ['requests --follow', "requests --path '/api/v1/client/payments/*' --status 404"],
  'faults list': ['faults list'],
  'faults add': [
    "faults add --status 503 --times 2 --path '/api/v1/client/**'",
    'faults add --when after --reset --method POST --times 1',
    'faults add --when delivery --timeout --event payment.created',
  ],
  'faults clear': ['faults clear', `faults clear ${id}`],
  seed: ['seed --bookings 1000', 'seed --bookings 1000000 --seed always-the-same'],
  reset: ['reset'],
  snapshot: ['snapshot'],
  restore: [`restore ${id}`],
  export: ['export everything.json', 'export with-keys.json --secrets'],
  import: ['import everything.json', 'import everything.json --database other.db'],
  backup: ['backup copy.db', 'backup copy.db --overwrite'],
  mcp: ['mcp', 'mcp --start --clock manual', 'mcp --read-only --tools help,client,webhooks'],
  completion: ['completion bash', 'completion fish'],
}

/** Adds its examples to the help of every command; a command with commands of its own shows the first of each. */
export function addExamples(command: Command, words: readonly string[] = []): void {
  for (const child of command.commands) {
    const path = [...words, child.name()]
    addExamples(child, path)
    const own = examples[path.join(' ')] ?? firstOfEach(path.join(' '))
    if (own.length === 0) continue
    child.addHelpText('after', () => {
      const lines = own.map((line) => `  svc-sandbox ${line}`)
      return ['', style('bold', own.length > 1 ? 'Examples:' : 'Example:'), ...lines].join('\n')
    })
  }
}

const firstOfEach = (path: string): string[] =>
  Object.entries(examples).flatMap(([name, [first]]) => (name.startsWith(`${path} `) && first ? [first] : []))
