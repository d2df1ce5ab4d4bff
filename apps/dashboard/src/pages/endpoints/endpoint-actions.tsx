import type { ControlEndpoint } from '@svc/control'
import { useState } from 'react'
import { s } from '../../i18n/strings.ts'
import { useAction } from '../../lib/use-action.ts'
import { useControl } from '../../lib/use-control.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { To } from '../../ui/to.tsx'
import type { useSecrets } from './use-secrets.tsx'

/** What can be done with an endpoint. */
export function EndpointActions({
  endpoint,
  onEdit,
  onChange,
  onDeleted,
  secrets,
}: {
  endpoint: ControlEndpoint
  onEdit: () => void
  onChange: () => void
  onDeleted: () => void
  secrets: ReturnType<typeof useSecrets>
}) {
  const { webhooks } = useControl()
  const toggle = useAction(async () => {
    await webhooks.update(endpoint.id, { is_active: !endpoint.is_active })
    onChange()
  })
  const [overlap, setOverlap] = useState('86400')
  const rotate = useAction(async () => {
    const { secret, previous_secret_until } = await webhooks.rotateSecret(endpoint.id, {
      overlap_seconds: Number(overlap),
    })
    secrets.show({ url: endpoint.url, secret, until: overlap === '0' ? undefined : previous_secret_until })
    onChange()
  })
  const remove = useAction(async () => {
    await webhooks.delete(endpoint.id)
    onDeleted()
  })
  return (
    <>
      <div className="buttons">
        <To className="button default" place="deliveries" search={{ endpoint_id: endpoint.id }}>
          {s.endpoints.deliveries}
        </To>
        <Button onClick={onEdit}>{s.endpoints.edit}</Button>
        <Button busy={toggle.busy} onClick={() => toggle.run()}>
          {endpoint.is_active ? s.endpoints.switchOff : s.endpoints.switchOn}
        </Button>
        <ConfirmButton
          look="default"
          label={s.endpoints.newSecret}
          question={s.endpoints.newSecretQuestion}
          busy={rotate.busy}
          onConfirm={() => rotate.run()}
        >
          <SelectField
            label={s.endpoints.overlap}
            value={overlap}
            options={[
              ['0', s.endpoints.overlaps.none],
              ['3600', s.endpoints.overlaps.hour],
              ['86400', s.endpoints.overlaps.day],
              ['604800', s.endpoints.overlaps.week],
            ]}
            onChange={setOverlap}
          />
        </ConfirmButton>
        <ConfirmButton
          label={s.common.delete}
          title={s.endpoints.deleteTitle}
          question={s.endpoints.deleteQuestion}
          busy={remove.busy}
          onConfirm={() => remove.run()}
        />
      </div>
      <Problem error={toggle.error ?? rotate.error ?? remove.error} />
    </>
  )
}
