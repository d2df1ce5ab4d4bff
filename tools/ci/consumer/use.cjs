// Every published library through `require`.
const { RequestError, SvcClient, SvcError } = require('@svc/client')
const { normaliseAmount } = require('@svc/models')
const { startSandbox } = require('@svc/sandbox')
const { sign, verify } = require('@svc/signing')
const web = require('@svc/signing/web')
const { makeBooking } = require('@svc/testing')

async function main() {
  if (!verify('x', sign('x', 's'), 's')) throw new Error('signing')
  if (!(await web.verify('x', await web.sign('x', 's'), 's'))) throw new Error('signing on WebCrypto')
  if (normaliseAmount('1') !== '1.0000' || !makeBooking().id) throw new Error('models or testing')
  const sandbox = await startSandbox({ seed: 'hostel' })
  const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  const page = await svc.bookings.list({ limit: 3 })
  if (page.results.length !== 3) throw new Error('bookings')
  // The ES module of the client beside this one, in one program: what one throws, the other knows.
  const asModule = await import('@svc/client')
  if (asModule.SvcClient === SvcClient) throw new Error('these are no two copies')
  const mistake = await svc.bookings.get('x').catch((error) => error)
  const other = await new asModule.SvcClient({ baseUrl: sandbox.url, apiKey: 'k' }).bookings
    .get('x')
    .catch((error) => error)
  for (const error of [mistake, other]) {
    for (const type of [SvcError, RequestError, asModule.SvcError, asModule.RequestError]) {
      if (!(error instanceof type) || error instanceof asModule.ApiError)
        throw new Error('instanceof, over two copies')
    }
  }
  await svc.close()
  await sandbox.close()
}

void main()
