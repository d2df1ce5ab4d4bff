import { limits } from '@svc/models'

/** Collects the first bytes of an answer and turns them into the text of a delivery record. */
export class ResponsePrefix {
  #chunks: Uint8Array[] = []
  #kept = 0
  #seen = 0

  /** Bytes that have arrived in all. */
  get seen(): number {
    return this.#seen
  }

  get full(): boolean {
    return this.#seen >= limits.responseBodyBytes
  }

  add(chunk: Uint8Array): void {
    this.#seen += chunk.byteLength
    const room = limits.responseBodyBytes - this.#kept
    if (room <= 0) return
    // A copy: a view of 16 KiB would keep all of a larger chunk in memory.
    const part = Uint8Array.prototype.slice.call(chunk, 0, room)
    this.#chunks.push(part)
    this.#kept += part.byteLength
  }

  /**
   * At most the first 16 KiB as text. Bytes that are not UTF-8 become U+FFFD; a character cut in two by the limit is
   * left out. So does NUL: PostgreSQL has no such character in texts, and an attempt that cannot be written down
   * would be made again and again.
   */
  text(): string {
    // Most receivers answer nothing, and a decoder costs as much as an index entry.
    if (this.#kept === 0) return ''
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    // `stream` holds an unfinished character back instead of replacing it: exactly at our limit.
    const cut = this.#seen > this.#kept
    const text = decoder.decode(Buffer.concat(this.#chunks), { stream: cut })
    return text.replaceAll('\0', '\uFFFD')
  }
}
