/** Hooks and headers that were warned of: one that fails at every attempt must not flood the log. */
const warned = new WeakSet<object>()
const warnedHeaders = new Set<string>()

const code = 'SVC_CLIENT_HOOK'

/** Calls a hook so that neither what it throws nor what it rejects with reaches the call; warns once a hook. */
export function runHook<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return
  const warn = (error: unknown) => {
    if (warned.has(hook)) return
    warned.add(hook)
    const text = error instanceof Error ? error.message : String(error)
    process.emitWarning(`A hook of @svc/client failed; the call went on: ${text}`, { code })
  }
  try {
    const result = hook(event)
    if (result instanceof Promise) result.catch(warn)
  } catch (error) {
    warn(error)
  }
}

/** Warns, once a name, of a header that a hook or subscriber wanted to add. */
export function warnOfHeader(name: string, problem: string): void {
  if (warnedHeaders.has(name)) return
  warnedHeaders.add(name)
  process.emitWarning(`Header "${name}" of a hook of @svc/client was left out: it ${problem}`, { code })
}
