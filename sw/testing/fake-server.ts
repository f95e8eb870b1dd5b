/**
 * A fake server with the guarantees that the device relies on: a write with a known id gets the first answer again and
 * changes nothing; one feed per member; one debit per message; one session per cookie.
 */
import type { CallAnswer, CallName, CallParsed } from '#contract/calls.ts'
import type { Proposal } from '#contract/entities/proposal.ts'
import type { Places } from '#contract/entities/place.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { Profile } from '#contract/entities/profile.ts'
import type { Receipt, SentReport } from '#contract/entities/safety.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { PushPayload } from '#contract/push.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { Message } from '#contract/entities/chat.ts'
import { FakeChats } from './fake-chats.ts'
import { FakeFeeds } from './fake-feeds.ts'
import { FakeOwn, FakeSwipes } from './fake-own.ts'
import { cardOf, profileOf } from './people.ts'

/** The browser's cookie: the member whose session its requests carry. `revoked`: the session was ended elsewhere. */
export type Jar = { member: number | null; revoked?: boolean }

/** The answer to a request for a photo; `type` replaces its content type. */
type FakePhoto = { status: number; bytes: number; type?: string }

export class FakeServer {
  readonly feeds = new FakeFeeds()
  readonly chats = new FakeChats(this.feeds)
  readonly own = new FakeOwn(this.feeds)
  readonly swipes = new FakeSwipes(this)
  /** Every request that reached it, as `METHOD /path`. */
  readonly log: string[] = []
  readonly profiles = new Map<number, Profile>()
  readonly likes = new Map<string, { at: number; seen: boolean }>()
  readonly delivered = new Map<number, number>()
  readonly subscriptions: unknown[] = []
  /** The reports of each member, in the order of their arrival. */
  readonly reports = new Map<number, SentReport[]>()
  readonly photos = new Map<string, FakePhoto>()
  /** The bytes of photos that arrived in parts. */
  readonly parts = new Map<string, number[]>()
  /** The number of bytes of photos that arrived, also of those that were not needed. */
  uploaded = 0
  readonly photoAnswers: { path: string; cache: RequestCache; status: number }[] = []
  settings = { ...DEFAULT_SETTINGS, push_public_key: 'key' }
  places: Places = []
  proposals: Proposal[] = []
  syncPage = 200
  listPage = 200
  feedFloor = 0
  /** Called with the path of each request before it is answered. */
  onRequest: (path: string) => void = () => {}
  /** Failures that replace the answer, by call. */
  readonly broken = new Map<
    CallName,
    { status: number; body: unknown; headers?: Record<string, string>; retryAfter?: string }
  >()

  readonly messages = this.chats.messages
  readonly credits = this.chats.credits
  readonly debits = this.chats.debits
  readonly refusals = this.chats.refusals

  addMember(id: number, credits = 5): void {
    this.credits.set(id, credits)
    this.profiles.set(id, profileOf(id))
  }

  /** Sends a message from one member to another, as another device would. */
  say(
    sender: number,
    to: number,
    text: string,
    clientId = `00000000-0000-7000-8000-${String(this.messages.length).padStart(12, '0')}`,
  ) {
    return this.chats.say(sender, to, text, clientId)
  }

  like(liker: number, liked: number): void {
    this.chats.now += 1
    if (this.likes.has(`${liker}-${liked}`)) return
    this.likes.set(`${liker}-${liked}`, { at: this.chats.now, seen: false })
    this.feeds.change(liker, 'like', String(liked))
    this.feeds.change(liked, 'like', String(liker))
  }

  /** The pictures that have arrived, a repeated message's too. */
  readonly pictures: Uint8Array[] = []

  /** Stores a part that continues its photo. */
  addPart(id: string, from: number, bytes: Uint8Array): CallAnswer<'photos.part'> {
    this.uploaded += bytes.length
    const isKnown = this.own.known.has(id) || this.messages.some((message) => message.client_id === id)
    const parts = this.parts.get(id) ?? []
    if (!isKnown && from === parts.length && bytes.length > 0) this.parts.set(id, [...parts, ...bytes])
    return { received: this.parts.get(id)?.length ?? 0, is_known: isKnown }
  }

  /** @returns the whole photo, or null if its beginning has not arrived; a known one needs none */
  completed(id: string, from = 0, end: Uint8Array = new Uint8Array()): Uint8Array | null {
    this.uploaded += end.length
    const parts = this.parts.get(id) ?? []
    if (this.own.known.has(id)) return end
    if (from > 0 && parts.length !== from) return null
    const whole = from === 0 ? end : new Uint8Array([...parts, ...end])
    this.pictures.push(whole)
    return whole
  }

  /** A report is stored once under its client id, like on the real server. */
  report(me: number, { client_id, profile, reason }: CallParsed<'reports.send'>['body']): Receipt | ErrorBody {
    const refused = this.refusals.get(profile)
    if (refused) return refused
    const reports = this.reports.get(me) ?? []
    const first = client_id === undefined ? undefined : reports.find((report) => report.client_id === client_id)
    if (first) return { number: first.number, at: first.at }
    const receipt = { number: `R-${reports.length + 1}`, at: 1 }
    const { name, fictional } = this.profiles.get(profile) ?? cardOf(profile)
    const report = {
      ...receipt,
      reason,
      name,
      fictional,
      answered_at: null,
      upheld: null,
      answer: '',
      client_id: client_id ?? null,
    }
    this.reports.set(me, [...reports, report])
    return receipt
  }

  seqOf(member: number): number {
    return this.feeds.seqOf(member)
  }

  /** The push that the server sends for the newest message to a member. */
  pushFor(member: number): PushPayload {
    const message = this.messages.findLast(
      (m) => m.sender !== member && partnerIn(m.conversation, member) !== undefined,
    )
    const chat = message ? this.chatOf(member, message.conversation) : null
    return {
      web_push: 8030,
      notification: {
        title: 'A message',
        body: 'Someone wrote to you',
        lang: 'en',
        tag: `chat-${chat?.conversation}`,
        navigate: `https://visavis.test/chats/${chat?.conversation}`,
        data: {
          member,
          seq: this.seqOf(member),
          counts: this.countsOf(member),
          message: message ?? null,
          chat,
          profile: chat ? cardOf(chat.profile) : null,
          kind: 'message',
          names: null,
          conversation: chat?.conversation ?? null,
        },
      },
      app_badge: this.countsOf(member).unread_messages + this.countsOf(member).new_likes,
      mutable: true,
    }
  }

  textsOf(conversation: string, sender: number): string[] {
    return this.messages.filter((m) => m.conversation === conversation && m.sender === sender).map(saying)
  }

  chatOf(member: number, conversation: string) {
    return this.chats.chatOf(member, conversation)
  }

  chatsOf(member: number) {
    return this.chats.chatsOf(member)
  }

  userOf(member: number) {
    return { ...this.own.userOf(member), credits: this.credits.get(member) ?? 0 }
  }

  countsOf(member: number) {
    const unread = this.chatsOf(member).reduce((sum, chat) => sum + chat.num_unread_messages, 0)
    const news = [...this.likes].filter(([pair, like]) => pair.endsWith(`-${member}`) && !like.seen).length
    return { unread_messages: unread, new_likes: news }
  }

  likeOf(member: number, profile: number): LikeState {
    const received = this.likes.get(`${profile}-${member}`)
    const sent = this.likes.get(`${member}-${profile}`)
    return {
      profile,
      received: received ? { at: received.at, like_new: !received.seen } : null,
      sent: sent ? { at: sent.at } : null,
    }
  }

  likesOf(member: number): LikeState[] {
    return [...this.credits.keys()].map((id) => this.likeOf(member, id)).filter((like) => like.received || like.sent)
  }

  session({ member, revoked }: Jar) {
    if (revoked) return { user: null, counts: null, revoked: true }
    if (member === null) return { user: null, counts: null }
    return { user: this.userOf(member), counts: this.countsOf(member) }
  }

  sync(me: number, after: number): SyncAnswer | null {
    this.delivered.set(me, after)
    const counts = this.countsOf(me)
    const nothing = {
      seq: after,
      more: false,
      reset: false,
      user: null,
      counts,
      messages: [],
      chats: [],
      removed_chats: [],
      likes: [],
      profiles: [],
    }
    if (after < this.feedFloor) return { ...nothing, seq: this.seqOf(me), reset: true }
    const changes = this.feeds.after(me, after).slice(0, this.syncPage)
    const last = changes.at(-1)
    if (!last) return null
    const entitiesOf = (kind: (typeof last)['kind']): string[] =>
      changes.filter((c) => c.kind === kind).map((c) => c.entity)
    const conversations = entitiesOf('chat')
    const chats = conversations.flatMap((conversation) => this.chatOf(me, conversation) ?? [])
    const likes = entitiesOf('like').map((profile) => this.likeOf(me, Number(profile)))
    return {
      ...nothing,
      seq: last.seq,
      more: last.seq < this.seqOf(me),
      user: entitiesOf('user').length > 0 ? this.userOf(me) : null,
      messages: entitiesOf('message').flatMap((id) => {
        const message = this.messages.find((one) => one.id === Number(id))
        return message && this.chats.messagesOf(me, message.conversation).includes(message) ? [message] : []
      }),
      chats,
      removed_chats: conversations.filter((conversation) => !this.chatOf(me, conversation)),
      likes,
      profiles: [...chats, ...likes].map(({ profile }) => cardOf(profile)),
    }
  }

  photo(path: string, { headers, cache }: Request): Response {
    const photo: FakePhoto = this.photos.get(path) ?? { status: 200, bytes: 100 }
    const etag = `"${photo.bytes}"`
    const isUnchanged = photo.status === 200 && headers.get('if-none-match') === etag
    this.photoAnswers.push({ path, cache, status: isUnchanged ? 304 : photo.status })
    if (isUnchanged) return new Response(null, { status: 304, headers: { etag } })
    const type = photo.type ?? 'image/webp'
    return new Response('x'.repeat(photo.bytes), { status: photo.status, headers: { etag, 'content-type': type } })
  }
}

/** The text of a message for test assertions; a picture is identified by its width. */
export const saying = (message: Message): string => {
  if (message.type === 'text') return message.text
  return message.type === 'gift' ? message.gift : `photo ${message.photo.width}`
}
