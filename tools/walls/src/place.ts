import { type Floor, type Project, projects } from './table.ts'

/** Where a file stands in the house. */
export interface Place {
  project: Project
  floor: Floor | undefined
  /** `source` is what stands in `src/` and is no test. */
  kind: 'source' | 'test' | 'other'
  /** Path from the project's `src/`; of other files, from its folder. */
  path: string
}

/** Tests and what they share, beside the code or in `test/`. */
const testFile = /(^|\/)test\/|\.test\.[cm]?[jt]sx?$/

const deepestFirst = projects.toSorted((a, b) => b.folder.length - a.folder.length)

/** The place of a file, by its path from the root with `/`; undefined outside the projects of the table. */
export function placeOf(file: string): Place | undefined {
  const project = deepestFirst.find(({ folder }) => file.startsWith(`${folder}/`))
  if (!project) return undefined
  const inside = file.slice(project.folder.length + 1)
  const inSource = inside.startsWith('src/')
  const path = inSource ? inside.slice('src/'.length) : inside
  const kind = testFile.test(inside) ? 'test' : inSource ? 'source' : 'other'
  const floor = inSource ? floorOf(project, path) : undefined
  return { project, floor, kind, path }
}

function floorOf(project: Project, path: string): Floor | undefined {
  let best: Floor | undefined
  let length = -1
  for (const floor of project.floors ?? []) {
    for (const start of floor.files) {
      // A folder of the sandbox without a floor must not pass for one of the small files.
      const fits =
        start === '' && project.name === '@svc/sandbox' ? !path.includes('/') : path.startsWith(start)
      if (fits && start.length > length) [best, length] = [floor, start.length]
    }
  }
  return best
}
