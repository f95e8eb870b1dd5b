/** Sends a text or a gift [CHAT-2], [CHAT-3]. */
import type { CallParsed } from '#contract/calls.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { sendOnce, type OutgoingMessage, type Sent } from './send-once.ts'

type Draft = CallParsed<'messages.send'>['body']
type Terms = Pick<SiteSettings, 'message_length' | 'message_credits' | 'gift_credits' | 'new_account_days'>

export const sendMessage = (
  { write, now, settings }: Pick<Deps, 'write' | 'now' | 'settings'>,
  sender: number,
  draft: Draft,
): Promise<Sent | Refusal> => write((tx) => sendWithin(tx, sender, draft, settings(), now()))

/** The same inside a transaction that does more. */
export const sendWithin = async (
  tx: Tx,
  sender: number,
  draft: Draft,
  terms: Terms,
  at: number,
): Promise<Sent | Refusal> => {
  if (draft.profile === sender) return refuse('self_not_allowed')
  if (draft.type === 'text' && draft.text.length > terms.message_length)
    return refuse('invalid_input', { fields: { text: 'too_long' } })
  return sendOnce(tx, sender, messageOf(draft, terms), at)
}

const messageOf = (draft: Draft, terms: Terms): OutgoingMessage => {
  const shared = {
    recipient: draft.profile,
    clientId: draft.client_id,
    photo: null,
    newAccountDays: terms.new_account_days,
  }
  return draft.type === 'gift'
    ? { ...shared, type: 'gift', text: draft.gift, cost: terms.gift_credits }
    : { ...shared, type: 'text', text: draft.text, cost: terms.message_credits }
}
