// Run by `npm run check-exports` after a build: the CommonJS build answers a whole call. Its imports are not those of the
// sources: `require` of a package that is ESM alone gives a namespace, which fails only when it is used.
const { startSandbox } = require('../dist/index.cjs')

async function recordPayment() {
  const sandbox = await startSandbox({ database: ':memory:', clock: 'manual', seed: 'empty' })
  try {
    const answer = await fetch(`${sandbox.url}/api/v1/client/payments`, {
      method: 'POST',
      headers: {
        'X-API-Key': sandbox.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify({ amount: '120.50', paymentMethod: 'Cash', type: 'income' }),
    })
    console.log(
      `${answer.status === 201 ? 'ok' : 'BROKEN'}: require('@svc/sandbox') answered ${answer.status}`,
    )
    if (answer.status !== 201) process.exitCode = 1
  } finally {
    await sandbox.close()
  }
}

void recordPayment()
