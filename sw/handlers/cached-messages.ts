/**
 * Answers `messages.list`: stored pages from the device, other pages from the server, both with the queued messages.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Device } from '../device.ts'
import { answerOrNull, Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import { readConversation } from '../store/conversations.ts'
import type { MemberSession } from '../store/session.ts'
import { showAnyMessages, showMessages } from '../store/views.ts'
import { PAGE_STORES, receivePage } from '../sync/apply.ts'
import { answerOfServer, answerShown, answerWith, type CallHandler } from './answers.ts'
import { messagesSince } from './site-data.ts'

export const listMessages: CallHandler<'messages.list'> = async (device, { session, input, extend }) => {
  const { conversation } = input.params
  const { before } = input.query
  const since = await messagesSince(device)
  const stored = await showMessages(session, conversation, before, since)
  if (stored) {
    const synced = device.syncOf(session).soon()
    extend(before === undefined ? fillAfter(synced, device, session, conversation) : synced)
    return answerShown(stored)
  }

  // A push or the feed has stored a part of the conversation. Show it at once, with or without a network, and fetch the
  // rest afterwards [PWA-7].
  const some = before === undefined ? await showAnyMessages(session, conversation, since) : null
  if (some && (some.data.messages.length > 0 || some.data.incoming_at)) {
    extend(fillAfter(device.syncOf(session).now(), device, session, conversation))
    return answerShown(some)
  }

  extend(device.syncOf(session).soon())
  const answer = await takePage(device, session, conversation, before)
  if (answer?.ok && answer.data) {
    // Show the page with the queued messages. A page that was not stored, since it adjoins nothing, is shown as the
    // server sent it.
    const shown = await showMessages(session, conversation, before, since)
    return answerWith(shown?.data ?? answer.data)
  }
  const isRefused = answer?.ok === false && answer.status < 500 && answer.body !== null
  if (some && !isRefused) return answerShown(some)
  if (!answer) throw new Unreachable()
  return answerOfServer(answer)
}

/** Every sync fetches the newest conversations. An older one needs a request of its own, also after a break in the feed. */
const fillAfter = async (
  synced: Promise<void>,
  device: Device,
  session: MemberSession,
  conversation: string,
): Promise<void> => {
  await synced
  const row = await session.read(['conversations'], (tx) => readConversation(tx, conversation))
  if (row?.history && !row.history.gap) return
  const answer = await takePage(device, session, conversation, undefined)
  if (answer?.ok) device.ports.news([`messages:${conversation}`])
}

const takePage = async (
  device: Device,
  session: MemberSession,
  conversation: string,
  before: number | undefined,
): Promise<ServerAnswer<CallAnswer<'messages.list'>> | null> => {
  const query = before === undefined ? {} : { before: String(before) }
  const answer = await answerOrNull(device.server.ask(session, 'messages.list', { params: { conversation }, query }))
  const page = answer?.ok ? answer.data : null
  if (page)
    await unlessFull(
      session.write(PAGE_STORES, (tx) =>
        receivePage(tx, conversation, before, page, { member: session.member, now: device.ports.now() }),
      ),
    )
  return answer
}
