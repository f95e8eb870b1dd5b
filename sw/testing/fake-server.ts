/**
 * A server for tests that keeps the promises the device relies on: a write with an id it knows is answered as the first
 * time and changes nothing; a feed per member; one debit a message; a session per cookie.
 */
import * as v from 'valibot'
import { callOf, matchCall, type CallAnswer, type CallName } from '#contract/calls.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { Profile } from '#contract/entities/profile.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/settings.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { conversationId, pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { PushPayload } from '#contract/push.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import { cardOf, profileOf, userOf } from './people.ts'

/** What a browser keeps for the site: whose session its requests carry. */
export type Jar = { member: number | null }

type Change = { seq: number; kind: 'message' | 'chat' | 'like' | 'user'; entity: string }
type Refusal = ErrorBody

const MESSAGES_PAGE = 30

export class FakeServer {
  now = 1_000_000
  /** Every request that reached it, as `METHOD /path`. */
  readonly log: string[] = []
  readonly credits = new Map<number, number>()
  readonly debits: string[] = []
  readonly profiles = new Map<number, Profile>()
  readonly messages: Message[] = []
  /** What the server refuses to take, by partner. */
  readonly refusals = new Map<number, Refusal>()
  readonly likes = new Map<string, { at: number; seen: boolean }>()
  readonly read = new Map<string, number>()
  readonly delivered = new Map<number, number>()
  readonly subscriptions: unknown[] = []
  readonly photos = new Map<string, { status: number; bytes: number }>()
  settings = { ...DEFAULT_SETTINGS, push_public_key: 'key' }
  syncPage = 200
  feedFloor = 0
  /** Where an answer is to be replaced by a failure: by call. */
  readonly broken = new Map<CallName, { status: number; body: unknown; retryAfter?: string }>()
  private readonly feeds = new Map<number, Change[]>()
  private readonly answers = new Map<string, CallAnswer<'messages.send'> | Refusal>()

  addMember(id: number, credits = 5): void {
    this.credits.set(id, credits)
    this.profiles.set(id, profileOf(id))
  }

  answer(jar: Jar, request: Request, body: string): Response {
    const url = new URL(request.url)
    this.log.push(`${request.method} ${url.pathname}`)
    if (url.pathname.startsWith('/photos/')) return this.photo(url.pathname)
    const matched = matchCall(request.method, url.pathname.slice('/api/'.length), (name) => url.searchParams.get(name))
    if (!matched) return refusal({ error: 'not_found' })
    const { name, params } = matched
    const broken = this.broken.get(name)
    if (broken)
      return new Response(typeof broken.body === 'string' ? broken.body : JSON.stringify(broken.body), {
        status: broken.status,
        headers: broken.retryAfter === undefined ? {} : { 'retry-after': broken.retryAfter },
      })
    const claimed = request.headers.get(MEMBER_HEADER)
    const me = claimed !== null && Number(claimed) !== jar.member ? null : jar.member
    const call = callOf(name)
    if (call.who !== 'visitor' && me === null) return refusal({ error: 'authentication_required' })
    const query = call.query ? v.parse(call.query, Object.fromEntries(url.searchParams)) : {}
    const data = this.handle(name, jar, me ?? 0, params, query, body === '' ? null : JSON.parse(body))
    if (data === null) return new Response(null, { status: 204 })
    if ('error' in data) return refusal(data as ErrorBody)
    if (typeof call.response !== 'string') v.parse(call.response, data)
    return Response.json(data)
  }

  /** A message from one member to another, as if from another device. */
  say(
    sender: number,
    to: number,
    text: string,
    clientId = `00000000-0000-7000-8000-${String(this.messages.length).padStart(12, '0')}`,
  ): Message {
    this.now += 1
    const message: Message = {
      id: this.messages.length + 1,
      client_id: clientId,
      conversation: conversationId(sender, to),
      sender,
      sent_at: this.now,
      type: 'text',
      text,
    }
    this.messages.push(message)
    for (const member of [sender, to]) {
      this.change(member, 'message', String(message.id))
      this.change(member, 'chat', message.conversation)
    }
    return message
  }

  like(liker: number, liked: number): void {
    this.now += 1
    if (this.likes.has(`${liker}-${liked}`)) return
    this.likes.set(`${liker}-${liked}`, { at: this.now, seen: false })
    this.change(liker, 'like', String(liked))
    this.change(liked, 'like', String(liker))
  }

  change(member: number, kind: Change['kind'], entity: string): void {
    const feed = this.feeds.get(member) ?? []
    this.feeds.set(member, [
      ...feed.filter((c) => c.kind !== kind || c.entity !== entity),
      { seq: this.seqOf(member) + 1, kind, entity },
    ])
  }

  seqOf(member: number): number {
    return this.feeds.get(member)?.at(-1)?.seq ?? 0
  }

  /** The push the server sends for the newest message to a member. */
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
        navigate: `/chats/${chat?.conversation}`,
      },
      app_badge: String(this.countsOf(member).unread_messages + this.countsOf(member).new_likes),
      visavis: {
        member,
        seq: this.seqOf(member),
        counts: this.countsOf(member),
        message: message ?? null,
        chat,
        profile: chat ? cardOf(chat.profile) : null,
      },
    }
  }

  textsOf(conversation: string, sender: number): string[] {
    return this.messages.filter((m) => m.conversation === conversation && m.sender === sender).map((m) => m.text)
  }

  chatOf(member: number, conversation: string): Chat | null {
    const messages = this.messages.filter((m) => m.conversation === conversation)
    const last = messages.at(-1)
    const partner = partnerIn(conversation, member)
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
      closed: null,
    }
  }

  chatsOf(member: number): Chat[] {
    const conversations = new Set(this.messages.map((m) => m.conversation))
    return [...conversations]
      .flatMap((conversation) => this.chatOf(member, conversation) ?? [])
      .toSorted((one, other) => (other.last_message?.sent_at ?? 0) - (one.last_message?.sent_at ?? 0))
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

  private photo(path: string): Response {
    const photo = this.photos.get(path) ?? { status: 200, bytes: 100 }
    return new Response('x'.repeat(photo.bytes), { status: photo.status })
  }

  private handle(
    name: CallName,
    jar: Jar,
    me: number,
    params: Record<string, string>,
    query: object,
    body: unknown,
  ): object | null {
    const other = Number(params['profile'])
    switch (name) {
      case 'user.get':
        return this.session(jar.member)
      case 'user.login': {
        const id = Number(/\d+/.exec((body as { email: string }).email)?.[0])
        jar.member = id
        return this.session(id)
      }
      case 'logout':
        jar.member = null
        return {}
      case 'user.push':
        this.subscriptions.push((body as { subscription: unknown }).subscription)
        return {}
      case 'settings.get':
        return { settings: this.settings, domain_language: 'it' }
      case 'regions.get':
        return { countries: [] }
      case 'profile.get':
        return { profile: userOf(me).profile }
      case 'members.search': {
        const { page = 1 } = query as { page?: number }
        const found = [...this.profiles.keys()].filter((id) => id !== me).toReversed()
        const size = this.settings.search_page_size
        const ids = found.slice((page - 1) * size, page * size)
        return {
          pageNumber: page,
          results: ids.map((id) => cardOf(id)),
          next: found.length > page * size ? `1-${page}` : null,
        }
      }
      case 'members.get': {
        const profile = this.profiles.get(Number(params['id']))
        return profile ? { profile } : { error: 'not_found' }
      }
      case 'chats.get': {
        const chats = this.chatsOf(me)
        return {
          chats,
          profiles: chats.map((chat) => cardOf(chat.profile)),
          counts: this.countsOf(me),
          seq: this.seqOf(me),
        }
      }
      case 'likes.get': {
        const likes = this.likesOf(me)
        return {
          profiles: likes.map((like) => cardOf(like.profile)),
          liked_by: likes.flatMap(({ profile, received }) => (received ? [{ id: profile, ...received }] : [])),
          liked: likes.flatMap(({ profile, sent }) => (sent ? [{ id: profile, ...sent }] : [])),
          matches: likes.flatMap(({ profile, sent, received }) =>
            sent && received ? [{ id: profile, at: Math.max(sent.at, received.at) }] : [],
          ),
        }
      }
      case 'messages.list':
        return this.list(me, params['conversation'] ?? '', (query as { before?: number }).before ?? Infinity)
      case 'messages.send':
        return this.send(me, body as { client_id: string; profile: number; text: string })
      case 'chats.read': {
        const conversation = params['conversation'] ?? ''
        const key = `${me}|${conversation}`
        const upTo = Math.max(this.read.get(key) ?? 0, (body as { up_to: number }).up_to)
        this.read.set(key, upTo)
        const { low, high } = pairOf(conversation)
        for (const member of [low, high]) this.change(member, 'chat', conversation)
        return { num_unread_messages: this.chatOf(me, conversation)?.num_unread_messages ?? 0 }
      }
      case 'likes.put': {
        const refused = this.refusals.get(other)
        if (refused) return refused
        this.like(me, other)
        const like = this.likeOf(me, other)
        return { like, match: like.received !== null }
      }
      case 'likes.delete':
        if (this.likes.delete(`${me}-${other}`)) {
          this.change(me, 'like', String(other))
          this.change(other, 'like', String(me))
        }
        return { like: this.likeOf(me, other), match: false }
      case 'likes.seen': {
        const like = this.likes.get(`${other}-${me}`)
        if (like) like.seen = true
        this.change(me, 'like', String(other))
        return {}
      }
      case 'blocks.put':
      case 'blocks.delete':
        return {}
      case 'sync':
        return this.sync(me, (query as { after: number }).after)
      case 'signup':
      case 'user.language':
      case 'activation.send':
      case 'activation.use':
      case 'events':
      case 'device.state':
      case 'device.sync':
      case 'device.retry':
      case 'device.discard':
        throw new Error(`The fake server does not know ${name}`)
    }
  }

  private session(member: number | null) {
    if (member === null) return { user: null, counts: null }
    return { user: userOf(member, this.credits.get(member) ?? 0), counts: this.countsOf(member) }
  }

  private list(me: number, conversation: string, before: number): object {
    const partner = partnerIn(conversation, me)
    if (partner === undefined || !this.profiles.has(partner)) return { error: 'not_found' }
    const older = this.messages.filter((m) => m.conversation === conversation && m.id < before)
    const messages = older.slice(-MESSAGES_PAGE)
    const next = older.length > messages.length ? (messages[0]?.id ?? null) : null
    return { chat: this.chatOf(me, conversation), profile: cardOf(partner), messages, before: next }
  }

  private send(me: number, { client_id, profile, text }: { client_id: string; profile: number; text: string }): object {
    const known = this.answers.get(`${me}|${client_id}`)
    if (known) return known
    const refused = this.refusals.get(profile)
    if (refused) return refused
    const credits = this.credits.get(me) ?? 0
    if (credits < 1) return { error: 'not_enough_credits', cost: 1, credits }
    this.credits.set(me, credits - 1)
    this.debits.push(client_id)
    this.change(me, 'user', '0')
    const answer = { message: this.say(me, profile, text, client_id), credits: credits - 1 }
    this.answers.set(`${me}|${client_id}`, answer)
    return answer
  }

  private sync(me: number, after: number): SyncAnswer | null {
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
    const changes = (this.feeds.get(me) ?? []).filter((c) => c.seq > after).slice(0, this.syncPage)
    const last = changes.at(-1)
    if (!last) return null
    const of = (kind: Change['kind']): string[] => changes.filter((c) => c.kind === kind).map((c) => c.entity)
    const chats = of('chat').flatMap((conversation) => this.chatOf(me, conversation) ?? [])
    const likes = of('like').map((profile) => this.likeOf(me, Number(profile)))
    return {
      ...nothing,
      seq: last.seq,
      more: last.seq < this.seqOf(me),
      user: of('user').length > 0 ? userOf(me, this.credits.get(me)) : null,
      messages: of('message').flatMap((id) => this.messages[Number(id) - 1] ?? []),
      chats,
      likes,
      profiles: [...chats, ...likes].map(({ profile }) => cardOf(profile)),
    }
  }
}

const refusal = (body: ErrorBody): Response => Response.json(body, { status: ERROR_STATUS[body.error] })
