/**
 * An answer that is JSON already: the text that was stored with the change is sent as it is. `JSON.stringify` of
 * it gives the same text, only slower.
 */
export class WireJson<Value> {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  /** What the text says. */
  get value(): Value {
    return JSON.parse(this.json) as Value
  }

  toJSON(): Value {
    return this.value
  }
}

/** Texts of JSON as one JSON array. */
export function wireArray<Item>(texts: readonly string[]): WireJson<Item[]> {
  return new WireJson(`[${texts.join(',')}]`)
}

/** A value as JSON text; undefined for no value. */
export function wireText(value: unknown): string {
  if (value instanceof WireJson) return value.json
  return value === undefined ? '' : JSON.stringify(value)
}
