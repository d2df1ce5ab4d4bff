/** The core modules, each in its project. */
export const areas: Readonly<Record<string, { project: string; files: string }>> = {
  signing: { project: 'packages/signing', files: 'src/**/*.ts' },
  models: { project: 'packages/models', files: 'src/*.ts' },
  client: { project: 'packages/client', files: 'src/core/**/*.ts' },
  inbox: { project: 'packages/testing', files: 'src/inbox/*.ts' },
  http: { project: 'apps/sandbox', files: 'src/http/*.ts' },
  service: { project: 'apps/sandbox', files: 'src/service/*.ts' },
  delivery: { project: 'apps/sandbox', files: 'src/delivery/*.ts' },
  storage: { project: 'apps/sandbox', files: 'src/storage/**/*.ts' },
}
