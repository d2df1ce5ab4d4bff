import { spawnSync } from 'node:child_process'
import { type Measured, median } from './report.ts'

/** Milliseconds that importing each module takes in a fresh process, from its build; the median of nine. */
export function importTime(modules: string[]): Measured[] {
  return modules.map((name) => {
    const script = `const t = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - t)`
    const times = Array.from({ length: 9 }, () => {
      const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
      if (run.status !== 0) throw new Error(`importing ${name} failed (is it built?):\n${run.stderr}`)
      return Number(run.stdout)
    })
    return { name, value: median(times) }
  })
}
