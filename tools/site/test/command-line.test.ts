import { describe, expect, it } from 'vitest'
import { commandLinePage, environmentPage, subcommands } from '../src/command-line.ts'

const help = `Usage: svc-sandbox [command] [flags]

Options:
  -h, --help                   print this help
  --port <number>              port to listen on; 0 takes
                               any free one (default: 4010,
                               env: SVC_PORT)
  --json                       print JSON (env: SVC_JSON)

Commands:
  serve [options]              serve the property service (what svc-sandbox does
                               without a command)
  faults                       list, add or clear faults
  help [command]               print the help of a command

Flags of serve:
  --host <address>             address to listen on (default: "127.0.0.1", env: SVC_HOST)`

describe('the reference of the command line', () => {
  it('finds the commands of a help', () => {
    expect(subcommands(help)).toEqual(['serve', 'faults'])
    expect(subcommands('Usage: svc-sandbox clock\n\nOptions:\n  -h, --help  help')).toEqual([])
  })

  it('shows each help as it is printed', () => {
    const page = commandLinePage([{ words: ['faults', 'add'], text: 'Usage: …' }])
    expect(page).toContain('## faults add\n\n```text\n$ svc-sandbox faults add --help\nUsage: …\n```')
  })

  it('lists the variables that the helps name, each once', () => {
    const page = environmentPage([
      { words: [], text: help },
      { words: ['deliveries'], text: '  --json  print JSON (env: SVC_JSON)' },
    ])
    expect(page.split('\n').filter((line) => line.startsWith('| `SVC_'))).toEqual([
      '| `SVC_HOST` | `--host` | address to listen on (default: "127.0.0.1") | serve |',
      '| `SVC_JSON` | `--json` | print JSON | serve, deliveries |',
      '| `SVC_PORT` | `--port` | port to listen on; 0 takes any free one (default: 4010) | serve |',
    ])
  })
})
