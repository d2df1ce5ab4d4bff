import { createParser } from 'eventsource-parser'

/** The text of a body, piece by piece. It uses a reader, because not every browser can iterate over a stream. */
async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read())
      yield decoder.decode(step.value, { stream: true })
    yield decoder.decode()
  } finally {
    // A caller that stops early closes the connection. An error of the body was thrown already.
    await reader.cancel().catch(() => undefined)
  }
}

/** The lines of a streamed text as they come, without their line ends; an unfinished last line counts too. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const text of readText(body)) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The `data` of server-sent events as they come. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const heard: string[] = []
  const parser = createParser({ onEvent: ({ data }) => heard.push(data) })
  for await (const text of readText(body)) {
    parser.feed(text)
    yield* heard.splice(0)
  }
}
