/** The reported item in the reporter's words, and the messages around it, covered until somebody asks [DESK-3][DESK-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Case, SnapshotMessage } from '#contract/desk/case.ts'
import type { QueueItem } from '#contract/desk/queue.ts'
import { classes } from '../../../ui/classes.ts'
import { call, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { dateText, timeText, whenText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Box, CoveredText, Tag } from '../../ui/parts.tsx'
import { itemText, itemWord, kindIcon, memberName } from '../queue/row-words.ts'
import styles from './case.module.css'
import { evidencePhoto, type Snapshot } from './profile-part.tsx'
import { auditPath } from './queue-link.ts'

export type CaseMessages = DeskAnswer<'case.messages'>

type Props = {
  data: Case
  item: QueueItem | null
  snapshot: Snapshot | null
  /** The messages of the snapshot, once the look is logged. */
  messages: CaseMessages | null
  shown: ReadonlySet<string>
  onMove: (step: 1 | -1) => void
  onOpen: () => void
  onShow: (hash: string) => void
  onHold: () => void
}

export const EvidencePart = ({ data, item, snapshot, messages, shown, onMove, onOpen, onShow, onHold }: Props) => {
  useSignals()
  const { items } = data
  const reporter = item?.kind === 'report' ? data.reporters.find(({ id }) => id === item.from?.id) : undefined
  const held = item?.kind === 'flag' ? data.held.find(({ flag }) => flag === item.id) : undefined
  return (
    <>
      {item === null ? <p className="muted">{t('case.nothingWaitsText')}</p> : null}
      {item ? (
        <article className={styles['item']} aria-live="polite">
          <p className={styles['line']}>
            <DeskIcon name={kindIcon(item.kind)} />
            <span className={styles['grow']}>
              <b>
                {item.from
                  ? t('queue.itemFrom', { kind: itemWord(item), name: memberName(item.from) })
                  : itemWord(item)}
              </b>{' '}
              <span className="muted num">
                {[whenText(item.at, now.value), item.number].filter((text) => text !== '').join(' · ')}
              </span>
            </span>
            {items.length > 1 ? (
              <span>
                {items.length > 2 ? (
                  <DeskButton
                    kind="quiet"
                    icon="arrow-left"
                    keys="p"
                    aria-label={t('case.previousItem')}
                    onClick={() => onMove(-1)}
                  >
                    {null}
                  </DeskButton>
                ) : null}
                <DeskButton kind="quiet" keys="n" onClick={() => onMove(1)}>
                  {t('case.itemOf', { number: items.indexOf(item) + 1, total: items.length })}
                </DeskButton>
              </span>
            ) : null}
          </p>
          <p className={styles['quote']}>{itemText(item)}</p>
          {reporter ? (
            <p className="muted num">
              {t('case.reporter', {
                reports: numberText(reporter.reports),
                upheld: numberText(reporter.upheld),
                dismissed: numberText(reporter.dismissed),
              })}
            </p>
          ) : null}
          {item.is_own ? (
            <p className={classes(styles['line'], 'muted')}>
              <DeskIcon name="lock" size={16} />
              <span className={styles['grow']}>{t('queue.ownAppeal')}</span>
            </p>
          ) : null}
        </article>
      ) : null}
      {held ? <HeldMessageBox key={held.flag} held={held} /> : null}
      {items.length > 1 ? (
        <p className={styles['marks']}>
          {[...countKinds(items)].map(([kind, count]) => (
            <Tag key={kind} icon={kindIcon(kind)}>
              {numberText(count)} {tCode(count === 1 ? 'kind' : 'filter', kind)}
            </Tag>
          ))}
        </p>
      ) : null}
      {snapshot ? (
        <>
          <Box
            title={t('case.messages')}
            {...(messages && { end: <LoggedNote messages={messages} /> })}
            className={styles['talkBox']}
          >
            <Talk
              data={data}
              snapshot={snapshot}
              messages={messages}
              shown={shown}
              onOpen={onOpen}
              onShow={onShow}
              other={items.find(({ id, kind }) => id === snapshot.letter && kind === 'report')?.from?.name ?? ''}
            />
          </Box>
          <p className={styles['line']}>
            <DeskIcon name="lock" size={16} />
            <span className={classes(styles['grow'], 'muted')}>
              {snapshot.legal_hold ? t('case.held') : t('case.kept', { date: dateText(snapshot.held_until) })}
            </span>
            <DeskButton kind="quiet" keys="l" onClick={onHold}>
              {t(snapshot.legal_hold ? 'case.endHold' : 'case.hold')}
            </DeskButton>
          </p>
        </>
      ) : null}
    </>
  )
}

const countKinds = (items: readonly QueueItem[]): ReadonlyMap<QueueItem['kind'], number> =>
  items.reduce(
    (counts, { kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1),
    new Map<QueueItem['kind'], number>(),
  )

/** A message that the automatic check holds: why, and after a logged look its text and its recipient [GUARD-1]. */
const HeldMessageBox = ({ held: { flag, found } }: { held: Case['held'][number] }) => {
  const [opened, setOpened] = useState<DeskAnswer<'case.held_message'> | null>(null)
  const open = async (): Promise<void> => {
    const answer = await call('case.held_message', { params: { flag: String(flag) } })
    if (answer.ok) setOpened(answer.data)
    else showToast(failureText(answer.failure))
  }
  return (
    <Box
      title={t('case.heldTitle')}
      {...(opened && { end: <LoggedNote messages={opened} /> })}
      className={styles['talkBox']}
    >
      <p className={styles['marks']}>
        {found.map((one) => (
          <Tag key={one} icon="bot">
            {tCode('found', one)}
          </Tag>
        ))}
      </p>
      {opened === null ? (
        <CoveredText
          title={t('case.heldCovered')}
          note={t('photos.showLogged')}
          action={
            <DeskButton kind="second" onClick={() => void open()}>
              {t('case.showHeld')}
            </DeskButton>
          }
        />
      ) : (
        <>
          {opened.to === '' ? null : <p className="muted">{t('case.heldTo', { name: opened.to })}</p>}
          <p className={styles['said']}>{t('queue.quote', { text: opened.text })}</p>
        </>
      )}
    </Box>
  )
}

/** Names the audit row that logged the look at the messages. */
const LoggedNote = ({ messages: { at, audit } }: { messages: Pick<CaseMessages, 'at' | 'audit'> }) => {
  const to = auditPath(audit)
  const row = t('case.auditRow', { number: numberText(audit) })
  return (
    <span className={classes(styles['line'], 'muted', 'num')}>
      <DeskIcon name="scroll" size={16} />
      {t('case.opened', { time: timeText(at) })} {to === null ? <b>{row}</b> : <Link href={to}>{row}</Link>}
    </span>
  )
}

type TalkProps = Pick<Props, 'data' | 'messages' | 'shown' | 'onOpen' | 'onShow'> & {
  snapshot: Snapshot
  /** The reporter's name; empty for a visitor or an erased account. */
  other: string
}

const Talk = ({ data, snapshot, messages, shown, onOpen, onShow, other }: TalkProps) => {
  if (snapshot.messages === 0) return <p className="muted">{t('case.noMessages')}</p>
  if (messages === null)
    return (
      <CoveredText
        title={t('case.covered', { count: snapshot.messages })}
        note={t('photos.showLogged')}
        action={
          <DeskButton kind="second" keys="v" onClick={onOpen}>
            {t('photos.show')}
          </DeskButton>
        }
      />
    )
  const nameOf = ({ sender }: SnapshotMessage): string => {
    if (sender === data.member.id) return snapshot.profile.name
    return other === '' ? t('case.otherMember') : other
  }
  return (
    <ol className={styles['talk']}>
      {messages.messages.map((message) => {
        const isReported = message.id === messages.reported
        return (
          <li key={message.id} className={classes(isReported && styles['reported'])}>
            <time dateTime={new Date(message.sent_at).toISOString()}>{whenText(message.sent_at, now.peek())}</time>
            <div>
              <b className={classes(message.sender !== data.member.id && styles['other'])}>{nameOf(message)}</b>{' '}
              {message.type === 'gift' ? <Tag icon="gift">{t('case.gift')}</Tag> : null} {message.text}{' '}
              {message.photo === null ? null : shown.has(message.photo) ? (
                <img
                  className={styles['sent']}
                  src={evidencePhoto(snapshot.letter, message.photo)}
                  alt={t('case.sentPhoto', { name: nameOf(message) })}
                />
              ) : (
                <CoveredPhoto hash={message.photo} onShow={onShow} />
              )}
              {isReported ? <Tag icon="flag">{t('case.isReported')}</Tag> : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const CoveredPhoto = ({ hash, onShow }: { hash: string; onShow: (hash: string) => void }) => (
  <>
    <Tag icon="eye-off">{t('case.photoCovered')}</Tag>
    <DeskButton kind="quiet" keys="v" onClick={() => onShow(hash)}>
      {t('photos.show')}
    </DeskButton>
  </>
)
