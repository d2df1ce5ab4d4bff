import { CopyButton } from './copy-button.tsx'

/** An address or a path, which may have thousands of characters: a few lines of it, and the whole of it to copy. */
export function LongText({ text, label }: { text: string; label: string }) {
  return (
    <p className="long-text">
      <bdi className="mono some-lines" title={text}>
        {text}
      </bdi>
      <CopyButton small text={text} label={label} />
    </p>
  )
}
