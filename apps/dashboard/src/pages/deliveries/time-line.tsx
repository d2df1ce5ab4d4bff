import type { Attempt, ControlDelivery } from '@svc/control'
import { Check, CircleDashed, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { s } from '../../i18n/strings.ts'
import { useVirtualNow } from '../../lib/clock.ts'
import { duration, timeText } from '../../lib/format.ts'
import { ladderSeconds } from '../../lib/ladder.ts'
import { zone as shownZone } from '../../lib/zone.ts'
import { Section } from '../../ui/layout.tsx'

type Step =
  | { kind: 'made'; attempt: Attempt }
  | { kind: 'next'; number: number; at: string }
  | { kind: 'later'; number: number; afterSeconds: number }

/** The attempts that were made, the next one with the time until it, and those that would follow. */
export function TimeLine({ delivery }: { delivery: ControlDelivery }) {
  const steps = stepsOf(delivery)
  return (
    <Section title={s.timeLine.title}>
      <ol className="time-line">
        {steps.map((step) => (
          <StepItem key={step.kind === 'made' ? `made ${step.attempt.number}` : step.number} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function stepsOf({ attempt_log, next_attempt_at, held, status }: ControlDelivery): Step[] {
  const made = attempt_log.map((attempt): Step => ({ kind: 'made', attempt }))
  const scheduled = attempt_log.filter(({ kind }) => kind === 'scheduled').length
  if (status === 'delivered' || status === 'dead' || next_attempt_at === null || held) return made
  const next: Step = { kind: 'next', number: scheduled + 1, at: next_attempt_at }
  const later = ladderSeconds
    .slice(scheduled)
    .map((afterSeconds, index): Step => ({ kind: 'later', number: scheduled + 2 + index, afterSeconds }))
  return [...made, next, ...later]
}

function StepItem({ step }: { step: Step }) {
  if (step.kind === 'made') return <Made attempt={step.attempt} />
  if (step.kind === 'next') return <Next number={step.number} at={step.at} />
  return (
    <Item tone="later" icon={<CircleDashed size={16} aria-hidden />} title={s.timeLine.attempt(step.number)}>
      {s.timeLine.after(duration(step.afterSeconds))}
    </Item>
  )
}

function Made({ attempt }: { attempt: Attempt }) {
  const zone = shownZone.use()
  const arrived = attempt.outcome === 'delivered'
  return (
    <Item
      tone={arrived ? 'good' : 'bad'}
      icon={arrived ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}
      title={attempt.kind === 'manual' ? s.timeLine.byHand : s.timeLine.attempt(attempt.number)}
    >
      {attempt.response_status ?? attempt.error}
      <br />
      <time
        dateTime={attempt.started_at}
        title={`${timeText(attempt.started_at, zone)} ${zone}\n${attempt.started_at} (UTC)`}
      >
        {timeText(attempt.started_at, zone).slice(11)}
      </time>
    </Item>
  )
}

function Next({ number, at }: { number: number; at: string }) {
  const now = useVirtualNow()
  const seconds = (Date.parse(at) - now) / 1_000
  return (
    <Item tone="next" icon={<Clock size={16} aria-hidden />} title={s.timeLine.attempt(number)}>
      <span role="timer">{seconds <= 0 ? s.timeLine.due : s.relative.in(duration(seconds))}</span>
    </Item>
  )
}

function Item({
  tone,
  icon,
  title,
  children,
}: {
  tone: string
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <li className={tone}>
      <span className="dot">{icon}</span>
      <strong>{title}</strong>
      <span className="muted">{children}</span>
    </li>
  )
}
