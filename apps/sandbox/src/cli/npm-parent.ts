import { clearInterval, setInterval } from '../timers.ts'

const everyMs = 500

/**
 * Calls `stop` when the `npx` or `npm start` that started this process is gone. npm starts programs through a shell,
 * and a signal to npm ends that shell only. Without this, the server of `npx @svc/sandbox &` would survive `kill $!` and
 * keep its port.
 */
export function onNpmGone(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env
  // A server that another script starts in the background must survive that script.
  if (event !== 'npx' && !/svc-sandbox|apps\/sandbox\/.*serve$/.test(script)) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, everyMs)
  timer.unref()
}
