import { type SandboxExport, sandboxExportSchema } from '@svc/control'
import { validate } from '@svc/models'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { control } from '../../lib/control.ts'
import { download } from '../../lib/download.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/layout.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type ChosenFile, Import } from './import.tsx'

/** Everything as a file: to keep, and to take elsewhere. */
export function Files() {
  const [secrets, setSecrets] = useState(false)
  const [read, setRead] = useState(0)
  const [chosen, setChosen] = useState<ChosenFile>()
  const save = useAction(async () => {
    const parts: BlobPart[] = []
    const reader = (await control().exportStream({ secrets })).getReader()
    let bytes = 0
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      parts.push(step.value as Uint8Array<ArrayBuffer>)
      bytes += step.value.length
      setRead(bytes)
    }
    download('svc-sandbox-export.json', parts, 'application/json')
  })
  const open = useAction(async (file: File) => {
    setChosen(undefined)
    const document = readExport(await file.text())
    setChosen({ document, bytes: file.size })
  })
  return (
    <Section title={s.data.files}>
      <div className="filters">
        <CheckField label={s.data.secrets} checked={secrets} onChange={setSecrets} />
        <Button busy={save.busy} onClick={() => save.run()}>
          {s.data.export}
        </Button>
        {save.busy && <span role="status">{s.data.bytes(read)}</span>}
      </div>
      <div className="filters">
        <TextField
          label={s.data.file}
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget: { files } }) => files?.[0] && open.run(files[0])}
        />
      </div>
      {chosen && <Import key={chosen.document.exported_at} {...chosen} onDone={() => setChosen(undefined)} />}
      <Problem error={save.error ?? open.error} />
    </Section>
  )
}

/** @throws Error in words for a person when it is no export */
function readExport(text: string): SandboxExport {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(s.data.noExport)
  }
  const checked = validate(sandboxExportSchema, value)
  if (!checked.ok) throw new Error(s.data.noExport)
  return checked.value
}
