// One operation under one idempotency key (spec 5, D5): the first answer is kept for a day and given again.
import { answerOf, Refusal } from './errors.js'

const dayMs = 86_400_000

/** The order of fields does not matter. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const fields = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${fields.join()}}`
}

export function createReplays(time) {
  const kept = new Map()
  return (scope, sent, requestId, execute) => {
    const payload = canonical(sent)
    const known = kept.get(scope)
    if (known && known.until > time.now()) {
      if (known.payload !== payload) {
        throw new Refusal('idempotency_key_reused', 'This key was used with another payload.')
      }
      return { ...known.answer, headers: { ...known.answer.headers, 'Idempotent-Replayed': 'true' } }
    }
    let answer
    try {
      answer = execute()
    } catch (error) {
      // Nothing was executed, so the key stays free; what does not exist is an answer like any other.
      if (error.code !== 'not_found') throw error
      answer = answerOf(error, requestId)
    }
    kept.set(scope, { payload, answer, until: time.now() + dayMs })
    return answer
  }
}
