import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key until the list follows what is typed. */
const settleMs = 350

/**
 * What is typed of a value that is in the address: it goes there when the typing pauses, or at once with `settle`. The
 * address follows a moment later, when more may have been typed: that stays. A value that comes from elsewhere (a link, a
 * button, the way back) replaces it.
 */
export function useSettledText(value: string, onSettle: (text: string) => void) {
  const [text, setText] = useState(value)
  // What was asked for last.
  const asked = useRef(value)
  // The one of now: other filters may have been chosen since the typing began.
  const ask = useRef(onSettle)
  useEffect(() => {
    ask.current = onSettle
  })
  const settle = () => {
    const settled = text.trim()
    if (settled === asked.current) return
    asked.current = settled
    ask.current(settled)
  }
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === asked.current) return undefined
    const timer = setTimeout(settle, settleMs)
    return () => clearTimeout(timer)
    // The wait starts anew with each letter, and is over when the address has changed.
  }, [text, value])
  return { text, setText, settle }
}
