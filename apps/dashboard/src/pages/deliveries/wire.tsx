import type { Attempt, AttemptWire } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { milliseconds } from '../../lib/format.ts'
import { headerLines } from '../../lib/header-lines.ts'
import { HttpStatus } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/layout.tsx'

/** What each attempt sent and got, and where its time went. The last one is open. */
export function Wires({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null
  return (
    <Section title={s.wire.title}>
      {attempts.map((attempt, index) => (
        <details key={attempt.number} className="wire" open={index === attempts.length - 1}>
          <summary>
            <strong>{s.timeLine.attempt(attempt.number)}</strong>{' '}
            {attempt.response_status === null ? (
              <span className="muted">{attempt.error}</span>
            ) : (
              <HttpStatus status={attempt.response_status} />
            )}{' '}
            <span className="muted number">{milliseconds(attempt.duration_ms)}</span>
          </summary>
          {attempt.wire ? (
            <Wire attempt={attempt} wire={attempt.wire} />
          ) : (
            <p className="muted">{s.wire.nothing}</p>
          )}
        </details>
      ))}
    </Section>
  )
}

function Wire({ attempt, wire }: { attempt: Attempt; wire: AttemptWire }) {
  const { number } = attempt
  const { url, request_headers, response_headers, reused, connect_ms, first_byte_ms } = wire
  const sent = reused || connect_ms !== null || first_byte_ms !== null
  return (
    <>
      <Times total={attempt.duration_ms} wire={wire} />
      <div className="columns">
        <CodeBlock
          label={sent ? s.wire.sent(number) : s.wire.notSent(number)}
          text={`POST ${url}\n${headerLines(request_headers)}`}
        />
        {response_headers ? (
          <CodeBlock label={s.wire.answered(number)} text={headerLines(response_headers)} />
        ) : (
          <p className="muted">{s.wire.noAnswer}</p>
        )}
      </div>
    </>
  )
}

/** The parts of the time, each as wide as it took. */
function Times({ total, wire }: { total: number; wire: AttemptWire }) {
  const { connect_ms, tls_ms, first_byte_ms, reused } = wire
  const known = (connect_ms ?? 0) + (tls_ms ?? 0) + (first_byte_ms ?? 0)
  const parts = [
    ['connect', s.wire.connect, connect_ms],
    ['tls', s.wire.tls, tls_ms],
    ['first', s.wire.firstByte, first_byte_ms],
    // The total is told in whole milliseconds: less than one is no rest.
    ['rest', s.wire.rest, total - known >= 1 ? total - known : null],
  ] as const
  return (
    <>
      <div className="times" aria-hidden="true">
        {parts.map(
          ([name, , ms]) => ms !== null && <span key={name} className={name} style={{ flexGrow: ms }} />,
        )}
      </div>
      <dl className="times-list">
        {reused && (
          <div>
            <dt>{s.wire.connect}</dt>
            <dd>{s.wire.reused}</dd>
          </div>
        )}
        {parts.map(
          ([name, label, ms]) =>
            ms !== null && (
              <div key={name} className={name}>
                <dt>{label}</dt>
                <dd className="number">{milliseconds(ms)}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{s.wire.total}</dt>
          <dd className="number">{milliseconds(Math.max(total, known))}</dd>
        </div>
      </dl>
    </>
  )
}
