import type { Logger } from 'pino'
import { resealSecrets } from '../ops/reseal.ts'
import { createSecretBox, type SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'

/** The box that seals webhook secrets. All stored secrets are sealed with its first key by then. */
export async function openSecrets(options: {
  storage: Storage
  secretKey: string | readonly string[] | undefined
  logger: Logger | undefined
}): Promise<SecretBox> {
  const { storage, secretKey = [], logger } = options
  const keys = [secretKey].flat()
  const { unreadable } = await resealSecrets({ storage, keys })
  if (unreadable.length > 0) logger?.error({ endpoints: unreadable }, 'webhook secrets that no key opens')
  return createSecretBox(keys)
}
