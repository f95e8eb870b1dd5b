/** Everything a conversation shows, gathered: the newest page kept fresh, older pages on demand, what waits and what is being sent. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../../ports/api.ts'
import { useResource } from '../../../state/resource.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { withNewest, withOlder, type History } from './history.ts'
import { threadMessages, type ThreadMessage } from './thread-message.ts'

type Answer = CallAnswer<'messages.list'>

export type Older =
  | { state: 'none' }
  | { state: 'ready' | 'loading'; load: () => void }
  | { state: 'failed'; error: ErrorBody; load: () => void }

export type ThreadState = {
  answer: Answer | null
  /** What the server holds, as far back as it was asked for. */
  history: History | null
  messages: readonly ThreadMessage[]
  older: Older
  error: ErrorBody | null
  loading: boolean
  refresh: () => Promise<void>
}

const UNREAD_NOTHING = { delivered_up_to: 0, read_up_to: 0 }

export const useThread = (me: number, conversation: string): ThreadState => {
  useSignals()
  const { data, error, loading, refresh } = useResource('messages.list', { params: { conversation }, query: {} })
  const { history, older } = useHistory(conversation, data)

  useEffect(() => outgoing.restore(me), [me])
  useEffect(() => {
    if (data) outgoing.listed(conversation, clientIdsOf(data, me))
  }, [data, conversation, me])

  const messages = threadMessages({
    me,
    stored: history?.messages ?? [],
    waiting: data?.waiting ?? [],
    sends: outgoing.sends.value.filter((send) => send.conversation === conversation && send.sender === me),
    marks: data?.chat ?? UNREAD_NOTHING,
  })
  return { answer: data, history, messages, older, error, loading, refresh }
}

const clientIdsOf = ({ messages, waiting = [] }: Answer, me: number): Set<string> =>
  new Set([...messages, ...waiting].filter(({ sender }) => sender === me).map(({ client_id }) => client_id))

const useHistory = (conversation: string, data: Answer | null): { history: History | null; older: Older } => {
  const [history, setHistory] = useState<History | null>(null)
  const [seen, setSeen] = useState<Answer | null>(null)
  const [asked, setAsked] = useState<'idle' | 'loading' | ErrorBody>('idle')
  if (data !== seen) {
    setSeen(data)
    // The messages of before (another member's, forgotten at logout) go with their answer.
    setHistory(data === null ? null : withNewest(history, data))
  }

  const before = history?.before ?? null
  const load = async (): Promise<void> => {
    if (before === null || asked === 'loading') return
    setAsked('loading')
    const answer = await call('messages.list', { params: { conversation }, query: { before: String(before) } })
    if (answer.ok && !answer.queued) {
      setHistory((held) => held && withOlder(held, before, answer.data))
      setAsked('idle')
    } else setAsked(answer.ok ? 'idle' : answer.error)
  }
  return { history, older: olderOf(before, asked, () => void load()) }
}

const olderOf = (before: number | null, asked: 'idle' | 'loading' | ErrorBody, load: () => void): Older => {
  if (before === null) return { state: 'none' }
  if (asked === 'idle') return { state: 'ready', load }
  return asked === 'loading' ? { state: 'loading', load } : { state: 'failed', error: asked, load }
}
