import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, use, useEffect, useReducer } from 'react'
import { s } from '../i18n/strings.ts'
import { control } from '../lib/control.ts'
import { liveState } from '../lib/live.ts'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/layout.tsx'

/** A document that is younger, in milliseconds, and lacks a page was just loaded: to load it again might never end. */
const youngMs = 5_000

/**
 * A page whose file is loaded when it is first shown. While the sandbox is away the page says so, and comes by itself
 * with the sandbox. (That of the router loads the whole again, which leaves nothing but the error page of the browser.)
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  let found: ComponentType | undefined
  let failed = false
  let loading: Promise<void> | undefined
  const preload = (): Promise<void> => {
    if (found) return Promise.resolve()
    loading ??= load()
      .then(
        (file) => void (found = file[name]),
        () => void (failed = true),
      )
      .finally(() => (loading = undefined))
    return loading
  }
  const again = async () => {
    await preload()
    return found !== undefined
  }
  function LazyPage() {
    if (found) return createElement(found)
    if (failed) return <NotLoaded again={again} />
    use(preload())
    return null
  }
  return Object.assign(LazyPage, { preload })
}

/**
 * Waits for the sandbox, and loads the whole from it: a browser may not ask again for a file that it did not get, and a
 * sandbox of another version has no such file.
 */
function NotLoaded({ again }: { again: () => Promise<boolean> }) {
  const state = liveState.use()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const come = async () => {
      if (await again()) redraw()
      else if (performance.now() > youngMs) await loadAll()
    }
    if (state === 'live') void come()
  }, [state, again])
  return (
    <>
      <PageHead title={s.problem.notLoadedTitle} />
      <div className="notice bad" role="alert">
        <p>{s.problem.notLoaded}</p>
        <Button onClick={() => void loadAll()}>{s.common.tryAgain}</Button>
      </div>
    </>
  )
}

/** Loads the console anew, if there is somebody to load it from. */
const loadAll = (): Promise<void> =>
  control()
    .clock.get()
    .then(
      () => location.reload(),
      () => undefined,
    )
