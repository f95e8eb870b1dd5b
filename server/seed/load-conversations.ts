/** Stores conversations with their messages in the order of sending, and the read and delivered marks of both sides. */
import type Database from 'better-sqlite3'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { OPENING_MAX } from '../areas/chat/send-queries.ts'
import { conversations, messages, participants } from '../db/schema/chat.ts'
import { inserter } from './bulk.ts'
import type { Conversation, SeededMessage } from './meetings.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** The credits that demo members get at signup and pay per message. */
export const SIGNUP_CREDITS = DEFAULT_SETTINGS.signup_credits
export const MESSAGE_CREDITS = DEFAULT_SETTINGS.message_credits

/** @param first the lowest id; the ids are consecutive */
export const tallyOf = (first: number, members: number) => {
  const spent = new Int32Array(members)
  const feedEntries = new Int32Array(members)
  return {
    spend: (id: number, credits: number): void => {
      spent[id - first] = (spent[id - first] ?? 0) + credits
    },
    /** Counts one more entry of the member's feed. */
    addFeedEntry: (id: number): void => {
      feedEntries[id - first] = (feedEntries[id - first] ?? 0) + 1
    },
    spent: (id: number): number => spent[id - first] ?? 0,
    feedEntries: (id: number): number => feedEntries[id - first] ?? 0,
  }
}
export type Tally = ReturnType<typeof tallyOf>

/** The credits granted besides those of the signup, so that the ledger's sum is the balance [PAY-1]. */
export const grantOf = (person: Person, spent: number, random: Random): number => {
  if (person.creditsLeft !== undefined) return person.creditsLeft - SIGNUP_CREDITS + spent
  if (person.isPremium) return spent + random.between(10, 150)
  return Math.max(0, spent - SIGNUP_CREDITS)
}

/** A stored message; `undelivered` is the recipient whose devices have not received it. */
export type StoredMessage = { id: number; sender: number; at: number; isPaid: boolean; undelivered: number | null }

type Needs = {
  client: Database.Database
  /** The newest ids before the load. */
  taken: { conversation: number; message: number }
  /** Whether messages cost this member credits; a fictional profile is never debited. */
  pays: (member: number) => boolean
  tally: Tally
  random: Random
}

export const loadConversations = (all: readonly Conversation[], needs: Needs): StoredMessage[] => {
  const { client, taken, pays, tally, random } = needs
  const begun = all.toSorted((one, other) => startOf(one) - startOf(other))
  const sent = begun
    .flatMap((talk, index) => talk.messages.map((message, line) => ({ message, index, line })))
    .toSorted((one, other) => one.message.at - other.message.at)

  const ids: number[][] = begun.map(({ messages }) => messages.map(() => 0))
  const addMessage = inserter(client, messages, ['id', 'conversation', 'sender', 'clientId', 'type', 'text', 'sentAt'])
  const stored = sent.map(({ message, index, line }, count): StoredMessage => {
    const { sender, text, at } = message
    const id = taken.message + count + 1
    const talk = begun[index]
    const own = ids[index]
    if (!talk || !own) throw new Error('A message without its conversation')
    own[line] = id
    const clientId = uuidv7(at, random.bytes(10))
    addMessage({ id, conversation: taken.conversation + index + 1, sender, clientId, type: 'text', text, sentAt: at })
    const recipient = otherOf(talk, sender)
    const isPaid = pays(sender)
    if (isPaid) tally.spend(sender, MESSAGE_CREDITS)
    tally.addFeedEntry(sender)
    const isDelivered = talk.tail !== 'sent' || line < tailStart(talk)
    if (isDelivered) tally.addFeedEntry(recipient)
    return { id, sender, at, isPaid, undelivered: isDelivered ? null : recipient }
  })

  const addConversation = inserter(client, conversations, [
    'id',
    'low',
    'high',
    'startedBy',
    'openingLeft',
    'lastMessage',
    'createdAt',
  ])
  const addSide = inserter(client, participants, [
    'member',
    'conversation',
    'partner',
    'unread',
    'readUpTo',
    'deliveredUpTo',
  ])
  for (const [index, talk] of begun.entries()) {
    const id = taken.conversation + index + 1
    const own = ids[index] ?? []
    const [low, high] = [Math.min(talk.starter, talk.partner), Math.max(talk.starter, talk.partner)]
    addConversation({
      id,
      low,
      high,
      startedBy: talk.starter,
      openingLeft: openingLeft(talk),
      lastMessage: own.at(-1) ?? 0,
      createdAt: startOf(talk),
    })
    for (const side of sidesOf(talk, own)) addSide({ conversation: id, ...side })
  }
  return stored
}

const startOf = (talk: Conversation): number => talk.messages[0]?.at ?? 0

const otherOf = ({ starter, partner }: Conversation, one: number): number => (one === starter ? partner : starter)

/** The index of the first message that nobody has answered. */
const tailStart = ({ messages }: Conversation): number => {
  const last = messages.at(-1)?.sender
  return messages.findLastIndex((message: SeededMessage) => message.sender !== last) + 1
}

/** The number of first messages that the protection would still look at, as sending counts them [GUARD-1]. */
const openingLeft = ({ starter, messages }: Conversation): number =>
  messages.every(({ sender }) => sender === starter) ? Math.max(0, OPENING_MAX - messages.length) : 0

/** A member who answered has read all earlier messages; `tail` decides for the messages after the last answer. */
const sidesOf = (talk: Conversation, ids: readonly number[]) => {
  const start = tailStart(talk)
  const [answered, last] = [ids[start - 1] ?? 0, ids.at(-1) ?? 0]
  const speaker = talk.messages.at(-1)?.sender ?? talk.starter
  const listener = otherOf(talk, speaker)
  const hasRead = talk.tail === 'read'
  return [
    { member: speaker, partner: listener, unread: 0, readUpTo: answered, deliveredUpTo: answered },
    {
      member: listener,
      partner: speaker,
      unread: hasRead ? 0 : ids.length - start,
      readUpTo: hasRead ? last : answered,
      deliveredUpTo: talk.tail === 'sent' ? answered : last,
    },
  ]
}
