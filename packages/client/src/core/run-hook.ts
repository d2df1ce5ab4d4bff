const warn = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  process.emitWarning(`A hook of @svc/client failed; the call went on: ${text}`, { code: 'SVC_CLIENT_HOOK' })
}

/** Calls a hook so that neither what it throws nor what it rejects with reaches the call. */
export function runHook<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return
  try {
    const result = hook(event)
    if (result instanceof Promise) result.catch(warn)
  } catch (error) {
    warn(error)
  }
}
