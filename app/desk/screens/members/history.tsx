import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { MemberEvent } from '#contract/desk/entities/member.ts'
import { now } from '../../clock.ts'
import { moneyText, whenText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DeskIcon, type DeskIconName } from '../../ui/desk-icon.tsx'
import { Box } from '../../ui/parts.tsx'
import { decisionReason } from '../queue/row-words.ts'
import styles from './member.module.css'

const GROUPS = ['all', 'support', 'money', 'safety'] as const
type Group = (typeof GROUPS)[number]

const GROUP_OF = {
  signup: 'support',
  payment: 'money',
  report_made: 'safety',
  reported: 'safety',
  decision: 'safety',
  act: 'support',
} as const satisfies Record<MemberEvent['kind'], Group>

const ICONS = {
  signup: 'verified',
  payment: 'card',
  report_made: 'flag',
  reported: 'flag',
  decision: 'gavel',
  act: 'scroll',
} as const satisfies Record<MemberEvent['kind'], DeskIconName>

/** Payments, reports, decisions and acts of the desk, the newest first. */
export const History = ({ events }: { events: readonly MemberEvent[] }) => {
  useSignals()
  const [group, setGroup] = useState<Group>('all')
  const shown = events.filter(({ kind }) => group === 'all' || GROUP_OF[kind] === group)
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
        {shown.map((event) => (
          <li key={JSON.stringify(event)}>
            <time className="muted" dateTime={new Date(event.at).toISOString()}>
              {whenText(event.at, now.value)}
            </time>
            <DeskIcon name={ICONS[event.kind]} />
            <p>
              <b>{titleOf(event)}</b>
              <br />
              <span className="muted">{noteOf(event)}</span>
            </p>
          </li>
        ))}
      </ol>
    </Box>
  )
}

const titleOf = (event: MemberEvent): string => {
  switch (event.kind) {
    case 'signup':
      return t('member.signedUp')
    case 'payment':
      return t('member.bought', { count: event.credits })
    case 'report_made':
      return t('member.reportMade')
    case 'reported':
      return t('member.wasReported')
    case 'decision':
      return tCode('decision', event.decision)
    case 'act':
      return tCode('act', event.act)
  }
}

const noteOf = (event: MemberEvent): string => {
  switch (event.kind) {
    case 'signup':
      return ''
    case 'payment': {
      const amount = moneyText(event.amount, event.currency)
      return event.invoice === null ? amount : t('member.invoice', { amount, invoice: event.invoice })
    }
    case 'report_made':
    case 'reported':
      return [event.reason === null ? '' : tCode('reason', event.reason), t('member.letter', { number: event.letter })]
        .filter((part) => part !== '')
        .join(' · ')
    case 'decision':
      return [decisionReason(event.decision, event.reason), event.lifted ? t('member.lifted') : '']
        .filter((part) => part !== '')
        .join(' · ')
    case 'act':
      return [event.staff, event.reason, t('member.auditRow', { row: numberText(event.row) })]
        .filter((part) => part !== '')
        .join(' · ')
  }
}
