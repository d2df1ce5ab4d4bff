// AWS Lambda behind an API gateway or a function URL. The mistake: verifying `event.body` as it is. The gateway hands binary
// bodies, and often all, as base64: then the text is not what was signed.
import { createVerifier, readDeliveryHeaders } from '@svc/signing'

export function lambdaHandler({ secret, handle }) {
  const verifier = createVerifier(secret)
  return async (event) => {
    const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    // The gateway may have changed the case of names: readDeliveryHeaders does not mind.
    const { id, signature } = readDeliveryHeaders(event.headers)
    if (!verifier.verify(rawBody, signature)) return { statusCode: 401 }
    handle(JSON.parse(rawBody.toString()))
    return { statusCode: 200, body: JSON.stringify({ received: id }) }
  }
}
