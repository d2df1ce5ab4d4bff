import { clearInterval, setInterval } from '../timers.ts'

const everyMs = 500

/**
 * Calls `stop` when the `npx` or `npm start` that started this process is gone. npm starts programs through a shell and,
 * told to stop, ends that shell alone: what `npx svc-sandbox &` started would outlive `kill $!` and keep its port.
 */
export function onNpmGone(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env
  // A server that some other script has put in the background is meant to outlive it.
  if (event !== 'npx' && !/svc-sandbox|apps\/sandbox\/.*serve$/.test(script)) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, everyMs)
  timer.unref()
}
