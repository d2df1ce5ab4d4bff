/** Imports of today that the table refuses: to be mended, never added to. */
export const baseline: string[] = [
  'apps/sandbox/src/control/sample-data.ts → @svc/testing',
  'apps/sandbox/src/control/routes/seed.ts → @svc/testing',
]
