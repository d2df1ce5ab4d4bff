/** Imports of today that the table refuses: to be mended, never added to. */
export const baseline: string[] = [
  'packages/testing/src/index.ts → ../../conformance/src/index.ts',
  'apps/sandbox/src/control/sample-data.ts → @svc/testing',
  'apps/sandbox/src/control/routes/seed.ts → @svc/testing',
]
