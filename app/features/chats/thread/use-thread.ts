/**
 * Everything a conversation shows: stored messages, messages waiting on the device, and messages this page is sending.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { useResource } from '../../../state/resource.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { threadMessages, type ThreadMessage } from './thread-message.ts'
import { useHistory, type OlderMessages, type History } from './use-history.ts'

type Answer = CallAnswer<'messages.list'>

export type ThreadState = {
  answer: Answer | null
  /** Messages stored on the server, near the view. */
  history: History | null
  messages: readonly ThreadMessage[]
  older: OlderMessages
  reach: (first: number, last: number) => void
  error: ErrorBody | null
  loading: boolean
  refresh: () => Promise<void>
}

const UNREAD_NOTHING = { delivered_up_to: 0, read_up_to: 0 }

export const useThread = (me: number, conversation: string): ThreadState => {
  useSignals()
  const { data, error, loading, refresh } = useResource('messages.list', { params: { conversation }, query: {} })
  const { history, older, reach } = useHistory(conversation, data)
  const sends = outgoing.sends.value

  useEffect(() => outgoing.restore(me), [me])
  useEffect(() => {
    if (data) outgoing.listed(conversation, clientIdsOf(data, me))
  }, [data, conversation, me])

  const messages = useMemo(
    () =>
      threadMessages({
        me,
        stored: history?.messages ?? [],
        waiting: data?.waiting ?? [],
        sends: sends.filter((send) => send.conversation === conversation && send.sender === me),
        marks: data?.chat ?? UNREAD_NOTHING,
      }),
    [me, conversation, history, data, sends],
  )
  return { answer: data, history, messages, older, reach, error, loading, refresh }
}

const clientIdsOf = ({ messages, waiting = [] }: Answer, me: number): Set<string> =>
  new Set([...messages, ...waiting].filter(({ sender }) => sender === me).map(({ client_id }) => client_id))
