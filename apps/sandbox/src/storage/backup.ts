/** Backups are for SQLite: PostgreSQL has `pg_dump` and replicas. */
export { backupDatabase, type BackupOptions } from './sqlite/backup.ts'
