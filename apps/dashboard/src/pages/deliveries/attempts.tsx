import type { Attempt } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { milliseconds } from '../../lib/format.ts'
import { Badge, HttpStatus } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/layout.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

/** Every attempt, and beneath the table what the receiver answered, whole. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0)
    return (
      <Section title={s.attempts.title}>
        <p className="muted">{s.attempts.none}</p>
      </Section>
    )
  return (
    <Section title={s.attempts.title}>
      <Table
        rows={attempts}
        label={s.attempts.title}
        rowKey={({ number }) => String(number)}
        columns={[
          { head: s.attempts.number, cell: ({ number }) => <span className="number">{number}</span> },
          {
            head: s.attempts.outcome,
            cell: ({ outcome, error }) => (
              <>
                <Badge word={outcome} />{' '}
                {error && error !== 'status' && <span className="muted">{error}</span>}
              </>
            ),
          },
          {
            head: s.attempts.answer,
            look: 'wide',
            cell: ({ response_status, response_body }) => (
              <>
                <HttpStatus status={response_status} />{' '}
                {response_body && (
                  <code className="answer">
                    <bdi>{response_body.slice(0, 200)}</bdi>
                  </code>
                )}
              </>
            ),
          },
          { head: s.attempts.kind, cell: ({ kind }) => kind },
          {
            head: s.attempts.took,
            look: 'end',
            cell: ({ duration_ms }) => <span className="number nowrap">{milliseconds(duration_ms)}</span>,
          },
          { head: s.attempts.started, cell: ({ started_at }) => <Time at={started_at} /> },
        ]}
      />
      <Answers attempts={attempts} />
    </Section>
  )
}

/** The bodies that were answered: equal ones once. */
function Answers({ attempts }: { attempts: readonly Attempt[] }) {
  const answered = attempts.filter(({ response_body }) => response_body)
  const bodies = Map.groupBy(answered, ({ response_body }) => response_body ?? '')
  return [...bodies].map(([body, of]) => (
    <CodeBlock
      key={body}
      label={s.attempts.answered(of.map(({ number }) => number))}
      note={body.length >= 16_384 ? s.attempts.cut : undefined}
      text={body}
    />
  ))
}
