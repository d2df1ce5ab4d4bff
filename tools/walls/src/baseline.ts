/** Imports of today that the table refuses: to be mended, never added to. */
export const baseline: string[] = [
  'packages/testing/src/index.ts → ../../conformance/src/index.ts',
  'packages/testing/src/index.ts → ../../control/src/client.ts',
  'packages/testing/src/index.ts → ../../control/src/contract.ts',
  'packages/conformance/src/run-conformance.ts → ../../control/src/client.ts',
  'packages/conformance/src/check.ts → ../../control/src/client.ts',
  'packages/conformance/src/checks/deliveries.ts → ../../../control/src/client.ts',
  'packages/testing/src/hostel/stay.ts → ../../../control/src/contract.ts',
  'packages/testing/src/hostel/hostel.ts → ../../../control/src/contract.ts',
  'packages/testing/src/inbox/open-inbox.ts → ../../../control/src/client.ts',
  'packages/testing/src/inbox/timeout-message.ts → ../../../control/src/client.ts',
  'packages/testing/src/inbox/timeout-message.ts → ../../../control/src/contract.ts',
  'apps/sandbox/src/control/sample-data.ts → @svc/testing',
  'apps/sandbox/src/control/routes/seed.ts → @svc/testing',
  'apps/sandbox/src/ops/operations.ts → ../start/options.ts',
]
