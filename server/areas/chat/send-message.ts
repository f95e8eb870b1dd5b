/** Sends a message: permissions, debit, message, conversation, feeds and jobs in one transaction [CHAT-5], [PAY-1]. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayWriteTo } from '#contract/rules/visibility.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announceToBoth } from '../feed/announce.ts'
import { messageFrom } from './message-view.ts'
import type { GroundRow } from './send-queries.ts'

type Sent = CallAnswer<'messages.send'>
type Draft = CallParsed<'messages.send'>['body']

export const sendMessage = (
  { write, now, settings }: Pick<Deps, 'write' | 'now' | 'settings'>,
  sender: number,
  draft: Draft,
): Promise<Sent | Refusal> => write((tx) => sendWithin(tx, sender, draft, settings(), now()))

/** The same as part of a transaction that does more. */
export const sendWithin = async (
  tx: Tx,
  sender: number,
  draft: Draft,
  { message_length: longest, message_credits: cost }: Pick<Settings, 'message_length' | 'message_credits'>,
  at: number,
): Promise<Sent | Refusal> => {
  if (draft.profile === sender) return refuse('self_not_allowed')
  if (draft.text.length > longest) return refuse('invalid_input', { fields: { text: 'too_long' } })
  return sendOnce(tx, sender, draft, cost, at)
}

const sendOnce = async (tx: Tx, sender: number, draft: Draft, cost: number, at: number): Promise<Sent | Refusal> => {
  const { profile: recipient, client_id: clientId, text } = draft
  const ground = await tx.chat.ground(sender, recipient, clientId)
  if (!ground) throw new Error('A sender without an account')
  if (ground.sentBefore !== null) return firstAnswer(tx, sender, ground.sentBefore)
  const refusal = whyNot(ground, cost)
  if (refusal) return refusal

  const isFirst = ground.conversation === null
  const conversation = ground.conversation ?? (await tx.chat.begin(sender, recipient, at))
  const id = await tx.chat.append({ conversation, sender, recipient, clientId, text, at })
  const debit = { userId: sender, amount: -cost, reason: 'message', reference: String(id), at } as const
  const credits = await tx.money.addEntry(debit)
  // Nothing ran since the ground was looked at, so this cannot be; if it were, the whole message is undone.
  if (credits === null) throw new Error('A covered message was not debited')

  await announceToBoth(tx, [sender, recipient], 'message', id)
  if (!ground.recipient?.fictional)
    await addJobs(tx, { sender, recipient, message: id, at, isFirst, isPushed: ground.isPushed })

  const message: Message = {
    id,
    client_id: clientId,
    conversation: conversationId(sender, recipient),
    sender,
    sent_at: at,
    type: 'text',
    text,
  }
  return { message, credits }
}

const whyNot = (ground: GroundRow, cost: number): Refusal | null => {
  const { recipient, status, credits } = ground
  if (!recipient || status === null) return refuse('not_found')
  const talked = ground.conversation !== null
  const may = mayWriteTo({ kind: 'member', paid: false }, { ...ground, status, invisible: recipient.invisible, talked })
  if (!may.allowed) return refuse(may.reason, may.reason === 'blocked' ? { name: recipient.name } : {})
  return credits < cost ? refuse('not_enough_credits', { cost, credits }) : null
}

/** The same answer as the first time, without any effect [CHAT-5]. */
const firstAnswer = async (tx: Tx, sender: number, id: number): Promise<Sent> => {
  const [row] = await tx.chat.messagesById([id])
  if (!row) throw new Error('A message without its conversation')
  const credits = await tx.money.balanceAfter(sender, 'message', String(id))
  return { message: messageFrom(row), credits: credits ?? (await tx.money.balance(sender)) ?? 0 }
}

type Told = {
  sender: number
  recipient: number
  message: number
  at: number
  isFirst: boolean
  isPushed: boolean
}

/** Not for fictional profiles: nobody behind one waits for mail or push. */
const addJobs = async (tx: Tx, { sender, recipient, message, at, isFirst, isPushed }: Told): Promise<void> => {
  if (isPushed) await tx.jobs.add({ kind: 'push.message', payload: { message, recipient } }, at)
  if (isFirst) await tx.jobs.add({ kind: 'mail.new_conversation', payload: { sender, recipient } }, at)
  if (isPushed || isFirst) tx.jobWaits()
}
