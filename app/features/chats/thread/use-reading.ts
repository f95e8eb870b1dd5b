/** Sends the read mark while the conversation is visible, and remembers the read mark of its opening [CHAT-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { call } from '../../../ports/api.ts'
import { onceStill } from '../../../ports/movement.ts'
import { visible } from '../../../ports/page.ts'
import { invalidate } from '../../../state/resource.ts'
import { createReadMarkSender, readUpTo } from './reading.ts'

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
    onceStill(() => {
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
