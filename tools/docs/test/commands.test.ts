import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

it('nobody is told to run a name that is not ours: outside a project npx asks the registry for it', () => {
  const files = globSync(
    '{README.md,CONTRIBUTING.md,docs/**/*.md,examples/**/*,{packages,apps}/*/{README.md,{bin,src}/**/*}}',
    { cwd: repository, withFileTypes: true, exclude: (file) => file.name === 'node_modules' },
  ).filter((file) => file.isFile() && /\.(md|ts|tsx|js|py|sh)$|^[A-Z]/.test(file.name))
  expect(files.length).toBeGreaterThan(100)
  const wrong = files
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) =>
      /npx svc-|"svc-(sandbox|conformance) [a-z-]|with "svc-/.test(readFileSync(file, 'utf8')),
    )
  expect(wrong).toEqual([])
})
