import { runChild } from '../machine/child.ts'

/** Milliseconds that importing a module takes in a fresh process, from its build. */
export async function importTime(name: string, on: string[]): Promise<number> {
  const script = `const t = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - t)`
  return Number(await runChild(['--input-type=module', '-e', script], { on, built: true }))
}
