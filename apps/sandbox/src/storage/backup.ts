/** Backing up is SQLite's: a PostgreSQL has `pg_dump` and replicas of its own. */
export { backupDatabase, type BackupOptions } from './sqlite-backup.ts'
