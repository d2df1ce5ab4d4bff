import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Layer, layers, projects } from './table.ts'

/** Between these lines of docs/design.md stands the picture. */
export const begin = '<!-- The picture: `npm run picture` draws it from the manifests of the projects. -->'
export const end = '<!-- End of the picture. -->'

/** Tools import what they drive; drawn, they would hide the rest. */
const drawn = projects.filter(({ layer, name }) => layer !== 'tool' && name.startsWith('@'))

const titles: Partial<Record<Layer, string>> = {
  foundation: 'packages that stand alone',
  access: 'the two APIs',
  kit: 'for tests',
  app: 'applications',
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The house as a Mermaid chart: what each `package.json` names, solid where the source imports it. */
export function drawHouse(root: string): string {
  const short = (name: string) => name.replace('@svc/', '')
  const boxes = layers.flatMap((layer) => {
    const here = drawn.filter((project) => project.layer === layer)
    if (here.length === 0) return []
    return [
      `  subgraph ${layer}["${titles[layer] ?? layer}"]`,
      ...here.map(({ name }) => `    ${short(name)}`),
      '  end',
    ]
  })
  const arrows = drawn.flatMap(({ name, folder, may, floors = [] }) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
    const named = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    const inSource = new Set([...may, ...floors.flatMap((floor) => floor.projects ?? [])])
    return drawn
      .filter((target) => named.has(target.name))
      .map((target) => `  ${short(name)} ${inSource.has(target.name) ? '-->' : '-.->'} ${short(target.name)}`)
  })
  return ['```mermaid', 'flowchart LR', ...boxes, ...arrows, '```'].join('\n')
}

/** The document with the picture of today. */
export function withPicture(document: string, picture: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document lacks the lines "${begin}" and "${end}"`)
  return `${document.slice(0, from + begin.length)}\n\n${picture}\n\n${document.slice(to)}`
}
