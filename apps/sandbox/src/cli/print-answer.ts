import { print, style, table, visible } from './output.ts'

/** Prints any answer of the control API for people: a list or page as a table, one thing as a line for each field. */
export async function printAnswer(answer: unknown): Promise<void> {
  if (Array.isArray(answer)) return printList(answer)
  if (!isRecord(answer)) return print(String(answer))
  const { results, current_page, total_pages, total_count } = answer
  if (Array.isArray(results)) {
    await printList(results)
    if (total_count !== 0) {
      print(
        style('dim', `page ${shown(current_page)} of ${shown(total_pages)}, ${shown(total_count)} in all`),
      )
    }
    return
  }
  const width = Math.max(...Object.keys(answer).map((name) => name.length))
  for (const [name, value] of Object.entries(answer))
    print(`${style('dim', name.padEnd(width))}  ${shown(value)}`)
}

async function printList(list: readonly unknown[]): Promise<void> {
  const [sample] = list
  if (sample === undefined) return print('None.')
  if (!isRecord(sample)) return list.forEach((value) => print(shown(value)))
  // What is inside of a thing is shown with the thing alone: a table has room for words and numbers.
  const head = Object.keys(sample).filter((name) => list.some((row) => isShort((row as typeof sample)[name])))
  print(
    await table(
      head,
      list.map((row) => head.map((name) => shown((row as typeof sample)[name]))),
    ),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShort = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'))

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return visible(value.join(', '))
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}
