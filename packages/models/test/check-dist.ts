// Run by `npm run check-exports` after a build: what is published must tree-shake as the sources do.
import { bundle, ceilings } from './bundle-sizes.ts'

for (const { imports, bytes } of ceilings) {
  const found = await bundle(imports, { source: false })
  const verdict = found.bytes <= bytes ? 'ok' : 'TOO LARGE'
  console.log(`${verdict}: { ${imports} } is ${found.bytes} bytes gzipped, ceiling ${bytes}`)
  if (found.bytes > bytes) process.exitCode = 1
}
