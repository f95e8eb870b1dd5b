/** Messages and conversations of the fake server: one debit per message; a repeated id gets the first answer again. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Gift, Message, MessagePhoto } from '#contract/entities/chat.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { RESTORE_JUMP } from '#contract/limits.ts'
import { conversationId, pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { FakeFeeds } from './fake-feeds.ts'
import { cardOf } from './people.ts'

const MESSAGES_PAGE = 30
/** A conversation of nobody. */
const LOST = '98-99'

/** The content of a message; a photo is identified by its first byte. */
type Content = { type: 'text'; text: string } | { type: 'gift'; gift: Gift } | { type: 'photo'; photo: MessagePhoto }

export class FakeChats {
  now = 1_699_000_000_000
  readonly credits = new Map<number, number>()
  readonly debits: string[] = []
  readonly messages: Message[] = []
  /** The refusals that the server answers, by partner. */
  readonly refusals = new Map<number, ErrorBody>()
  /** The last message that a member's deletion covers: `member|conversation`. */
  readonly hidden = new Map<string, number>()
  readonly blocks = new Set<string>()
  readonly read = new Map<string, number>()
  private numbers = 0
  private readonly answers = new Map<string, CallAnswer<'messages.send'> | ErrorBody>()
  private readonly feeds: FakeFeeds

  constructor(feeds: FakeFeeds) {
    this.feeds = feeds
  }

  say(sender: number, to: number, text: string, clientId: string): Message {
    return this.post(sender, to, clientId, { type: 'text', text })
  }

  post(sender: number, to: number, clientId: string, content: Content): Message {
    this.now += 1
    const message: Message = {
      id: (this.numbers += 1),
      client_id: clientId,
      conversation: conversationId(sender, to),
      sender,
      sent_at: this.now,
      ...content,
    }
    this.messages.push(message)
    for (const member of [sender, to]) {
      this.feeds.change(member, 'message', String(message.id))
      this.feeds.change(member, 'chat', message.conversation)
    }
    return message
  }

  /** The server goes back to its first messages: it has lost the others and their answers, and skips numbers as a restore does. */
  putBack(count: number): void {
    for (const [index, message] of this.messages.entries())
      if (index >= count) {
        this.messages[index] = { ...message, conversation: LOST }
        this.answers.delete(`${message.sender}|${message.client_id}`)
      }
    this.numbers += RESTORE_JUMP
  }

  newestUpTo(known: number): number {
    return this.messages.findLast(({ id, conversation }) => id <= known && conversation !== LOST)?.id ?? 0
  }

  chatOf(member: number, conversation: string): Chat | null {
    const messages = this.messagesOf(member, conversation)
    const last = messages.at(-1)
    const partner = partnerIn(conversation, member)
    const hidden_up_to = this.hidden.get(`${member}|${conversation}`)
    if (!last || partner === undefined) return null
    const readUpTo = this.read.get(`${member}|${conversation}`) ?? 0
    return {
      conversation,
      profile: partner,
      num_unread_messages: messages.filter((m) => m.sender === partner && m.id > readUpTo).length,
      last_message: last,
      delivered_up_to: 0,
      read_up_to: this.read.get(`${partner}|${conversation}`) ?? 0,
      my_read_up_to: readUpTo,
      ...(hidden_up_to === undefined ? {} : { hidden_up_to }),
      closed: this.blocks.has(`${member}|${partner}`) ? 'blocking' : null,
    }
  }

  /** The messages that one of the two members still sees. */
  messagesOf(member: number, conversation: string): Message[] {
    const hidden = this.hidden.get(`${member}|${conversation}`) ?? 0
    return this.messages.filter((m) => m.conversation === conversation && m.id > hidden)
  }

  remove(me: number, conversation: string, upTo?: number): object {
    const all = this.messages.filter((m) => m.conversation === conversation)
    if (all.length === 0) return { error: 'not_found' }
    const key = `${me}|${conversation}`
    this.hidden.set(key, Math.max(this.hidden.get(key) ?? 0, upTo ?? all.at(-1)?.id ?? 0))
    this.feeds.change(me, 'chat', conversation)
    return {}
  }

  block(me: number, other: number, isBlock: boolean): object {
    if (isBlock) this.blocks.add(`${me}|${other}`)
    else this.blocks.delete(`${me}|${other}`)
    this.feeds.change(me, 'chat', conversationId(me, other))
    return {}
  }

  /** The blocked profiles, newest first. */
  blockedBy(me: number): number[] {
    return [...this.blocks]
      .filter((pair) => pair.startsWith(`${me}|`))
      .map((pair) => Number(pair.split('|')[1]))
      .toReversed()
  }

  chatsOf(member: number): Chat[] {
    const conversations = new Set(this.messages.map((m) => m.conversation))
    return [...conversations]
      .filter((conversation) => partnerIn(conversation, member) !== undefined)
      .flatMap((conversation) => this.chatOf(member, conversation) ?? [])
      .toSorted((one, other) => (other.last_message?.sent_at ?? 0) - (one.last_message?.sent_at ?? 0))
  }

  /** Like the server's pages: the first has the newest, and the others follow the order in which the conversations were begun. */
  pageAfter(member: number, after: string | undefined, size: number): { chats: Chat[]; next: string | null } {
    const newest = this.chatsOf(member)
    if (after === undefined || /^\d+$/.test(after))
      return { chats: newest.slice(0, size), next: newest.length > size ? 'before-0-0' : null }
    const begin = (conversation: string) => this.messages.findIndex((m) => m.conversation === conversation)
    const last = begin(after.slice('before-'.length))
    const chats = newest
      .filter(({ conversation }) => last < 0 || begin(conversation) < last)
      .toSorted((one, other) => begin(other.conversation) - begin(one.conversation))
      .slice(0, size)
    return { chats, next: chats.length < size ? null : `before-${chats.at(-1)?.conversation}` }
  }

  list(me: number, conversation: string, before: number): object {
    const partner = partnerIn(conversation, me)
    if (partner === undefined || !this.credits.has(partner)) return { error: 'not_found' }
    const older = this.messagesOf(me, conversation).filter((m) => m.id < before)
    const messages = older.slice(-MESSAGES_PAGE)
    const next = older.length > messages.length ? (messages[0]?.id ?? null) : null
    return {
      chat: this.chatOf(me, conversation),
      profile: cardOf(partner),
      messages,
      before: next,
      older_hidden: false,
    }
  }

  send(me: number, { client_id, profile }: { client_id: string; profile: number }, content: Content): object {
    const known = this.answers.get(`${me}|${client_id}`)
    if (known) return known
    const refused = this.refusals.get(profile)
    if (refused) return refused
    const credits = this.credits.get(me) ?? 0
    if (credits < 1) return { error: 'not_enough_credits', cost: 1, credits }
    this.credits.set(me, credits - 1)
    this.debits.push(client_id)
    this.feeds.change(me, 'user', '0')
    const answer = { message: this.post(me, profile, client_id, content), credits: credits - 1 }
    this.answers.set(`${me}|${client_id}`, answer)
    return answer
  }

  mark(me: number, conversation: string, wanted: number): object {
    const key = `${me}|${conversation}`
    this.read.set(key, Math.max(this.read.get(key) ?? 0, wanted))
    const { low, high } = pairOf(conversation)
    for (const member of [low, high]) this.feeds.change(member, 'chat', conversation)
    return { num_unread_messages: this.chatOf(me, conversation)?.num_unread_messages ?? 0 }
  }
}
