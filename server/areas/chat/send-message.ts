/** Sends a text or a gift [CHAT-2], [CHAT-3]. */
import type { CallParsed } from '#contract/calls.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { currentRequest } from '../../request-context.ts'
import { SENDING, sendOnce, type Sent } from './send-all.ts'
import { protectionOf, type OutgoingMessage } from './send-rules.ts'

type MessageBody = CallParsed<'messages.send'>['body']
type Terms = {
  settings: Pick<
    SiteSettings,
    | 'message_length'
    | 'message_credits'
    | 'gift_credits'
    | 'new_account_days'
    | 'new_conversations_a_day'
    | 'fictional_responder'
  >
  env: Pick<Env, 'RATE_LIMITS' | 'MODE' | 'FICTIONAL_URL'>
}

export const sendMessage = async (
  { writeGrouped, now, settings, env }: Pick<Deps, 'writeGrouped' | 'now' | 'settings' | 'env'>,
  sender: number,
  draft: MessageBody,
): Promise<Sent | Refusal> => {
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
): Promise<Sent | Refusal> => refusalOfDraft(sender, draft, terms) ?? sendOnce(tx, sender, messageOf(draft, terms), at)

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
    photo: null,
    protection: protectionOf(settings, env),
  }
  return draft.type === 'gift'
    ? { ...shared, type: 'gift', text: draft.gift, cost: settings.gift_credits }
    : { ...shared, type: 'text', text: draft.text, cost: settings.message_credits }
}
