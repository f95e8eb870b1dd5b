/** Sends a photo: stores its files first, then message, photo and debit in one transaction [CHAT-2], [CHAT-5]. */
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import type { Deps } from '../../deps.ts'
import type { Receive } from '../photos/intake.ts'
import { withFiles } from '../photos/with-files.ts'
import { checkBeforehand, sendOnce, type Sent } from './send-all.ts'
import { protectionOf } from './send-rules.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'settings' | 'photos' | 'bus' | 'newId' | 'env'>

export type PhotoDraft = { clientId: string; recipient: number }

/**
 * Repeats over any number of connections create one message, one debit and one set of files.
 * @param receive reads the photo; called only if the message may be sent
 */
export const sendPhoto = async (
  deps: Needs,
  sender: number,
  draft: PhotoDraft,
  receive: Receive,
): Promise<Sent | Refusal> => {
  if (draft.recipient === sender) return refuse('self_not_allowed')
  const outgoing = {
    ...draft,
    cost: deps.settings().photo_credits,
    protection: protectionOf(deps.settings(), deps.env),
  }
  const known =
    (await checkBeforehand(deps.read, sender, outgoing, deps.now())) ?? (await deps.bus.use('upload', sender))
  if (known) return known
  const received = await receive()
  if (isRefusal(received)) return received

  const { renditions, colours, width, height } = received
  return withFiles<Sent | Refusal>(deps, renditions, async (tx, { hash }, at) => {
    // Another connection may have sent it first.
    const seen = await checkBeforehand(tx, sender, outgoing, at)
    if (seen) return { isNamed: false, answer: seen }
    const photo = { hash, colours, width, height }
    const answer = await sendOnce(tx, sender, { ...outgoing, type: 'photo', text: '', photo }, at)
    return { isNamed: true, answer }
  })
}
