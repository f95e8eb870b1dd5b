/** One conversation: who it is with, what was written, and where one writes. */
import { useRef, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { newId, now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { useBlocking } from './blocking.ts'
import { ClosedComposer } from './composer/closed-composer.tsx'
import { Composer } from './composer/composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import styles from './conversation.module.css'
import { FictionalWarning } from './fictional-warning.tsx'
import { NoConversation } from './no-conversation.tsx'
import { useMinute } from './page.ts'
import { outgoing } from './sending/page-outgoing.ts'
import { NothingYet } from './thread/nothing-yet.tsx'
import { firstUnread } from './thread/reading.ts'
import { Thread } from './thread/thread.tsx'
import { useOpenedAt, useReadMark } from './thread/use-reading.ts'
import { useThread } from './thread/use-thread.ts'
import { useWaysOn } from './thread/use-ways-on.ts'
import { warningPlace } from './thread/warning.ts'

type Props = {
  me: User
  conversation: string
  /** The partner's profile id. */
  partner: number
}

export const Conversation = ({ me, conversation, partner }: Props) => {
  const { answer, history, messages, older, error, loading, refresh } = useThread(me.id, conversation)
  const closedSoFar = useClosed(answer, partner)
  const { closed, block, unblock } = useBlocking(partner, conversation, closedSoFar)
  const [, navigate] = useLocation()
  const field = useRef<HTMLTextAreaElement>(null)
  const actions = useWaysOn(me.id, conversation, field)
  const openedAt = useOpenedAt(answer)
  const minute = useMinute()
  useReadMark(me.id, conversation, answer)
  usePageTitle(answer?.profile.name ?? null)

  if (!answer || !history)
    return error && !loading ? (
      <NoConversation error={error.error} retry={() => void refresh()} />
    ) : (
      <ConversationSkeleton />
    )

  const { profile } = answer
  const { name } = profile
  const unread = openedAt === null ? undefined : firstUnread(history.messages, me.id, openedAt)
  const warning = warningPlace(profile.fictional, messages, history.before)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // An open menu takes Escape for itself.
    const isInMenu = event.target instanceof Element && event.target.closest('[popover]') !== null
    if (event.key === 'Escape' && !event.defaultPrevented && !isInMenu) navigate(href('chats'))
  }
  const send = (text: string): void =>
    outgoing.send({
      client_id: newId(),
      conversation,
      sender: me.id,
      profile: partner,
      type: 'text',
      text,
      sent_at: now(),
    })

  return (
    <div className={styles['conversation']} onKeyDown={onKeyDown}>
      <ConversationHeader profile={profile} closed={closed} now={minute} onBlock={block} onUnblock={unblock} />
      {messages.length === 0 ? (
        <NothingYet name={name} />
      ) : (
        <Thread
          messages={messages}
          older={older}
          unreadFrom={messages.find(({ id }) => id !== null && id === unread?.id)?.key}
          name={name}
          now={minute}
          actions={actions}
          beginning={warning === 'beginning' ? <FictionalWarning name={name} /> : null}
        />
      )}
      <div>
        {warning === 'composer' ? <FictionalWarning name={name} beside /> : null}
        {closed === null ? (
          <Composer
            me={me.id}
            credits={me.credits}
            conversation={conversation}
            name={name}
            field={field}
            onSend={send}
          />
        ) : (
          <ClosedComposer reason={closed} name={name} onUnblock={unblock} />
        )}
      </div>
    </div>
  )
}

/** Why one cannot write. Before the first message only the profile knows. */
const useClosed = (answer: CallAnswer<'messages.list'> | null, partner: number): ClosedReason | null => {
  const isNew = answer !== null && answer.chat === null
  const member = useResource('members.get', isNew ? { params: { id: String(partner) } } : null)
  if (answer?.chat) return answer.chat.closed
  if (answer?.profile.exists === false) return 'recipient_deleted'
  if (member.error?.error === 'blocked') return 'blocked'
  return member.data?.profile.closed ?? null
}
