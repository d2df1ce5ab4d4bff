/**
 * The walls of the house (docs/design.md 2), as data: who may import whom. Lint reads it, the test plants every import
 * that it forbids, and the picture in docs/design.md is drawn from it. A folder that is not here imports nothing.
 */

/** Layers from the bottom: `layer:…` among the tags of a project's `package.json`. */
export const layers = ['foundation', 'access', 'kit', 'app', 'tool'] as const
export type Layer = (typeof layers)[number]

export interface Project {
  /** Name of the package, or what to call the folder. */
  name: string
  folder: string
  layer: Layer
  /** Names of the projects that its source may import, by their package names. */
  may: readonly string[]
  /** What its tests may import besides. */
  testsMay?: readonly string[]
  /** Files of other projects that it may import by a relative path, as beginnings of paths from the root. */
  reaches?: readonly string[]
  /** Other projects whose files its source may look up (`require.resolve`) without importing them. */
  locates?: readonly string[]
  /** Its source also runs where there is no Node: it may not import built-in modules. */
  anyRuntime?: true
  /** Parts of its source, from the top. Without them its files import each other freely. */
  floors?: readonly Floor[]
}

export interface Floor {
  name: string
  /** Beginnings of paths from the project's `src/`. The longest one that fits decides. */
  files: readonly string[]
  /** Names of the floors that it may import. */
  may: readonly string[]
  /** Projects that this floor may import besides those of its project. */
  projects?: readonly string[]
  anyRuntime?: true
}

/** Each floor may import those below it: the later ones of the list. */
function fromTheTop(...floors: (Omit<Floor, 'may'> & { beside?: string })[]): Floor[] {
  return floors.map(({ beside, ...floor }, at) => ({
    ...floor,
    may: floors
      .slice(at + 1)
      .map(({ name }) => name)
      .filter((name) => name !== beside),
  }))
}

const packages = [
  '@svc/signing',
  '@svc/models',
  '@svc/client',
  '@svc/control',
  '@svc/testing',
  '@svc/conformance',
]

/** The shared settings of builds and tests. */
export const sharedConfig = 'tools'

export const projects: readonly Project[] = [
  {
    name: '@svc/signing',
    folder: 'packages/signing',
    layer: 'foundation',
    may: [],
    floors: [
      {
        name: 'node',
        files: ['node/', 'index.ts', 'fastify.ts', 'express.ts', 'adapters/read-stream.ts'],
        may: ['shared'],
      },
      { name: 'web', files: ['web/', 'web.ts', 'fetch.ts'], may: ['shared'], anyRuntime: true },
      { name: 'shared', files: [''], may: [], anyRuntime: true },
    ],
  },
  { name: '@svc/models', folder: 'packages/models', layer: 'foundation', may: [], anyRuntime: true },
  { name: '@svc/client', folder: 'packages/client', layer: 'access', may: ['@svc/models'] },
  {
    name: '@svc/control',
    folder: 'packages/control',
    layer: 'access',
    may: ['@svc/models'],
    anyRuntime: true,
  },
  {
    name: '@svc/testing',
    folder: 'packages/testing',
    layer: 'kit',
    may: ['@svc/models', '@svc/signing', '@svc/control'],
  },
  {
    name: '@svc/conformance',
    folder: 'packages/conformance',
    layer: 'kit',
    may: ['@svc/models', '@svc/signing', '@svc/control', '@svc/testing'],
  },
  // New packages stand above this line.
  {
    name: '@svc/dashboard',
    folder: 'apps/dashboard',
    layer: 'app',
    may: ['@svc/models', '@svc/signing', '@svc/control'],
    anyRuntime: true,
  },
  {
    name: '@svc/receiver',
    folder: 'apps/receiver',
    layer: 'app',
    may: ['@svc/models', '@svc/signing'],
    testsMay: ['@svc/testing'],
  },
  {
    name: '@svc/sandbox',
    folder: 'apps/sandbox',
    layer: 'app',
    may: ['@svc/models', '@svc/signing', '@svc/control'],
    testsMay: ['@svc/testing'],
    locates: ['@svc/dashboard'],
    floors: fromTheTop(
      { name: 'entry', files: ['native.ts'] },
      { name: 'index', files: ['index.ts'] },
      { name: 'cli', files: ['cli/'] },
      { name: 'mcp', files: ['mcp/'] },
      { name: 'start', files: ['start/'] },
      { name: 'ops', files: ['ops/'] },
      { name: 'control', files: ['control/'] },
      { name: 'http', files: ['http/'] },
      { name: 'delivery', files: ['delivery/'] },
      { name: 'service', files: ['service/'] },
      { name: 'seed', files: ['seed/'], beside: 'clock', projects: ['@svc/testing'] },
      { name: 'clock', files: ['clock/'] },
      { name: 'storage', files: ['storage/'] },
      { name: 'small files', files: [''] },
    ),
  },
  {
    name: '@svc/sandbox-e2e',
    folder: 'apps/sandbox-e2e',
    layer: 'app',
    may: [],
    testsMay: [...packages, '@svc/sandbox', '@svc/dashboard'],
    reaches: ['apps/sandbox/src/', 'apps/sandbox/test/kit/', 'apps/dashboard/src/'],
  },
  {
    name: '@svc/bench',
    folder: 'tools/bench',
    layer: 'tool',
    may: [...packages, '@svc/sandbox'],
    // A PostgreSQL of its own, as the tests start it.
    reaches: ['apps/sandbox/test/kit/'],
  },
  { name: '@svc/demo', folder: 'tools/demo', layer: 'tool', may: [...packages, '@svc/sandbox'] },
  {
    name: '@svc/docs',
    folder: 'tools/docs',
    layer: 'tool',
    may: [],
    testsMay: [...packages, '@svc/sandbox'],
    // A PostgreSQL of its own, for the pages that are about one.
    reaches: ['apps/sandbox/test/kit/'],
  },
  { name: '@svc/site', folder: 'tools/site', layer: 'tool', may: ['@svc/models', '@svc/control'] },
  { name: '@svc/walls', folder: 'tools/walls', layer: 'tool', may: [] },
  { name: '@svc/mutation', folder: 'tools/mutation', layer: 'tool', may: [] },
  {
    name: '@svc/pack',
    folder: 'tools/pack',
    layer: 'tool',
    may: [],
    // What goes into every build.
    reaches: ['tools/join-chunks.ts', 'tools/needs-node.ts'],
  },
  { name: '@svc/new-package', folder: 'tools/new-package', layer: 'tool', may: [] },
  // What users copy, and what uses the packed packages: both stand outside the house.
  { name: 'examples', folder: 'examples', layer: 'tool', may: [...packages, '@svc/sandbox'] },
  {
    name: '@svc/jest-recipes',
    folder: 'tools/jest',
    layer: 'tool',
    may: [],
    testsMay: [...packages, '@svc/sandbox'],
  },
  {
    name: 'ci',
    folder: 'tools/ci',
    layer: 'tool',
    may: [...packages, '@svc/sandbox'],
    reaches: ['apps/sandbox-e2e/test/browser/chromium.ts'],
  },
  // Tools of CI alone, with dependencies of their own that nobody else installs.
  {
    name: '@svc/recipes',
    folder: 'tools/recipes',
    layer: 'tool',
    may: ['@svc/signing'],
    reaches: ['examples/webhooks/'],
  },
  { name: '@svc/rehearsal', folder: 'tools/rehearsal', layer: 'tool', may: [] },
  { name: '@svc/runtimes', folder: 'tools/runtimes', layer: 'tool', may: [] },
  { name: sharedConfig, folder: 'tools', layer: 'tool', may: [] },
]

/** Packages and built-in modules that belong to some floors, or only to some files, of a project. */
export interface Kept {
  project: string
  /** Names of packages; `*` stands for any ending. */
  packages: readonly string[]
  /** Floors that may import them. */
  floors: readonly string[]
  /** Beginnings of paths from `src/`, when not the whole floor may. */
  files?: readonly string[]
  why: string
}

export const kept: readonly Kept[] = [
  {
    project: '@svc/sandbox',
    packages: ['kysely', 'kysely-*', 'rate-limiter-flexible'],
    floors: ['storage'],
    why: 'SQL is written in storage/',
  },
  {
    project: '@svc/sandbox',
    packages: ['pg', 'pg-*', 'postgres'],
    floors: ['storage'],
    files: ['storage/postgres/'],
    why: 'only storage/postgres/ knows it',
  },
  {
    project: '@svc/sandbox',
    packages: ['node:sqlite'],
    floors: ['storage'],
    files: ['storage/sqlite/'],
    why: 'only storage/sqlite/ knows it',
  },
  {
    project: '@svc/sandbox',
    packages: ['fastify', 'fastify-plugin', '@fastify/*', '@scalar/*'],
    floors: ['http', 'control', 'ops', 'start'],
    why: 'what lies below http/ knows no HTTP server',
  },
  {
    project: '@svc/sandbox',
    packages: ['node:http', 'node:https', 'node:http2'],
    floors: ['cli', 'start', 'ops', 'control', 'http', 'delivery'],
    why: 'what the service does knows no HTTP',
  },
  {
    project: '@svc/sandbox',
    packages: ['undici'],
    floors: ['delivery'],
    why: 'requests leave the sandbox from delivery/ alone, behind its target guard',
  },
  {
    project: '@svc/sandbox',
    packages: ['commander', '@bomb.sh/tab', 'cli-progress', 'cli-table3', 'picocolors'],
    floors: ['cli'],
    why: 'the command line is cli/',
  },
  {
    project: '@svc/sandbox',
    packages: ['@modelcontextprotocol/*'],
    floors: ['mcp'],
    why: 'coding agents are served from mcp/',
  },
  {
    project: '@svc/sandbox',
    packages: ['prom-client', '@opentelemetry/*'],
    floors: ['ops'],
    why: 'metrics and traces are made in ops/',
  },
]

/** Source files that only their own floor may import: what they know stays there. */
export const hidden: readonly { project: string; floor: string; files: readonly string[]; why: string }[] = [
  {
    project: '@svc/sandbox',
    floor: 'storage',
    files: ['storage/postgres/', 'storage/sqlite/'],
    why: 'only storage/ knows a database by name',
  },
]
