import type { LookedAt } from '../kit/looked-at.ts'

/** Claims that a process held when it was killed: for each of them one POST may have been made and not written down. */
export class Orphans {
  readonly of = new Map<string, Set<string>>()
  readonly #database: LookedAt

  constructor(database: LookedAt) {
    this.#database = database
  }

  async look(): Promise<void> {
    const claimed = 'select id, lease_token from deliveries where lease_token is not null'
    // Killed before the tables were made.
    const rows = await this.#database.rows(claimed).catch(() => [])
    for (const { id, lease_token } of rows) {
      const tokens = this.of.get(String(id)) ?? new Set()
      this.of.set(String(id), tokens.add(String(lease_token)))
    }
  }
}
