import type { ComponentProps } from 'react'
import { useSettledText } from '../lib/use-settled-text.ts'
import { TextField } from './field.tsx'

/** A field whose value is in the address: it goes there when the typing pauses, or with Enter. */
export function SettledField({
  value,
  onSettle,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onKeyDown'> & {
  value: string
  onSettle: (text: string) => void
}) {
  const { text, setText, settle } = useSettledText(value, onSettle)
  return (
    <TextField
      {...field}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
