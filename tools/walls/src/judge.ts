import { type Place, placeOf } from './place.ts'
import { hidden, kept, projects, sharedConfig } from './table.ts'

/** One import, as it was written and where it leads. */
export interface Import {
  /** The importing file, from the root. */
  from: string
  /** As written: `@svc/models`, `../storage/storage.ts`, `node:http`. */
  specifier: string
  /** What it leads to: a file from the root, the name of a package, a built-in module; undefined if to nothing. */
  to: { file: string } | { library: string } | undefined
  /** Only looked up (`require.resolve`), not loaded. */
  located: boolean
}

/** Why the table refuses an import, as one sentence; undefined when it allows it. */
export function judge({ from, specifier, to, located }: Import): string | undefined {
  const place = placeOf(from)
  if (!place) return `${from} is in no project of tools/walls/src/table.ts`
  if (place.project.floors && !place.floor && place.kind === 'source')
    return `${place.path} is on no floor of ${place.project.name} in tools/walls/src/table.ts`
  if (to === undefined) return 'it leads nowhere: the package does not export it, or there is no such file'
  if ('library' in to) return judgeLibrary(place, to.library)
  const target = placeOf(to.file)
  if (!target) return `${to.file} is in no project of tools/walls/src/table.ts`
  return target.project === place.project
    ? judgeInside(place, target, specifier)
    : judgeAcross(place, target, specifier, to.file, located)
}

function judgeLibrary({ project, floor, kind, path }: Place, library: string): string | undefined {
  if (kind !== 'source') return undefined
  if (library.startsWith('node:') && (project.anyRuntime ?? floor?.anyRuntime))
    return `${floor ? `the ${floor.name} half of ` : ''}${project.name} also runs where there is no Node`
  for (const rule of kept) {
    if (rule.project !== project.name || !floor) continue
    if (!rule.packages.some((pattern) => matches(pattern, library))) continue
    const here =
      rule.floors.includes(floor.name) && (rule.files?.some((start) => path.startsWith(start)) ?? true)
    if (!here) return rule.why
  }
  return undefined
}

function judgeInside(place: Place, target: Place, specifier: string): string | undefined {
  if (place.kind !== 'source') return undefined
  if (!specifier.startsWith('.')) return 'a project imports its own files by their paths'
  if (target.kind === 'test') return 'source imports no test'
  if (!place.floor || !target.floor) return undefined
  for (const rule of hidden) {
    if (rule.project !== place.project.name || rule.floor === place.floor.name) continue
    if (rule.files.some((start) => target.path.startsWith(start))) return rule.why
  }
  if (place.floor === target.floor || place.floor.may.includes(target.floor.name)) return undefined
  return `${place.floor.name} may import ${list(place.floor.may)}, not ${target.floor.name}`
}

function judgeAcross(
  place: Place,
  target: Place,
  specifier: string,
  file: string,
  located: boolean,
): string | undefined {
  const { project, floor, kind } = place
  if (kind === 'other' && target.project.name === sharedConfig) return undefined
  if (specifier.startsWith('.')) {
    if (project.reaches?.some((start) => file.startsWith(start))) return undefined
    const known = projects.some(({ name }) => name === target.project.name && name.startsWith('@'))
    return `another project is imported by its name${known ? `, ${target.project.name}` : ''}, not by a path`
  }
  if (target.kind === 'test') return `the tests of ${target.project.name} are its own`
  if (located && project.locates?.includes(target.project.name)) return undefined
  const may = [
    ...project.may,
    ...(floor?.projects ?? []),
    ...(kind === 'source' ? [] : (project.testsMay ?? [])),
  ]
  if (may.includes(target.project.name)) return undefined
  return `${describe(place)} may import ${list(may)} of this repository, not ${target.project.name}`
}

function describe({ project, floor, kind }: Place): string {
  if (kind === 'test') return `a test of ${project.name}`
  return floor ? `${floor.name} of ${project.name}` : project.name
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ')
}

function matches(pattern: string, library: string): boolean {
  return pattern.endsWith('*') ? library.startsWith(pattern.slice(0, -1)) : library === pattern
}
