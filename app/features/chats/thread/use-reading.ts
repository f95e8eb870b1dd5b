/** Unread messages of a conversation [CHAT-1]: the divider above them, and the read mark, sent while the conversation is visible. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { call } from '../../../ports/api.ts'
import { afterMovement } from '../../../ports/idle.ts'
import { visible } from '../../../ports/page.ts'
import { invalidate } from '../../../state/resource.ts'

type Answer = CallAnswer<'messages.list'>

export const useReadMark = (me: number, conversation: string, answer: Answer | null): void => {
  useSignals()
  const isVisible = visible.value
  const sender = useMemo(
    () =>
      createReadMarkSender(async (upTo) => {
        const result = await call('chats.read', { params: { conversation }, body: { up_to: upTo } })
        // A worker reports the change itself; without a worker this page does.
        if (result.ok && !result.queued) invalidate(['chats', 'user'])
        return result.ok
      }),
    [conversation],
  )
  useEffect(() => {
    if (!answer) return undefined
    const { chat, messages } = answer
    let isStale = false
    // The counts that change with it would be drawn during the movement to the conversation.
    afterMovement(() => {
      if (isStale) return
      const upTo = readUpTo({ me, chat, messages, visible: isVisible, sentUpTo: sender.sentUpTo() })
      if (upTo !== null) void sender.send(upTo)
    })
    return () => {
      isStale = true
    }
  }, [answer, isVisible, me, sender])
}

/** My read mark when the conversation opened with unread messages, as a message id; later reading does not move it. */
export const useOpenedAt = (answer: Answer | null): number | null => {
  const [opened, setOpened] = useState<{ at: number | null } | null>(null)
  if (answer && !opened)
    setOpened({ at: answer.chat && answer.chat.num_unread_messages > 0 ? answer.chat.my_read_up_to : null })
  return opened?.at ?? null
}

/** The message under the unread divider: the partner's first after my read mark at the time of opening. */
export const firstUnread = (messages: readonly Message[], me: number, readUpTo: number): Message | undefined =>
  messages.find((message) => message.sender !== me && message.id > readUpTo)

type Reading = {
  me: number
  /** Null if nobody has begun the conversation. */
  chat: Pick<Chat, 'num_unread_messages' | 'my_read_up_to'> | null
  messages: readonly Message[]
  /** Whether the page is visible: a hidden page reads nothing. */
  visible: boolean
  /** The read mark that this page has already sent. */
  sentUpTo: number
}

/** The read mark to send now, as a message id, or null. */
export const readUpTo = ({ me, chat, messages, visible, sentUpTo }: Reading): number | null => {
  if (!visible || !chat || chat.num_unread_messages === 0) return null
  const newest = messages.findLast((message) => message.sender !== me)
  if (!newest || newest.id <= chat.my_read_up_to || newest.id <= sentUpTo) return null
  return newest.id
}

/**
 * Remembers the read mark that this page has sent.
 * @param send sends the mark to the server or the device; resolves to whether it was accepted
 */
export const createReadMarkSender = (send: (upTo: number) => Promise<boolean>) => {
  let sentUpTo = 0
  return {
    sentUpTo: (): number => sentUpTo,
    send: async (upTo: number): Promise<void> => {
      const before = sentUpTo
      sentUpTo = upTo
      // The mark was not accepted: the next answer sends it again.
      if (!(await send(upTo))) sentUpTo = Math.min(sentUpTo, before)
    },
  }
}
