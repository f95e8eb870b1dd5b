/** A conversation: the pages held from the device, others from the server, and what waits here with both. */
import { answerOrNull, Unreachable } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import { showAnyMessages, showMessages } from '../store/views.ts'
import { PAGE_STORES, receivePage } from '../sync/receive.ts'
import { answerOfServer, answerShown, answerWith } from './answers.ts'
import type { Reader } from './cached.ts'
import { messagesSince } from './cached-site.ts'

export const listMessages: Reader<'messages.list'> = async (device, { session, input, extend }) => {
  const { conversation } = input.params
  const { before } = input.query
  extend(device.syncOf(session).soon())
  const since = await messagesSince(device)
  const held = await showMessages(session, conversation, before, since)
  if (held) return answerShown(held)

  const query = before === undefined ? {} : { before: String(before) }
  const asking = device.server.ask(session, 'messages.list', { params: { conversation }, query })
  const answer = await answerOrNull(asking)
  if (answer?.ok && answer.data) {
    const page = answer.data
    await unlessFull(
      session.write(PAGE_STORES, (tx) =>
        receivePage(tx, conversation, before, page, { member: session.member, now: device.ports.now() }),
      ),
    )
    // With what waits; a page that joins nothing held is shown as it came.
    const shown = await showMessages(session, conversation, before, since)
    return answerWith(shown?.data ?? page)
  }
  const isRefused = answer?.ok === false && answer.status < 500 && answer.body !== null
  const some = before === undefined && !isRefused ? await showAnyMessages(session, conversation, since) : null
  if (some) return answerShown(some)
  if (!answer) throw new Unreachable()
  return answerOfServer(answer)
}
