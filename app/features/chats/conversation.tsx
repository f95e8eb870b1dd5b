/** One conversation: header, messages and composer. */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLocation } from 'wouter'
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import { conversationsLeftFor, type ClosedReason } from '#contract/rules/may-write.ts'
import { after, now } from '../../ports/clock.ts'
import { vibrate } from '../../ports/haptics.ts'
import { isComposing } from '../../ui/composing.ts'
import { newId } from '../../ports/random.ts'
import { href } from '../../shell/routes.ts'
import { useSnapshot } from '../../shell/use-snapshot.ts'
import { BackLink, useWayBack } from '../../shell/back-link.tsx'
import { t } from '../../state/i18n.ts'
import { noteCause } from '../../state/offers.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource, type ResourceState } from '../../state/resource.ts'
import { tappedPhotoOf } from '../../state/tapped-photo.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useSanctionError } from '../me/suspension.tsx'
import { preloadPages } from '../pages/preload-pages.ts'
import { useBlocking } from '../blocked/change-block.ts'
import { ClosedComposer, LimitReached, SanctionedComposer } from './composer/closed-composer.tsx'
import { Composer } from './composer/composer.tsx'
import { putBack } from './composer/writing.ts'
import type { Content } from './content.ts'
import header from './conversation-header.module.css'
import { ConversationHeader } from './conversation-header.tsx'
import { ReportDialog } from '../report/report-dialog.tsx'
import { ShareDateDialog } from '../share-date/share-date-dialog.tsx'
import styles from './conversation.module.css'
import { FictionalWarning, warningPlace } from './fictional-warning.tsx'
import { ConversationError } from './conversation-error.tsx'
import { deleting } from './deleting.ts'
import { useMinute } from './page.ts'
import { storeUpload, outgoing } from './sending/page-outgoing.ts'
import { SafetyBar } from './safety-bar.tsx'
import { MessageToCome, Thread, ThreadAnnouncements } from './thread/thread.tsx'
import { flyInto } from './thread/fly-into.ts'
import { EmptyThread } from './thread/empty-thread.tsx'
import type { History } from './thread/use-history.ts'
import { facesOf, openersOf } from './thread/openers.ts'
import { useLeftPlace, useOpening } from './thread/use-opening.ts'
import { useReadMark } from './thread/use-reading.ts'
import { useThread } from './thread/use-thread.ts'
import { useFailureActions } from './thread/use-failure-actions.ts'
import { TypingBubble } from './thread/bubble.tsx'
import { drafts } from '../../state/drafts.ts'
import { shownName } from './message-words.ts'

type Answer = CallAnswer<'messages.list'>

type Props = {
  me: User
  conversation: string
  /** The partner's profile id. */
  partner: number
}

export const Conversation = ({ me, conversation, partner }: Props) => {
  const { answer, history, messages, older, reach, error, refresh } = useThread(me.id, conversation)
  const { returnTo, onLeave } = useLeftPlace(conversation)
  const { isOpen, unread, isMissed } = useOpening(me.id, answer, history, older, returnTo?.id)
  const newPartner = useNewPartner(answer, partner)
  const { closed, block, unblock } = useBlocking(
    { id: partner, name: answer ? shownName(answer.profile) : '' },
    conversation,
    closedOf(answer, newPartner),
  )
  const [, navigate] = useLocation()
  const leave = useWayBack('chats-id')
  const [isReporting, setReporting] = useState(false)
  const [isSharingDate, setSharingDate] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // A message that only a push has announced has already begun the conversation.
  const isNew = answer?.chat === null && messages.length === 0 && !answer.incoming_at
  const hasTalked = newPartner.data?.profile.talked === true
  const sanction = useSanctionError(isNew && !hasTalked ? 'begin' : 'contact')
  const actions = useFailureActions(me.id, conversation, field, closed !== null || sanction !== null)
  const minute = useMinute()
  useReadMark(me.id, conversation, answer)
  useEffect(preloadPages, [])
  const path = href('chats-id', { id: conversation })
  useSnapshot(path, 'messages.list', { params: { conversation }, query: {} }, isOpen ? answer : null)
  usePageTitle(answer ? shownName(answer.profile) : null)

  if (!answer || !history || !isOpen)
    return error ? (
      <ConversationError error={error} retry={refresh} />
    ) : (
      <ConversationSkeleton tapped={tappedPhotoOf(path)} />
    )

  const { profile } = answer
  const name = shownName(profile)
  const left = isNew ? conversationsLeftFor(me, newPartner.data?.profile ?? null) : null
  // This could be one conversation too many.
  const isLimitUnknown = isNew && me.conversations_left === 0 && newPartner.data === null && newPartner.error === null
  const limit = sanction ?? (left === 0 ? 'reached' : isLimitUnknown ? 'unknown' : null)
  const warning = warningPlace(profile.fictional, messages, history.before)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // An open menu or dialog handles Escape itself.
    const isInside = event.target instanceof Element && event.target.closest('[popover], dialog') !== null
    if (event.defaultPrevented || isInside || isComposing(event.nativeEvent)) return
    // A click on a message leaves the field. The browser writes the letter where the focus is after this event.
    if (isWriting(event)) field.current?.focus({ preventScroll: true })
    if (event.key === 'Escape') leave()
  }
  const send = (clientId: string, content: Content): void => {
    outgoing.send({ ...content, client_id: clientId, conversation, sender: me.id, profile: partner, sent_at: now() })
    vibrate('deed')
    noteCause('message')
  }
  const takeOpener = (text: string, words?: HTMLElement): void => {
    drafts.write(me.id, conversation, putBack(text, drafts.read(me.id, conversation)))
    if (words && field.current) flyInto(words, field.current)
    // An open dialog keeps the focus, so wait until it has closed.
    after(0, () => field.current?.focus())
  }
  const remove = (): void => {
    void deleting.remove({ conversation, upTo: answer.chat?.last_message?.id ?? null, name })
    navigate(href('chats'))
  }
  const theirNewest = history.messages.findLast(({ sender }) => sender !== me.id)?.id

  return (
    <div className={styles['conversation']} onKeyDown={onKeyDown}>
      <ConversationHeader
        profile={profile}
        conversation={conversation}
        closed={closed}
        now={minute}
        onBlock={block}
        onUnblock={unblock}
        onReport={() => setReporting(true)}
        onShareDate={() => setSharingDate(true)}
        onDelete={answer.chat ? remove : null}
      />
      {messages.length === 0 && answer.incoming_at ? (
        <MessageToCome alone />
      ) : messages.length === 0 && !answer.older_hidden ? (
        <EmptyThread
          name={name}
          fictional={profile.fictional}
          hasTalked={hasTalked}
          left={left === 0 ? null : left}
          faces={facesOf(me.profile, profile)}
          openers={newPartner.data ? openersOf(me.profile, newPartner.data.profile) : []}
          onOpener={closed === null && limit === null ? takeOpener : null}
        />
      ) : (
        <Thread
          history={history}
          messages={messages}
          older={older}
          reach={reach}
          unread={unread}
          isMissed={isMissed}
          returnTo={returnTo}
          onLeave={onLeave}
          name={name}
          now={minute}
          actions={actions}
          beginning={
            <>
              {answer.older_hidden ? <p className={styles['hidden']}>{t('chat.olderHidden')}</p> : null}
              {warning === 'beginning' ? <FictionalWarning name={name} isClosed={closed !== null} /> : null}
            </>
          }
          end={
            <>
              {answer.incoming_at ? <MessageToCome /> : null}
              <TypingBubble conversation={conversation} name={name} newest={theirNewest} />
            </>
          }
        />
      )}
      <ThreadAnnouncements messages={messages} name={name} />
      <Foot
        me={me}
        conversation={conversation}
        answer={answer}
        history={history}
        warnsOfFiction={warning === 'composer'}
        closed={closed}
        limit={limit}
        field={field}
        send={send}
        onReport={() => setReporting(true)}
        onBlock={block}
        onUnblock={unblock}
        onDelete={remove}
      />
      {isSharingDate ? (
        <ShareDateDialog me={me.id} conversation={conversation} name={name} onClose={() => setSharingDate(false)} />
      ) : null}
      {isReporting ? (
        <ReportDialog
          profile={{ id: partner, name }}
          {...(theirNewest === undefined ? {} : { about: { message: theirNewest } })}
          onClose={() => setReporting(false)}
          onBlock={async () => block()}
        />
      ) : null}
    </div>
  )
}

/** Whether a key writes or pastes beside every field. Space and the arrows scroll, and with Alt a Mac writes letters. */
const isWriting = ({ key, ctrlKey, metaKey, target }: KeyboardEvent<HTMLElement>): boolean => {
  if (target instanceof Element && target.closest('input, textarea') !== null) return false
  return ctrlKey || metaKey ? key.toLowerCase() === 'v' : key.length === 1 && key !== ' '
}

type FootProps = {
  me: User
  conversation: string
  answer: Answer
  history: History
  warnsOfFiction: boolean
  closed: ClosedReason | null
  /** Whether the member's sanction allows messages here, and a free member may begin this conversation [CHAT-15]; null if so, or if it has begun. */
  limit: ReturnType<typeof useSanctionError> | 'reached' | 'unknown'
  field: RefObject<HTMLTextAreaElement | null>
  send: (clientId: string, content: Content) => void
  onReport: () => void
  onBlock: () => void
  onUnblock: () => void
  onDelete: () => void
}

/** Below the messages: warnings, and the composer or the reason that there is none. */
const Foot = ({ me, conversation, answer, history, warnsOfFiction, closed, limit, field, send, ...on }: FootProps) => {
  const { profile } = answer
  const name = shownName(profile)
  return (
    <div>
      {warnsOfFiction ? <FictionalWarning name={name} beside isClosed={closed !== null} /> : null}
      {profile.fictional || closed !== null ? null : (
        <SafetyBar
          key={conversation}
          me={me.id}
          conversation={conversation}
          name={name}
          messages={history.messages}
          onReport={on.onReport}
          onBlock={on.onBlock}
        />
      )}
      {closed !== null ? (
        <ClosedComposer
          reason={closed}
          isFraud={answer.chat?.warned_at !== undefined}
          name={name}
          onUnblock={on.onUnblock}
          onDelete={on.onDelete}
        />
      ) : limit === 'reached' ? (
        <LimitReached />
      ) : limit === 'unknown' ? null : limit !== null ? (
        <SanctionedComposer error={limit} />
      ) : (
        <Composer
          me={me.id}
          credits={me.credits}
          conversation={conversation}
          partner={profile}
          field={field}
          onText={(text) => send(newId(), { type: 'text', text })}
          onGift={(gift) => send(newId(), { type: 'gift', gift })}
          onPhoto={(ready, clientId) => send(clientId, { type: 'photo', photo: storeUpload(clientId, ready) })}
        />
      )}
    </div>
  )
}

type NewPartner = ResourceState<CallAnswer<'members.get'>>

/** Before the first message only the profile says whether the member may write. */
const useNewPartner = (answer: Answer | null, partner: number): NewPartner => {
  const isNew = answer !== null && answer.chat === null
  return useResource('members.get', isNew ? { params: { id: String(partner) } } : null)
}

/** The reason this member cannot write here, or null. */
const closedOf = (answer: Answer | null, newPartner: NewPartner): ClosedReason | null => {
  if (answer?.profile.exists === false) return 'recipient_deleted'
  if (answer?.chat) return answer.chat.closed
  if (newPartner.error?.error === 'blocked') return 'blocked'
  return newPartner.data?.profile.closed ?? null
}

const WIDTHS = ['56%', '40%', '62%', '34%', '48%', '58%']

/** The placeholder of a conversation that is loading, with the photo of the row that was tapped. */
const ConversationSkeleton = ({ tapped }: { tapped: string | null }) => (
  <div className={styles['conversation']}>
    <header className={header['header']}>
      <BackLink route="chats-id" className={header['back']} />
      <h1 className="vh">{t('title.chats')}</h1>
      {tapped ? (
        <span className={header['tapped']} data-shared-photo>
          <img src={tapped} alt="" />
        </span>
      ) : (
        <Skeleton width={44} height={44} round />
      )}
      <Skeleton width="40%" height={18} />
    </header>
    <div className={styles['bubbles']}>
      <Loading />
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={width} height={44} className={styles['bubble']} />
      ))}
    </div>
    {/* The newest message comes where the last placeholder was. */}
    <div className={styles['field']}>
      <Skeleton height={46} />
    </div>
  </div>
)
