import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { type Mutant, mutantsOf } from './mutants.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

export interface TryOptions {
  /** Folder of the project below the repository. */
  project: string
  /** Which of its files are bent. */
  files: string
  /** Mutants of one file at most, chosen by their names: the same each time. @default all */
  perFile?: number | undefined
  tried(name: string, caught: boolean): void
}

/**
 * Tries every mutant of some files with the tests that import them, in one warm vitest. The files on disk stay as they
 * are: vitest is handed the bent code in their place.
 */
export async function tryMutants({ project, files, perFile = Infinity, tried }: TryOptions): Promise<void> {
  const root = join(repository, project)
  let bent: { path: string; code: string } | undefined
  const vitest = await createVitest(
    'test',
    // Its cache on disk goes by the file: it would answer with code that is not bent, or keep what is.
    {
      fsModuleCache: false,
      root,
      watch: false,
      run: true,
      reporters: [{}],
      bail: 1,
      related: [],
      passWithNoTests: true,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id) => (bent && id.split('?')[0] === bent.path ? bent.code : undefined),
        },
      ],
    },
  )
  try {
    for (const file of globSync(files, {
      cwd: root,
      exclude: ['**/*.test.ts', '**/test-lab.ts'],
    }).toSorted()) {
      const path = join(root, file)
      const mutants = chosen(mutantsOf(`${project}/${file}`, readFileSync(path, 'utf8')), perFile)
      if (mutants.length === 0) continue
      const tests = await relatedTo(vitest, path)
      for (const { name, code } of mutants) {
        bent = { path, code }
        tried(name, tests.length > 0 && !(await passes(vitest, path, tests)))
      }
      bent = undefined
      vitest.invalidateFile(path)
    }
  } finally {
    await vitest.close()
  }
}

/** Spread over the file, and the same ones as long as their lines are. */
function chosen(mutants: Mutant[], most: number): Mutant[] {
  const rank = ({ name }: Mutant) => createHash('sha256').update(name.replace(/:\d+ /, ' ')).digest('hex')
  return mutants.length <= most
    ? mutants
    : mutants.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1)).slice(0, most)
}

async function relatedTo(vitest: Vitest, path: string): Promise<TestSpecification[]> {
  vitest.config.related = [path]
  return vitest.getRelevantTestSpecifications()
}

async function passes(vitest: Vitest, path: string, tests: TestSpecification[]): Promise<boolean> {
  vitest.invalidateFile(path)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests, false)
  return unhandledErrors.length === 0 && testModules.every((one) => one.ok())
}
