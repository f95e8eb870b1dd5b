/** The case of a member: profile, evidence and decision side by side; a phone shows one of them at a time [DESK-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { deskCalls } from '#contract/desk/calls.ts'
import type { Case } from '#contract/desk/case.ts'
import { classes } from '../../../ui/classes.ts'
import { call, failureText, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeLeftText, dateText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { maySee } from '../../screens.ts'
import { self } from '../../session.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { ClaimMark, SeverityMark } from '../../ui/queue-marks.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { itemWord, memberName } from '../queue/row-words.ts'
import styles from './case.module.css'
import { DecisionPart } from './decision-part.tsx'
import { EvidencePart, type CaseMessages } from './evidence-part.tsx'
import { useClaim } from './claim-state.tsx'
import { HistoryBox, LinksBox, ProfileBox, type SnapshotPhoto } from './profile-part.tsx'
import { backToQueue, useQueueKey } from './queue-link.ts'

/** The parts of a case. A phone shows one part at a time. */
const PARTS = ['messages', 'profile', 'links', 'history'] as const
type Part = (typeof PARTS)[number] | 'decide'

type Props = { data: Case; failure: Failure | null; reload: () => void }

type CaseSnapshot = Case['evidence'][number]

/** The parts of a snapshot that are covered until somebody opens them, which the server logs first [DESK-3]. */
const useCoveredParts = (snapshot: CaseSnapshot | null) => {
  const [opened, setOpened] = useState<ReadonlyMap<number, CaseMessages>>(new Map())
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const messages = snapshot ? (opened.get(snapshot.letter) ?? null) : null

  const openMessages = async (): Promise<void> => {
    if (snapshot === null || messages !== null || snapshot.messages === 0) return
    const answer = await call('case.messages', { params: { letter: String(snapshot.letter) } })
    if (answer.ok) setOpened((before) => new Map([...before, [snapshot.letter, answer.data]]))
    else showToast(failureText(answer.failure))
  }
  const show = (photo: string): void => setShown((before) => new Set([...before, photo]))
  const showProfilePhoto = async ({ id, hash }: SnapshotPhoto): Promise<void> => {
    if (snapshot === null) return
    const answer = await call('case.show_photo', { params: { letter: String(snapshot.letter), photo: String(id) } })
    if (answer.ok) show(hash)
    else showToast(failureText(answer.failure))
  }
  const showCovered = (): void => {
    if (messages === null) return void openMessages()
    const next = messages.messages.find(({ photo }) => photo !== null && !shown.has(photo))
    if (next?.photo != null) show(next.photo)
  }
  return { messages, shown, openMessages, show, showProfilePhoto, showCovered }
}

/** Moves the focus to the decision and back. On a phone the pressed button is hidden then, which takes its focus away. */
const useDecisionFocus = (isDeciding: boolean) => {
  const wasDeciding = useRef(false)
  const decision = useRef<HTMLElement>(null)
  const decideButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isDeciding) decision.current?.focus({ preventScroll: true })
    else if (wasDeciding.current) decideButton.current?.focus({ preventScroll: true })
    wasDeciding.current = isDeciding
  }, [isDeciding])
  return { decision, decideButton }
}

export const MemberCase = ({ data, failure, reload }: Props) => {
  useSignals()
  const { member, items, evidence } = data
  const [part, setPart] = useState<Part>('messages')
  /** The item on screen. It stays when a report that is more urgent comes before it. */
  const [chosen, setChosen] = useState(items[0])
  /** The snapshot of the open dialog about a hold: what the page shows may change while somebody writes the reason. */
  const [holding, setHolding] = useState<CaseSnapshot | null>(null)
  const [lifting, setLifting] = useState<Case['decisions'][number] | null>(null)
  const role = self.value?.role
  const mayDecide = role !== undefined && maySee(deskCalls['case.decide'], role)
  const index = Math.max(
    0,
    items.findIndex(({ kind, id }) => kind === chosen?.kind && id === chosen.id),
  )
  const item = items[index] ?? null
  const move = (step: 1 | -1): void => setChosen(items.at((index + step) % items.length))
  const snapshot = evidence.find(({ letter }) => letter === item?.id && isLetter(item.kind)) ?? evidence[0] ?? null
  const claiming = useClaim(data, reload)
  const { isMine, isTheirs, claimNow, release } = claiming
  const { messages, shown, openMessages, show, showProfilePhoto, showCovered } = useCoveredParts(snapshot)
  /** Everything that waits is against one's own decisions: a claim would only keep the colleagues away who may answer. */
  const isOwn = items.length > 0 && items.every(({ is_own }) => is_own)
  /** If false, the part of the decision only says who decides. */
  const canDecide = mayDecide && !isTheirs && !isOwn
  const isDeciding = part === 'decide'
  const { decision, decideButton } = useDecisionFocus(isDeciding)
  useKeys([
    ...(items.length > 1
      ? [{ keys: ['n', 'p'], text: 'key.nextPrevious' as const, run: (key: string) => move(key === 'n' ? 1 : -1) }]
      : []),
    { keys: ['v'], text: 'key.show', run: showCovered },
    ...(isTheirs || isOwn ? [] : [{ keys: ['c'], text: 'key.claim' as const, run: () => void claimNow() }]),
    ...(isMine ? [{ keys: ['r'], text: 'key.release' as const, run: () => void release() }] : []),
    { keys: ['l'], text: 'key.hold', isQuiet: true, run: () => setHolding(snapshot) },
    useQueueKey(() => {
      if (isDeciding) setPart('messages')
      return isDeciding
    }),
  ])

  const hiddenUnless = (own: Part): string | false | undefined => part !== own && styles['away']
  const left = data.due_at === null ? null : leftText(data.due_at, now.value)
  return (
    <>
      <Head
        title={data.case === null ? memberName(member) : t('case.number', { number: data.case })}
        note={left ?? t('case.nothingWaits')}
        back={backToQueue()}
      >
        {data.severity && item ? <SeverityMark severity={data.severity} word={itemWord(item)} /> : null}
        <ClaimMark claim={data.claim} className={styles['wide']} />
      </Head>
      <Main bare className={classes(styles['case'], isDeciding && styles['deciding'])}>
        <nav className={styles['parts']} aria-label={t('case.parts')}>
          {PARTS.map((one) => (
            <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
              {tCode('casePart', one)}
              {one === 'links' && data.links.length > 0 ? ` ${numberText(data.links.length)}` : ''}
            </button>
          ))}
        </nav>
        <section className={styles['who']} aria-label={t('case.who')}>
          <ProfileBox
            data={data}
            snapshot={snapshot}
            shown={shown}
            onShow={(photo) => void showProfilePhoto(photo)}
            className={classes(hiddenUnless('profile')) || undefined}
          />
          <LinksBox data={data} className={classes(hiddenUnless('links')) || undefined} />
          <HistoryBox
            data={data}
            className={classes(hiddenUnless('history')) || undefined}
            onLift={mayDecide && !isTheirs ? setLifting : null}
          />
        </section>
        <section className={classes(styles['evidence'], hiddenUnless('messages'))} aria-label={t('case.reported')}>
          {failure ? <p role="status">{failureText(failure)}</p> : null}
          <EvidencePart
            data={data}
            item={item}
            snapshot={snapshot}
            messages={messages}
            shown={shown}
            onMove={move}
            onOpen={() => void openMessages()}
            onShow={show}
            onHold={() => setHolding(snapshot)}
          />
        </section>
        <section
          ref={decision}
          tabIndex={-1}
          className={classes(styles['decide'], hiddenUnless('decide'))}
          aria-label={t('case.decision')}
        >
          <DeskButton
            kind="quiet"
            icon="arrow-left"
            className={styles['phoneOnly']}
            onClick={() => setPart('messages')}
          >
            {t('case.backToCase')}
          </DeskButton>
          <DecisionPart data={data} mayDecide={mayDecide} claiming={claiming} reload={reload} />
        </section>
        <footer className={styles['dock']}>
          <p>
            <ClaimMark claim={data.claim} />
            {left === null ? null : <span className="muted num">{left}</span>}
          </p>
          <p>
            <DeskButton
              ref={decideButton}
              {...(canDecide ? { icon: 'gavel' } : { kind: 'second' })}
              lead
              className={styles['grow']}
              onClick={() => setPart('decide')}
            >
              {t(canDecide ? 'case.decide' : 'case.decision')}
            </DeskButton>
            {isMine ? (
              <DeskButton kind="second" lead onClick={() => void release()}>
                {t('case.release')}
              </DeskButton>
            ) : null}
          </p>
        </footer>
      </Main>
      {lifting ? (
        <LiftDialog
          decision={lifting}
          onClose={() => {
            setLifting(null)
            reload()
          }}
        />
      ) : null}
      {holding ? (
        <HoldDialog
          snapshot={holding}
          onClose={() => {
            setHolding(null)
            reload()
          }}
        />
      ) : null}
    </>
  )
}

const isLetter = (kind: Case['items'][number]['kind']): boolean => kind === 'report' || kind === 'notice'

const leftText = (dueAt: number, at: number): string => {
  const left = timeLeftText(dueAt, at)
  return dueAt < at ? left : t('case.left', { left })
}

/** Lifts a decision that was wrong, with a reason, also after its statement has left [DESK-7]. */
const LiftDialog = ({ decision, onClose }: { decision: Case['decisions'][number]; onClose: () => void }) => {
  const { id, kind, at } = decision
  const lift = async (reason: string): Promise<Failure | null> => {
    const answer = await call('decisions.lift', { params: { decision: String(id) }, body: { reason } })
    if (!answer.ok) return answer.failure
    showToast(t('case.liftDone'))
    onClose()
    return null
  }
  return (
    <ReasonDialog
      title={t('case.lift')}
      about={id}
      note={t('case.liftText', { kind: tCode('decisionKind', kind), date: dateText(at) })}
      submit={t('case.lift')}
      send={lift}
      onClose={onClose}
    />
  )
}

/** Sets or ends the legal hold of a snapshot, with a reason [DESK-6]. */
const HoldDialog = ({ snapshot, onClose }: { snapshot: CaseSnapshot; onClose: () => void }) => {
  const { letter, legal_hold, held_until } = snapshot
  const title = t(legal_hold ? 'case.endHold' : 'case.hold')
  const change = async (reason: string): Promise<Failure | null> => {
    const body = { legal_hold: !legal_hold, reason }
    const answer = await call('case.hold', { params: { letter: String(letter) }, body })
    if (!answer.ok) return answer.failure
    onClose()
    return null
  }
  return (
    <ReasonDialog
      title={title}
      about={letter}
      note={t(legal_hold ? 'case.endHoldText' : 'case.holdText', { date: dateText(held_until) })}
      submit={title}
      send={change}
      onClose={onClose}
    />
  )
}
