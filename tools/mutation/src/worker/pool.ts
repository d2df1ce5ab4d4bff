import { fileURLToPath } from 'node:url'
import { ForksPoolWorker, type PoolOptions } from 'vitest/node'

class MutationWorker extends ForksPoolWorker {
  protected override readonly entrypoint = fileURLToPath(new URL('worker.ts', import.meta.url))
}

/** vitest's own processes, which begin with this tool's worker. */
export const mutationPool = {
  name: 'mutation',
  createPoolWorker: (options: PoolOptions) => new MutationWorker(options),
}
