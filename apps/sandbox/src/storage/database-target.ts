/** Whether `--database` names a PostgreSQL server. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}
