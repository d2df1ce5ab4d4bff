import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../sandbox/test/kit/index.ts'
import { outerEnvironment, sandboxBin, svcSandbox } from '../kit/run-program.ts'

/** A bash that has sourced the script, as from `.bashrc`, and what it offers for each line that ends at the cursor. */
function completed(lines: readonly string[], { before = '', folder = freshFolder() } = {}): string[][] {
  const script = join(folder, 'lines.sh')
  const presses = lines.map((line) => {
    // As bash divides it, which knows quotes, and takes signs of COMP_WORDBREAKS for words.
    const words: string[] = line.match(/"[^"]*"?|(?:\\.|[^\s=:"])+|[=:]+/g) ?? []
    if (/(?<!\\)\s$/.test(line)) words.push('')
    const quoted = words.map((word) => `'${word}'`).join(' ')
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; COMPREPLY=()
      COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n"><=;|&(:'\\'
      __svc_sandbox_complete 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}" ==`
  })
  writeFileSync(
    script,
    `set -u
    ${before}
    svc-sandbox() { '${process.execPath}' '${sandboxBin}' "$@"; }
    source <(svc-sandbox completion bash)
    source <(svc-sandbox completion bash)
    complete -p svc-sandbox
    ${presses.join('\n')}`,
  )
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', script], {
    encoding: 'utf8',
    env: outerEnvironment(),
    cwd: folder,
  })
  expect([status, stderr]).toEqual([0, ''])
  const [registered = '', ...rest] = stdout.split('\n')
  expect(registered).toBe('complete -o default -F __svc_sandbox_complete svc-sandbox')
  return rest
    .join('\n')
    .split('==\n')
    .map((block) => block.split('\n').filter((word) => word !== ''))
    .slice(0, lines.length)
}

describe('svc-sandbox completion', () => {
  it('offers commands, flags and values in bash', () => {
    const [commands, verbs, flags, values, ofServe, files] = completed([
      'svc-sandbox clo',
      'svc-sandbox bookings ',
      'svc-sandbox bookings create --st',
      'svc-sandbox faults add --when ',
      'svc-sandbox --por',
      'svc-sandbox import ',
    ])
    expect(commands).toEqual(['clock'])
    expect(verbs).toEqual(expect.arrayContaining(['list', 'get', 'create', 'update', 'cancel']))
    expect(flags).toEqual(['--status', '--stay-dates'])
    expect(values).toEqual(['before', 'after', 'delivery'])
    expect(ofServe).toEqual(['--port'])
    // The shell offers its files.
    expect(files).toEqual([])
  })

  it('offers values that can be typed: one word, behind an equals sign, in quotes, in a list', () => {
    const [spaced, rest, quoted, afterEquals, afterColons, list] = completed([
      'svc-sandbox payments create --payment-method B',
      String.raw`svc-sandbox payments create --payment-method Bank\ T`,
      'svc-sandbox payments create --payment-method "B',
      'svc-sandbox --seed=h',
      'svc-sandbox --database :memory: --cloc',
      'svc-sandbox listen --events payment.created,payment.',
    ])
    expect(spaced).toEqual([String.raw`Bank\ Transfer`])
    expect(rest).toEqual([String.raw`Bank\ Transfer`])
    expect(quoted).toEqual(['Bank Transfer'])
    expect(afterEquals).toEqual(['hostel'])
    expect(afterColons).toEqual(['--clock'])
    expect(list).toEqual(['payment.created,payment.updated'])
  })

  it('stands beside another program that uses the same names', () => {
    const before = 'readonly ShellCompDirectiveError=1'
    expect(completed(['svc-sandbox trigg'], { before })).toEqual([['trigger']])
  })

  it('runs nothing of what stands on the line', () => {
    const folder = freshFolder()
    completed(
      [
        'svc-sandbox "$(touch${IFS}ran)"',
        'svc-sandbox $(>ran)',
        'svc-sandbox `>ran`',
        'svc-sandbox --at=$(>ran) --b',
        'svc-sandbox ; >ran',
        'svc-sandbox clock "$(>ran)" ',
      ],
      { folder },
    )
    expect(readdirSync(folder)).toEqual(['lines.sh'])
  })

  it('hands nothing of it unquoted to what zsh and PowerShell read again', async () => {
    const { stdout: zsh } = await svcSandbox(['completion', 'zsh'], { cwd: freshFolder() })
    expect(zsh).not.toMatch(/\beval\b/)
    const { stdout: powershell } = await svcSandbox(['completion', 'powershell'], { cwd: freshFolder() })
    expect(powershell).toContain(String.raw`-replace "['\u2018-\u201B]", '$0$0'`)
  })

  it.each(['zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    const { code, stdout, stderr } = await svcSandbox(['completion', shell], { cwd: freshFolder() })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/svc-sandbox complete '?--/)
  })

  it('says which shells it knows', async () => {
    const { code, stdout, stderr } = await svcSandbox(['completion', 'tcsh'], { cwd: freshFolder() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Allowed choices are bash, zsh, fish, powershell')
  })
})
