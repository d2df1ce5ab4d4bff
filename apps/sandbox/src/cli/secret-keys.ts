/** The keys that seal webhook secrets: from the environment alone, because flags are seen in the list of processes. */
export function secretKeys(env: NodeJS.ProcessEnv = process.env): string[] {
  return (env.SVC_SECRET_KEY ?? '').split(',').flatMap((key) => key.trim() || [])
}
