import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A certificate for 127.0.0.1 and its key, in a folder. */
export interface Certificate {
  folder: string
  /** For a process that is to trust it. */
  env: { NODE_EXTRA_CA_CERTS: string }
}

/** Makes one with `openssl`; undefined where that is not on the PATH. */
export async function makeCertificate(folder: string): Promise<Certificate | undefined> {
  await mkdir(folder, { recursive: true })
  const cert = join(folder, 'cert.pem')
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    const files = ['-keyout', join(folder, 'key.pem'), '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...files], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return { folder, env: { NODE_EXTRA_CA_CERTS: cert } }
}
