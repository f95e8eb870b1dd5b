/**
 * The transaction that every message goes through: permissions, debit, message, feeds and jobs [CHAT-5], [PAY-1]. It does
 * a whole group at once: one statement reads what decides about all of it, and each statement that writes writes all.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import type { GroupedWrite } from '../../db/grouped-writes.ts'
import { MESSAGE_REASONS } from '../../db/schema/money.ts'
import type { Tx } from '../../deps.ts'
import type { Refusal } from '../../http/reply.ts'
import { currentRequest, inRequest } from '../../request-context.ts'
import { announce } from '../feed/announce.ts'
import { expectAnswer } from '../fictional/awaited-answers.ts'
import { isNewAccount, screenMessage, UNSCREENED, type Screening } from '../safety/screen-message.ts'
import type { PaidMembers, Payment, Settlement } from './deliver-queries.ts'
import { messageFrom } from './chat-view.ts'
import type { SendFacts } from './send-queries.ts'
import { refusalOf, type OutgoingMessage } from './send-rules.ts'

export type SendAnswer = CallAnswer<'messages.send'>
type Answer = SendAnswer | Refusal

/** A message to send; `request` caused it. */
export type Send = { sender: number; outgoing: OutgoingMessage; at: number; request: string | null }

/** @returns the same answer for every repeat with the same client id */
export const sendAll = async (tx: Tx, sends: readonly Send[]): Promise<Answer[]> => {
  const answers = await answersTo(tx, sends)
  return sends.map((send) => answerOf(answers, send))
}

/** A group of one. */
export const sendOnce = async (tx: Tx, sender: number, outgoing: OutgoingMessage, at: number): Promise<Answer> => {
  const send = { sender, outgoing, at, request: currentRequest() }
  return answerOf(await answersTo(tx, [send]), send)
}

/** Messages that arrive at the same time are sent together. */
export const SENDING: GroupedWrite<Tx, Send, Answer> = {
  holds: ({ sender, outgoing }) => [sender, outgoing.recipient],
  writeAll: sendAll,
}

const answersTo = async (tx: Tx, sends: readonly Send[]): Promise<ReadonlyMap<Send, Answer>> => {
  const answers = new Map<Send, Answer>()
  for (let waiting = sends; waiting.length > 0;) {
    await sendRound(tx, independentOf(waiting), answers)
    waiting = waiting.filter((send) => !answers.has(send))
  }
  return answers
}

const answerOf = (answers: ReadonlyMap<Send, Answer>, send: Send): Answer => {
  const answer = answers.get(send)
  if (!answer) throw new Error('A message without an answer')
  return answer
}

/**
 * The sends that none of the others decides about: a message changes its sender's credits and its conversation, so each
 * sender and each pair appears once. The other sends see in the next round what these have written.
 */
const independentOf = (sends: readonly Send[]): readonly Send[] => {
  if (sends.length === 1) return sends
  const taken = new Set<number | string>()
  return sends.filter(({ sender, outgoing }) => {
    const pair = conversationId(sender, outgoing.recipient)
    if (taken.has(sender) || taken.has(pair)) return false
    taken.add(sender).add(pair)
    return true
  })
}

/** A message that may be sent. */
type ApprovedSend = Send & { facts: SendFacts; screening: Screening; conversation: number }

const sendRound = async (tx: Tx, sends: readonly Send[], answers: Map<Send, Answer>): Promise<void> => {
  const asked = sends.map(({ sender, outgoing: { recipient, clientId } }) => ({ sender, recipient, clientId }))
  const facts = new Map((await tx.chat.facts(asked)).map((row) => [row.sender, row]))
  const approved = new Map<Send, ApprovedSend>()
  for (const send of sends) {
    const its = facts.get(send.sender)
    if (!its) throw new Error('A sender without an account')
    const decision = await inRequest(send.request, () => decide(tx, send, its))
    if ('facts' in decision) approved.set(send, decision)
    else answers.set(send, decision)
  }
  if (approved.size === 0) return
  const written = await write(tx, [...approved.values()])
  for (const [index, send] of [...approved.keys()].entries()) {
    const answer = written[index]
    if (answer) answers.set(send, answer)
  }
}

/** Reads more where the facts are not enough, and begins the conversation of a first message. */
const decide = async (tx: Tx, send: Send, facts: SendFacts): Promise<ApprovedSend | Answer> => {
  const { sender, outgoing, at } = send
  const { recipient, type, text, protection } = outgoing
  if (facts.sentBefore !== null) return firstAnswer(tx, sender, facts.sentBefore)
  const refusal = await refusalOf(tx, { sender, recipient, at }, facts, outgoing)
  if (refusal?.body.error === 'new_conversation_limit') await flagVelocity(tx, sender, at)
  if (refusal) return refusal

  const isScored =
    type === 'text' &&
    !facts.recipient?.fictional &&
    isOpening(facts, sender) &&
    isNewAccount(facts.mySignupAt, protection?.newAccountDays ?? 0, at)
  const screening = isScored
    ? await screenMessage(tx, { sender, conversation: facts.conversation, text }, at)
    : UNSCREENED
  const conversation = facts.conversation ?? (await tx.chat.begin(sender, recipient, at))
  return { ...send, facts, screening, conversation }
}

/** @returns an answer for each message */
const write = async (tx: Tx, approved: readonly ApprovedSend[]): Promise<SendAnswer[]> => {
  const shown = approved.filter(({ screening }) => screening.heldAt === null)
  // The debit does not need the messages' ids, so neither waits for the other.
  const [ids, paid] = await Promise.all([
    tx.chat.addMessages(
      approved.map(({ sender, conversation, at, outgoing: { clientId, type, text }, screening }) => {
        const { warning, heldAt } = screening
        return { conversation, sender, clientId, type, text, at, warning, heldAt }
      }),
    ),
    shown.length === 0 ? NOBODY : tx.chat.pay(shown.map(paymentOf)),
  ])
  const stored = approved.map((message, index) => ({ ...message, id: ids[index] ?? 0 }))
  for (const { outgoing, id } of stored) if (outgoing.photo) await tx.chat.addPhoto(outgoing.photo, id)
  const credits = new Map(shown.map(({ sender }) => [sender, paid.get(sender)?.credits ?? 0]))
  if (shown.length > 0)
    await deliver(
      tx,
      stored.filter(({ screening }) => screening.heldAt === null),
      paid,
    )
  for (const message of stored)
    if (message.screening.heldAt !== null)
      credits.set(message.sender, await inRequest(message.request, () => holdBack(tx, message)))
  return stored.map((message) => sentFrom(message, credits.get(message.sender) ?? 0))
}

const NOBODY: PaidMembers = new Map()

type StoredSend = ApprovedSend & { id: number }

const deliver = async (tx: Tx, messages: readonly StoredSend[], paid: PaidMembers): Promise<void> => {
  const real = messages.filter(({ facts }) => !facts.recipient?.fictional)
  tx.commitNeeds(() => tx.chat.settle(messages.map(settlementOf), paid))
  tx.commitNeeds(() => addJobs(tx, real.map(deliveryOf)))
  for (const [member, { seq }] of paid) tx.changed(member, seq)
  for (const { sender, outgoing, at, id, facts, request } of messages)
    await inRequest(request, () => {
      tx.happened('message_sent', { kind: outgoing.type })
      // Fictional profiles get no mail or push, but they answer.
      return facts.recipient?.fictional
        ? expectAnswer(tx, { profile: outgoing.recipient, member: sender, message: id, credits: outgoing.cost }, at)
        : null
    })
}

const paymentOf = ({ sender, conversation, outgoing: { recipient, cost } }: ApprovedSend): Payment => {
  return { sender, recipient, conversation, cost }
}

const settlementOf = (message: StoredSend): Settlement => {
  const { id, at, outgoing } = message
  return { ...paymentOf(message), message: id, reason: MESSAGE_REASONS[outgoing.type], at }
}

/** The recipient gets no sign of a held message. @returns the sender's credits */
const holdBack = async (tx: Tx, { sender, conversation, outgoing, at, id, screening }: StoredSend): Promise<number> => {
  await tx.chat.holdBack({ conversation, sender }, id)
  const reason = MESSAGE_REASONS[outgoing.type]
  const credits = await tx.money.addEntry({ userId: sender, amount: -outgoing.cost, reason, reference: String(id), at })
  // The balance was checked in this transaction, so this cannot happen. If it does, roll the whole message back.
  if (credits === null) throw new Error('A covered message was not debited')
  await announce(tx, sender, 'message', id)
  await tx.flags.addFlag(
    { member: sender, kind: 'message', severity: 'harm', message: id, facts: screening.facts ?? {} },
    at,
  )
  tx.deskChanged('queue')
  tx.happened('message_sent', { kind: 'held' })
  return credits
}

const sentFrom = ({ sender, outgoing, at, conversation, id }: StoredSend, credits: number): SendAnswer => {
  const { recipient, clientId, type, text, photo } = outgoing
  const { low, high } = pairOf(conversationId(sender, recipient))
  const seen = { warning: null, heldAt: null, unansweredAt: null }
  const row = { id, clientId, conversation, sender, type, text, sentAt: at, low, high, photo, ...seen }
  return { message: messageFrom(row, sender), credits }
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
  outgoing: Pick<OutgoingMessage, 'recipient' | 'clientId' | 'cost' | 'statedCost' | 'protection'>,
  at: number,
): Promise<Answer | null> => {
  const { recipient, clientId } = outgoing
  const [facts] = await queries.chat.facts([{ sender, recipient, clientId }])
  if (!facts) throw new Error('A sender without an account')
  if (facts.sentBefore !== null) return firstAnswer(queries, sender, facts.sentBefore)
  return refusalOf(queries, { sender, recipient, at }, facts, outgoing)
}

/** Reports a member who reaches the limit to the desk, once. */
const flagVelocity = async (tx: Pick<Tx, 'flags' | 'deskChanged'>, member: number, at: number): Promise<void> => {
  const isFlagged = (await tx.flags.openFlagsOf(member)).some(({ kind }) => kind === 'velocity')
  if (isFlagged) return
  await tx.flags.addFlag({ member, kind: 'velocity', severity: 'rest', facts: {} }, at)
  tx.deskChanged('queue')
}

/** The same answer as the first time, without any effect [CHAT-5]. */
const firstAnswer = async (
  { chat, money }: Pick<Tx, 'chat' | 'money'>,
  sender: number,
  id: number,
): Promise<SendAnswer> => {
  const [row] = await chat.messagesById([id])
  if (!row) throw new Error('A message without its conversation')
  const credits = await money.balanceAfter(sender, MESSAGE_REASONS[row.type], String(id))
  return { message: messageFrom(row, sender), credits: credits ?? (await money.balance(sender)) ?? 0 }
}

type Delivery = Pick<Send, 'sender' | 'at' | 'request'> & {
  recipient: number
  message: number
  isFirst: boolean
  isPushed: boolean
}

const deliveryOf = ({ sender, outgoing: { recipient }, at, id, facts, request }: StoredSend): Delivery => {
  // A conversation with held messages only is new to its recipient.
  const isFirst = facts.conversation === null || facts.lastMessage === 0
  return { sender, recipient, message: id, at, request, isFirst, isPushed: facts.isPushed }
}

/** Adds the jobs that tell recipients of messages by push and by mail. */
export const addJobs = async (tx: Tx, deliveries: readonly Delivery[]): Promise<void> => {
  const jobs = deliveries.flatMap(({ sender, recipient, message, at, request, isFirst, isPushed }) => [
    ...(isPushed ? [{ kind: 'push.message', payload: { message, recipient }, runAt: at, request } as const] : []),
    ...(isFirst
      ? [{ kind: 'mail.new_conversation', payload: { sender, recipient }, runAt: at, request } as const]
      : []),
  ])
  if (jobs.length === 0) return
  await tx.jobs.addAll(jobs)
}
