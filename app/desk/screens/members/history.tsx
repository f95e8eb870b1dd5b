import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { HISTORY_SHOWN } from '#contract/desk/limits.ts'
import type { MemberEvent } from '#contract/desk/members.ts'
import { now } from '../../clock.ts'
import { moneyText, whenText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DeskIcon, type DeskIconName } from '../../ui/desk-icon.tsx'
import { Box } from '../../ui/parts.tsx'
import { decisionReason } from '../queue/row-words.ts'
import styles from './member.module.css'

const GROUPS = ['all', 'support', 'money', 'safety'] as const
type Group = (typeof GROUPS)[number]

type ShownEvent = { group: Exclude<Group, 'all'>; icon: DeskIconName; title: string; note: string }

/** Payments, reports, decisions and acts of the desk, the newest first. */
export const History = ({ events }: { events: readonly MemberEvent[] }) => {
  useSignals()
  const [group, setGroup] = useState<Group>('all')
  const ofGroup = events
    .map((event) => ({ event, ...shownEvent(event) }))
    .filter((one) => group === 'all' || one.group === group)
  const shown = ofGroup.slice(0, HISTORY_SHOWN)
  const chips = (
    <span className={styles['chips']} role="group" aria-label={t('member.historyKinds')}>
      {GROUPS.map((one) => (
        <button key={one} type="button" aria-pressed={one === group} onClick={() => setGroup(one)}>
          {tCode('historyGroup', one)}
        </button>
      ))}
    </span>
  )
  return (
    <Box title={t('member.history')} end={chips}>
      {shown.length === 0 ? <p className="muted">{t('member.historyNone')}</p> : null}
      <ol className={styles['events']}>
        {shown.map(({ event, icon, title, note }) => (
          <li key={JSON.stringify(event)}>
            <time className="muted" dateTime={new Date(event.at).toISOString()}>
              {whenText(event.at, now.value)}
            </time>
            <DeskIcon name={icon} />
            <p>
              <b>{title}</b>
              <br />
              <span className="muted">{note}</span>
            </p>
          </li>
        ))}
      </ol>
      {shown.length === HISTORY_SHOWN ? (
        <p className="muted">{t('member.historyNewest', { count: HISTORY_SHOWN })}</p>
      ) : null}
    </Box>
  )
}

const shownEvent = (event: MemberEvent): ShownEvent => {
  switch (event.kind) {
    case 'signup':
      return { group: 'support', icon: 'verified', title: t('member.signedUp'), note: '' }
    case 'payment': {
      const amount = moneyText(event.amount, event.currency)
      const note = event.invoice === null ? amount : t('member.invoice', { amount, invoice: event.invoice })
      return { group: 'money', icon: 'card', title: t('member.bought', { count: event.credits }), note }
    }
    case 'report_made':
    case 'reported': {
      const title = t(event.kind === 'reported' ? 'member.wasReported' : 'member.reportMade')
      const reason = event.reason === null ? '' : tCode('reason', event.reason)
      const note = joined(reason, event.number)
      return { group: 'safety', icon: 'flag', title, note }
    }
    case 'decision': {
      const note = joined(decisionReason(event.decision, event.reason), event.lifted ? t('member.lifted') : '')
      return { group: 'safety', icon: 'gavel', title: tCode('decision', event.decision), note }
    }
    case 'act': {
      const note = joined(event.staff, event.reason, t('member.auditRow', { row: numberText(event.row) }))
      return { group: 'support', icon: 'scroll', title: tCode('act', event.act), note }
    }
  }
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
