/** What a reader of the tutorial does next. */
export type TutorialStep =
  | { do: 'save'; line: number; file: string; text: string }
  | { do: 'run'; line: number; commands: string; stop?: string | undefined; open?: string | undefined }
  | { do: 'see'; line: number; terminal?: string | undefined; text: string }

/**
 * The steps of a tutorial, from its blocks of code:
 *
 * - `js [pay.mjs]`: save this file.
 * - `sh`: run these lines. `sh [terminal 1, stays open]` runs them in a terminal of that name until the end, and
 *   `sh [stop terminal 1]` ends that one first, with Ctrl+C.
 * - `text`: what the lines before it print; `text [terminal 1]`: what comes up in that terminal. `…` stands for
 *   anything, and on a line of its own for any lines.
 */
export function tutorialSteps(markdown: string): TutorialStep[] {
  return [...markdown.matchAll(/^```(\w+)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language, 2: title, 3: text = '', index }) => {
      const line = markdown.slice(0, index).split('\n').length
      if (language === 'text') return { do: 'see', line, terminal: title, text }
      if (language === 'sh') {
        const [, open] = /^(.+), stays open$/.exec(title ?? '') ?? []
        const [, stop] = /^stop (.+)$/.exec(title ?? '') ?? []
        if (title !== undefined && open === undefined && stop === undefined) {
          throw new Error(`line ${line}: what is [${title}]?`)
        }
        return { do: 'run', line, commands: text, open, stop }
      }
      if (title === undefined)
        throw new Error(`line ${line}: a block of ${language} without the name of its file`)
      return { do: 'save', line, file: title, text }
    },
  )
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** A pattern of what a `text` block shows. */
export function patternOf(text: string): RegExp {
  const lines = text.trimEnd().split('\n')
  const patterns = lines.map((line) =>
    line.trim() === '…' ? '(?:.*\\n)*?' : `${line.trimEnd().split('…').map(escaped).join('.+?')}[ ]*\\n`,
  )
  return new RegExp(patterns.join(''))
}
