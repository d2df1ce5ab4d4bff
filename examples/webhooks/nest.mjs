// NestJS. The mistake: `NestFactory.create(AppModule)` without `rawBody: true`. Then request.rawBody is undefined, and verify
// throws an error that names it. Written without decorators, so that it runs as it stands; in TypeScript they are
// @Controller('webhooks'), @Post(), @Req(), behind `import 'reflect-metadata'`.
import { createVerifier, readDeliveryHeaders } from '@svc/signing'

export async function nestReceiver(
  { NestFactory },
  { Controller, HttpCode, Module, Post, Req, UnauthorizedException },
  { secret, handle, rawBody = true },
) {
  const verifier = createVerifier(secret)
  class WebhooksController {
    receive(request) {
      const { id, signature } = readDeliveryHeaders(request.headers)
      if (!verifier.verify(request.rawBody, signature)) throw new UnauthorizedException()
      handle(request.body)
      return { received: id }
    }
  }
  Controller('webhooks')(WebhooksController)
  Req()(WebhooksController.prototype, 'receive', 0)
  const method = Object.getOwnPropertyDescriptor(WebhooksController.prototype, 'receive')
  Post()(WebhooksController.prototype, 'receive', method)
  HttpCode(200)(WebhooksController.prototype, 'receive', method)
  class AppModule {}
  Module({ controllers: [WebhooksController] })(AppModule)
  return NestFactory.create(AppModule, { rawBody, logger: false })
}
