/** A package of the house before it can do anything: its files by their paths in `packages/<name>/`. */
export function packageFiles(name: string, description: string): Record<string, string> {
  const exported = camelCase(name)
  return {
    'package.json': json({
      name: `@svc/${name}`,
      version: '0.0.0',
      description,
      license: 'MIT',
      files: ['dist', 'README.md', 'LICENSE', 'CHANGELOG.md'],
      type: 'module',
      sideEffects: false,
      exports: {
        '.': {
          '@svc/source': './src/index.ts',
          import: { types: './dist/index.d.ts', default: './dist/index.js' },
          require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
        },
        './package.json': './package.json',
      },
      publishConfig: { access: 'public' },
      scripts: {
        build: 'tsup',
        typecheck: 'tsc --noEmit',
        test: 'vitest run',
        'check-exports': 'node ../../tools/pack/src/check.ts',
        prepack: 'node ../../tools/pack/src/prepack.ts',
        postpack: 'node ../../tools/pack/src/postpack.ts',
      },
      engines: { node: '>=22.19' },
      nx: {
        tags: ['layer:foundation', 'published'],
        targets: {
          typecheck: { executor: 'nx:run-commands' },
          test: { executor: 'nx:run-commands' },
        },
      },
    }),
    'tsconfig.json': '{ "extends": "../../tsconfig.base.json" }\n',
    'tsup.config.ts': lines(
      `import { needsNode } from '../../tools/needs-node.ts'`,
      `import { tsupPackage, versionAlone } from '../../tools/tsup.package.ts'`,
      '',
      `export default tsupPackage(['src/index.ts'], { esbuildPlugins: [versionAlone, needsNode] })`,
    ),
    'vitest.config.ts': lines(
      `import { vitestProject } from '../../tools/vitest.project.ts'`,
      '',
      `export default vitestProject('${name}')`,
    ),
    'README.md': lines(
      `# @svc/${name}`,
      '',
      `${description}.`,
      '',
      '```ts',
      `import { ${exported} } from '@svc/${name}'`,
      '',
      `${exported}({ greeting: 'Olá' }) // 'Olá, hostel'`,
      '```',
    ),
    'src/index.ts': lines(`export { ${exported}, type Options } from './${name}.ts'`),
    [`src/${name}.ts`]: lines(
      `/** Options of {@link ${exported}}. */`,
      'export interface Options {',
      '  /**',
      '   * First word of the answer.',
      `   * @default 'Hello'`,
      '   */',
      '  greeting?: string | undefined',
      '}',
      '',
      '/** What this package does, in one sentence. */',
      `export function ${exported}({ greeting = 'Hello' }: Options = {}): string {`,
      '  return `${greeting}, hostel`',
      '}',
    ),
    [`src/${name}.test.ts`]: lines(
      `import { expect, it } from 'vitest'`,
      `import { ${exported} } from './${name}.ts'`,
      '',
      `it('greets as it is told to', () => {`,
      `  expect(${exported}()).toBe('Hello, hostel')`,
      `  expect(${exported}({ greeting: 'Olá' })).toBe('Olá, hostel')`,
      '})',
    ),
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function lines(...text: string[]): string {
  return `${text.join('\n')}\n`
}
