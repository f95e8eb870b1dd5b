/** Sends a text, a gift or a photo [CHAT-2], [CHAT-3]. */
import type { CallParsed } from '#contract/calls.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { messageCost, type MessagePrices } from '#contract/rules/message-cost.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { refuse, type Refusal, isRefusal } from '../../http/reply.ts'
import { currentRequest } from '../../request-context.ts'
import { SENDING, sendOnce, type SendAnswer, checkBeforehand } from './send-all.ts'
import { protectionOf, type OutgoingMessage } from './send-rules.ts'
import type { Receive } from '../photos/intake.ts'
import { withFiles } from '../photos/with-files.ts'

type MessageBody = CallParsed<'messages.send'>['body']
type Terms = {
  settings: Pick<
    SiteSettings,
    keyof MessagePrices | 'message_length' | 'new_account_days' | 'new_conversations_a_day' | 'fictional_responder'
  >
  env: Pick<Env, 'RATE_LIMITS' | 'MODE' | 'FICTIONAL_URL'>
}

/** Sends a text or a gift. */
export const sendMessage = async (
  { writeGrouped, now, settings, env }: Pick<Deps, 'writeGrouped' | 'now' | 'settings' | 'env'>,
  sender: number,
  draft: MessageBody,
): Promise<SendAnswer | Refusal> => {
  const terms = { settings: settings(), env }
  return (
    refusalOfDraft(sender, draft, terms) ??
    writeGrouped(SENDING, { sender, outgoing: messageOf(draft, terms), at: now(), request: currentRequest() })
  )
}

/** The same inside a transaction that does more. */
export const sendWithin = async (
  tx: Tx,
  sender: number,
  draft: MessageBody,
  terms: Terms,
  at: number,
): Promise<SendAnswer | Refusal> =>
  refusalOfDraft(sender, draft, terms) ?? sendOnce(tx, sender, messageOf(draft, terms), at)

const refusalOfDraft = (sender: number, draft: MessageBody, { settings }: Terms): Refusal | null => {
  if (draft.profile === sender) return refuse('self_not_allowed')
  return draft.type === 'text' && draft.text.length > settings.message_length
    ? refuse('invalid_input', { fields: { text: 'too_long' } })
    : null
}

const messageOf = (draft: MessageBody, { settings, env }: Terms): OutgoingMessage => {
  const shared = {
    recipient: draft.profile,
    clientId: draft.client_id,
    statedCost: draft.cost,
    photo: null,
    protection: protectionOf(settings, env),
  }
  const cost = messageCost(draft.type, settings)
  return draft.type === 'gift'
    ? { ...shared, type: 'gift', text: draft.gift, cost }
    : { ...shared, type: 'text', text: draft.text, cost }
}

/**
 * Sends a photo: stores its files first, then message, photo and debit in one transaction [CHAT-5]. Repeats over any number of connections create one message, one debit and one set of files.
 * @param receive reads the photo; called only if the message may be sent
 */
export const sendPhoto = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'settings' | 'photos' | 'bus' | 'newId' | 'env'>,
  sender: number,
  draft: { clientId: string; recipient: number; statedCost?: number | undefined },
  receive: Receive,
): Promise<SendAnswer | Refusal> => {
  if (draft.recipient === sender) return refuse('self_not_allowed')
  const outgoing = {
    ...draft,
    cost: messageCost('photo', deps.settings()),
    protection: protectionOf(deps.settings(), deps.env),
  }
  const known =
    (await checkBeforehand(deps.read, sender, outgoing, deps.now())) ?? (await deps.bus.use('upload', sender))
  if (known) return known
  const received = await receive()
  if (isRefusal(received)) return received

  const { renditions, colours, width, height } = received
  return withFiles<SendAnswer | Refusal>(
    deps,
    renditions,
    async (tx, { hash }, at) => {
      // Another connection may have sent it first.
      const seen = await checkBeforehand(tx, sender, outgoing, at)
      if (seen) return { isNamed: false, answer: seen }
      const photo = { hash, colours, width, height }
      const answer = await sendOnce(tx, sender, { ...outgoing, type: 'photo', text: '', photo }, at)
      return { isNamed: true, answer }
    },
    [sender, draft.recipient],
  )
}
