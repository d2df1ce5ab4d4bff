// The same packages as a CommonJS project of TypeScript sees them.
import client = require('@svc/client')
import models = require('@svc/models')
import sandbox = require('@svc/sandbox')
import signing = require('@svc/signing')
import testing = require('@svc/testing')

export const svc: client.SvcClient = new client.SvcClient({
  baseUrl: 'https://api.example.com',
  apiKey: 'key',
})
export const booking: models.Booking = testing.makeBooking()
export const signature: string = signing.sign('body', 'whsec_x')
export const started: Promise<sandbox.Sandbox> = sandbox.startSandbox()
