import { spawnSync } from 'node:child_process'

/**
 * Builds the dashboard where its sources have changed since it was built last: Nx knows. Says nothing unless it fails, so
 * that `npm ci` and `npm start` show what is theirs.
 */
const { NO_COLOR: _wished, ...environment } = process.env
const build = spawnSync('nx run @svc/dashboard:build --outputStyle=static-failures-only', {
  // Nx colours what it runs, and Node warns where both wishes are made.
  env: environment,
  shell: true,
  encoding: 'utf8',
})
if (build.status !== 0) {
  process.stderr.write(
    `${build.stdout}${build.stderr}\nThe dashboard could not be built; its sources are in apps/dashboard.\n`,
  )
  process.exitCode = 1
}
