/** The transaction that every message goes through: permissions, debit, message, feeds and jobs [CHAT-5], [PAY-1]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { CONVERSATIONS_FREE, DAY_MS } from '#contract/limits.ts'
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import { mayNotAct } from '#contract/rules/may-act.ts'
import { newConversationsADay, type NewConversationLimits } from '#contract/rules/new-conversations.ts'
import { mayWriteTo } from '#contract/rules/visibility.ts'
import type { Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'
import { expectAnswer } from '../fictional/expect-answer.ts'
import { isFictionAnswered, isUnanswered } from '../fictional/responder-mode.ts'
import type { LedgerReason } from '../money/queries.ts'
import { isNewAccount, screenMessage, UNSCREENED } from '../safety/screen-message.ts'
import { messageFrom } from './message-view.ts'
import type { SendFacts, MessageType, SentPhoto } from './send-queries.ts'
import type { Settlement } from './settle-queries.ts'

export type Sent = CallAnswer<'messages.send'>

export type OutgoingMessage = {
  recipient: number
  clientId: string
  type: MessageType
  /** The text, the name of the gift, or empty for a photo. */
  text: string
  photo: SentPhoto | null
  /** In credits. */
  cost: number
  protection: Protection
}

/** The checks that a message must pass; null for a message of the site itself. */
export type Protection = {
  /** The age in days up to which an account's first messages are scored [GUARD-1]. */
  newAccountDays: number
  /** Null where limits are switched off for tests [GUARD-2]. */
  newConversations: NewConversationLimits | null
  /** Whether something answers for fictional profiles; otherwise writing to them is closed and costs nothing [GUARD-7]. */
  isFictionAnswered: boolean
} | null

export const protectionOf = (
  settings: Pick<SiteSettings, 'new_account_days' | 'new_conversations_a_day' | 'fictional_responder'>,
  env: Pick<Env, 'RATE_LIMITS' | 'MODE' | 'FICTIONAL_URL'>,
): Protection => ({
  newAccountDays: settings.new_account_days,
  newConversations: env.RATE_LIMITS === 'no' ? null : settings.new_conversations_a_day,
  isFictionAnswered: isFictionAnswered({ settings: () => settings, env }),
})

const REASONS = { text: 'message', photo: 'photo', gift: 'gift' } as const satisfies Record<MessageType, LedgerReason>

/** @returns the same answer for every repeat with the same client id */
export const sendOnce = async (
  tx: Tx,
  sender: number,
  outgoing: OutgoingMessage,
  at: number,
): Promise<Sent | Refusal> => {
  const { recipient, clientId, type, text, photo, cost } = outgoing
  const facts = await tx.chat.facts(sender, recipient, clientId)
  if (!facts) throw new Error('A sender without an account')
  if (facts.sentBefore !== null) return firstAnswer(tx, sender, facts.sentBefore)
  const refusal = await refusalOf(tx, { sender, recipient, at }, facts, outgoing)
  if (refusal?.body.error === 'new_conversation_limit') await flagVelocity(tx, sender, at)
  if (refusal) return refusal

  const isScored =
    type === 'text' &&
    !facts.recipient?.fictional &&
    isOpening(facts, sender) &&
    isNewAccount(facts.mySignupAt, outgoing.protection?.newAccountDays ?? 0, at)
  const screening = isScored
    ? await screenMessage(tx, { sender, conversation: facts.conversation, text }, at)
    : UNSCREENED
  // A conversation with held messages only is new to its recipient.
  const isFirst = facts.conversation === null || facts.lastMessage === 0
  const { warning, heldAt } = screening
  const conversation = facts.conversation ?? (await tx.chat.begin(sender, recipient, at))
  const id = await tx.chat.append({ conversation, sender, recipient, clientId, type, text, photo, at, warning, heldAt })
  const settlement = { sender, recipient, message: id, cost, reason: REASONS[type], at }
  const credits = heldAt === null ? await settle(tx, settlement) : await settleHeld(tx, settlement)

  if (heldAt === null) {
    // Fictional profiles get no mail or push, but they answer.
    if (facts.recipient?.fictional)
      await expectAnswer(tx, { profile: recipient, member: sender, message: id, credits: cost }, at)
    else await addJobs(tx, { sender, recipient, message: id, at, isFirst, isPushed: facts.isPushed })
  } else {
    await tx.flags.addFlag(
      { member: sender, kind: 'message', severity: 'harm', message: id, facts: screening.facts ?? {} },
      at,
    )
    tx.deskChanged('queue')
  }

  tx.happened('message_sent', heldAt === null ? type : 'held')
  const { low, high } = pairOf(conversationId(sender, recipient))
  const row = {
    id,
    clientId,
    conversation,
    sender,
    type,
    text,
    sentAt: at,
    low,
    high,
    photo,
    warning: null,
    heldAt: null,
    unansweredAt: null,
  }
  return { message: messageFrom(row, sender), credits }
}

/** @returns the sender's credits after the message */
const settle = async (tx: Tx, settlement: Settlement): Promise<number> => {
  const { credits, mine, theirs } = await tx.chat.settle(settlement)
  tx.changed(settlement.sender, mine)
  tx.changed(settlement.recipient, theirs)
  return credits
}

/** The recipient hears nothing of a held message. */
const settleHeld = async (tx: Tx, { sender, message, cost, reason, at }: Settlement): Promise<number> => {
  const credits = await tx.money.addEntry({ userId: sender, amount: -cost, reason, reference: String(message), at })
  // The balance was checked in this transaction, so this cannot happen. If it does, roll the whole message back.
  if (credits === null) throw new Error('A covered message was not debited')
  await announce(tx, sender, 'message', message)
  return credits
}

/** Whether a message is among the first ones that the sender writes before an answer. */
const isOpening = ({ conversation, startedBy, openingLeft }: SendFacts, sender: number): boolean =>
  conversation === null || (startedBy === sender && openingLeft !== null && openingLeft > 0)

/**
 * Decides as much as possible before a photo is read: returns the answer of the message that already exists, the
 * refusal, or null.
 */
export const checkBeforehand = async (
  queries: Pick<Tx, 'chat' | 'find' | 'money'>,
  sender: number,
  outgoing: Pick<OutgoingMessage, 'recipient' | 'clientId' | 'cost' | 'protection'>,
  at: number,
): Promise<Sent | Refusal | null> => {
  const { recipient, clientId } = outgoing
  const facts = await queries.chat.facts(sender, recipient, clientId)
  if (!facts) throw new Error('A sender without an account')
  if (facts.sentBefore !== null) return firstAnswer(queries, sender, facts.sentBefore)
  return refusalOf(queries, { sender, recipient, at }, facts, outgoing)
}

const refusalOf = async (
  { chat, find }: Pick<Tx, 'chat' | 'find'>,
  { at, ...pair }: { sender: number; recipient: number; at: number },
  facts: SendFacts,
  { cost, protection }: Pick<OutgoingMessage, 'cost' | 'protection'>,
): Promise<Refusal | null> => {
  const { recipient, status, credits, paid } = facts
  if (!recipient || status === null) return refuse('not_found')
  const talked = facts.conversation !== null
  const { invisible } = recipient
  const may = mayWriteTo(
    { kind: 'member', paid },
    {
      ...facts,
      status,
      invisible,
      talked,
      isUnanswered: isUnanswered(recipient, protection?.isFictionAnswered !== false),
    },
  )
  if (!may.allowed) {
    if (may.reason !== 'blocked') return refuse(may.reason)
    // A blocked member learns no newer name than at the block [CHAT-9].
    const relation = await find.relation(pair.sender, pair.recipient)
    return refuse('blocked', { name: relation?.name ?? '' })
  }
  const begins = talked
    ? null
    : mayNotAct(
        { sanction: facts.mySanction, sanctionUntil: facts.mySanctionUntil, ageDue: facts.myAgeDue },
        'begin',
        at,
      )
  if (begins) return refuse(begins)
  if (!talked && !paid && (await chat.startedBy(pair.sender)) >= CONVERSATIONS_FREE) return refuse('conversation_limit')
  const limits = talked ? null : (protection?.newConversations ?? null)
  const full = limits === null ? null : await conversationsFull(chat, pair.sender, facts.mySignupAt, limits, at)
  if (full) return full
  return credits < cost ? refuse('not_enough_credits', { cost, credits }) : null
}

/** The refusal once the sender has begun as many conversations in 24 hours as an account of this age may [GUARD-2]. */
const conversationsFull = async (
  chat: Tx['chat'],
  sender: number,
  signupAt: number,
  limits: NewConversationLimits,
  at: number,
): Promise<Refusal | null> => {
  const limit = newConversationsADay(limits, at - signupAt)
  const begunAt = await chat.begunLately(sender, at - DAY_MS, limit - 1)
  return begunAt === undefined ? null : refuse('new_conversation_limit', { limit, opens_at: begunAt + DAY_MS })
}

/** The desk hears once of a member who reaches the limit. */
const flagVelocity = async (tx: Pick<Tx, 'flags' | 'deskChanged'>, member: number, at: number): Promise<void> => {
  const isFlagged = (await tx.flags.openFlagsOf(member)).some(({ kind }) => kind === 'velocity')
  if (isFlagged) return
  await tx.flags.addFlag({ member, kind: 'velocity', severity: 'rest', facts: {} }, at)
  tx.deskChanged('queue')
}

/** The same answer as the first time, without any effect [CHAT-5]. */
const firstAnswer = async ({ chat, money }: Pick<Tx, 'chat' | 'money'>, sender: number, id: number): Promise<Sent> => {
  const [row] = await chat.messagesById([id])
  if (!row) throw new Error('A message without its conversation')
  const credits = await money.balanceAfter(sender, REASONS[row.type], String(id))
  const message: Message = messageFrom(row, sender)
  return { message, credits: credits ?? (await money.balance(sender)) ?? 0 }
}

type Delivery = {
  sender: number
  recipient: number
  message: number
  at: number
  isFirst: boolean
  isPushed: boolean
}

export const addJobs = async (
  tx: Tx,
  { sender, recipient, message, at, isFirst, isPushed }: Delivery,
): Promise<void> => {
  if (isPushed) await tx.jobs.add({ kind: 'push.message', payload: { message, recipient } }, at)
  if (isFirst) await tx.jobs.add({ kind: 'mail.new_conversation', payload: { sender, recipient } }, at)
  if (isPushed || isFirst) tx.jobWaits()
}
