/** The fake server's handlers, one for each call it knows. */
import * as v from 'valibot'
import { callOf, calls, matchCall, type CallName, type CallParsed } from '#contract/calls.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import type { MessageType } from '#contract/entities/chat.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { parseNewer } from '#contract/newer.ts'
import { messageCost } from '#contract/rules/message-cost.ts'
import type { FakeServer, Jar } from './fake-server.ts'
import { cardOf } from './people.ts'

type FakeRequest = {
  jar: Jar
  me: number
  params: Record<string, string>
  query: object
  body: unknown
  bytes: Uint8Array
}

/** The refusal of a message that costs more than its sender's screen said [CHAT-15]. */
const tooDear = ({ settings }: FakeServer, type: MessageType, stated: number | undefined): ErrorBody | null => {
  const cost = messageCost(type, settings)
  return stated !== undefined && cost > stated ? { error: 'cost_changed', cost } : null
}

type Handler = (server: FakeServer, asked: FakeRequest) => object | null

const like: Handler = (server, { me, params }) => {
  const other = Number(params['profile'])
  const refused = server.refusals.get(other)
  if (refused) return refused
  server.like(me, other)
  const state = server.likeOf(me, other)
  return { like: state, match: state.received !== null }
}

const unlike: Handler = (server, { me, params }) => {
  const other = Number(params['profile'])
  if (server.likes.delete(`${me}-${other}`)) {
    server.feeds.change(me, 'like', String(other))
    server.feeds.change(other, 'like', String(me))
  }
  return { like: server.likeOf(me, other), match: false }
}

const search: Handler = (server, { me, query }) => {
  const { page = 1 } = query as { page?: number }
  const found = [...server.profiles.keys()].filter((id) => id !== me).toReversed()
  const size = server.settings.search_page_size
  return {
    pageNumber: page,
    results: found.slice((page - 1) * size, page * size).map((id) => cardOf(id)),
    next: found.length > page * size ? `1-${page}` : null,
    limited: me === 0 && server.settings.logged_out_search === 'limited',
  }
}

const likes: Handler = (server, { me, query }) => {
  // The cursor begins with the number of entries before the page.
  const from = Number.parseInt((query as { after?: string }).after ?? '0', 10)
  const upTo = from + server.listPage
  const all = server.likesOf(me)
  const states = all.slice(from, upTo)
  const next = upTo < all.length ? `${upTo}-0~` : null
  return {
    next,
    profiles: states.map(({ profile }) => cardOf(profile)),
    liked_by: states.flatMap(({ profile, received }) => (received ? [{ id: profile, ...received }] : [])),
    liked: states.flatMap(({ profile, sent }) => (sent ? [{ id: profile, ...sent }] : [])),
    matches: states.flatMap(({ profile, sent, received }) =>
      sent && received ? [{ id: profile, at: Math.max(sent.at, received.at) }] : [],
    ),
  }
}

const login: Handler = (server, { jar, body }) => {
  jar.member = Number(/\d+/.exec((body as { email: string }).email)?.[0])
  jar.revoked = false
  return server.session(jar)
}

const handlers: Partial<Record<CallName, Handler>> = {
  'user.get': (server, { jar }) => server.session(jar),
  'user.login': login,
  'user.language': (server, { jar, me, body }) => {
    server.own.setLanguage(me, (body as CallParsed<'user.language'>['body']).language)
    return server.session(jar)
  },
  'user.delete': (_, { jar }) => {
    jar.member = null
    return {}
  },
  'password.change': (server, { jar }) => server.session(jar),
  logout: (_, { jar }) => {
    jar.member = null
    return {}
  },
  'user.push': (server, { body }) => {
    server.subscriptions.push((body as { subscription: unknown }).subscription)
    return {}
  },
  'settings.get': ({ settings }) => ({ settings, domain_language: 'it' }),
  'regions.get': ({ places }) => ({ countries: places }),
  'profile.get': (server, { me }) => ({ profile: server.userOf(me).profile }),
  'profile.put': (server, { me, body }) => server.own.setProfile(me, body as CallParsed<'profile.put'>['body']),
  'consents.put': (server, { me, body }) => server.own.setConsent(me, (body as { given: boolean }).given),
  'notifications.put': (server, { me, body }) =>
    server.own.setSettings(me, body as CallParsed<'notifications.put'>['body']),
  'photos.add': (server, { me, query, bytes }) => {
    const { client_id, private: isPrivate, from } = query as CallParsed<'photos.add'>['query']
    const photo = server.completed(client_id, from, bytes)
    return photo ? server.own.addPhoto(me, client_id, isPrivate === '1', photo) : { error: 'photo_parts_missing' }
  },
  'photos.part': (server, { params, query, bytes }) =>
    server.addPart(params['client_id'] ?? '', (query as CallParsed<'photos.part'>['query']).from, bytes),
  'photos.change': (server, { me, params, body }) =>
    server.own.changePhoto(me, Number(params['id']), body as { private?: boolean; main?: true }),
  'photos.order': (server, { me, body }) => server.own.orderPhotos(me, (body as { ids: string[] }).ids),
  'photos.delete': (server, { me, params }) => server.own.deletePhoto(me, Number(params['id'])),
  'members.search': search,
  'members.get': (server, { params }) => {
    const profile = server.profiles.get(Number(params['id']))
    return profile ? { profile } : { error: 'not_found' }
  },
  'members.related': (server, { me, params }) => {
    const id = Number(params['id'])
    if (!server.profiles.has(id)) return { error: 'not_found' }
    const others = [...server.profiles.keys()].filter((other) => other !== id && other !== me)
    return { results: others.map((other) => cardOf(other)) }
  },
  'match_finder.get': (server) => ({ results: server.proposals }),
  'chats.get': (server, { me, query }) => {
    const { after, known } = query as CallParsed<'chats.get'>['query']
    const { chats, next } = server.chats.pageAfter(me, after, server.listPage)
    const profiles = chats.map((chat) => cardOf(chat.profile))
    const kept = known === undefined ? {} : { kept: server.chats.newestUpTo(known) }
    return { chats, next, profiles, counts: server.countsOf(me), seq: server.seqOf(me), ...kept }
  },
  'likes.get': likes,
  'messages.list': (server, { me, params, query }) =>
    server.chats.list(me, params['conversation'] ?? '', (query as { before?: number }).before ?? Infinity),
  'messages.send': (server, { me, body }) => {
    const { profile, client_id, cost, ...content } = v.parse(calls['messages.send'].body, body)
    return tooDear(server, content.type, cost) ?? server.chats.send(me, { profile, client_id }, content)
  },
  'messages.photo': (server, { me, query, bytes }) => {
    const sent = query as CallParsed<'messages.photo'>['query']
    const whole = server.completed(sent.client_id, sent.from, bytes)
    if (!whole) return { error: 'photo_parts_missing' }
    // The width identifies the picture.
    const path = `/photos/m${server.messages.length + 1}`
    const photo = {
      filename: `${path}/full`,
      thumb_filename: `${path}/thumb`,
      colours: '',
      width: whole[0] ?? 0,
      height: 1,
    }
    return tooDear(server, 'photo', sent.cost) ?? server.chats.send(me, sent, { type: 'photo', photo })
  },
  'chats.delete': (server, { me, body }) => {
    const { conversation, up_to } = body as CallParsed<'chats.delete'>['body']
    return server.chats.remove(me, conversation, up_to)
  },
  'chats.read': (server, { me, params, body }) =>
    server.chats.mark(me, params['conversation'] ?? '', (body as { up_to: number }).up_to),
  'reports.list': (server, { me }) => ({ reports: server.reports.get(me)?.toReversed() ?? [] }),
  'reports.send': (server, { me, body }) => server.report(me, body as CallParsed<'reports.send'>['body']),
  'likes.put': like,
  'likes.delete': unlike,
  'likes.seen': (server, { me, params }) => {
    const received = server.likes.get(`${params['profile']}-${me}`)
    if (received) received.seen = true
    server.feeds.change(me, 'like', params['profile'] ?? '')
    return {}
  },
  'typing.send': () => ({}),
  'blocks.list': (server, { me }) => ({
    blocks: server.chats.blockedBy(me).map((id) => ({ profile: cardOf(id), at: server.chats.now })),
  }),
  'blocks.put': (server, { me, params }) => server.chats.block(me, Number(params['profile']), true),
  'blocks.delete': (server, { me, params }) => server.chats.block(me, Number(params['profile']), false),
  'swipe.get': (server, { me }) => server.swipes.deck(me),
  'swipe.put': (server, { me, params, body }) =>
    server.swipes.put(me, Number(params['profile']), (body as CallParsed<'swipe.put'>['body']).choice),
  'swipe.undo': (server, { me, params }) => server.swipes.undo(me, Number(params['profile'])),
  sync: (server, { me, query }) => server.sync(me, (query as { after: number }).after),
}

const bodyOf = ({ status, body }: { status: number; body: unknown }): string | null => {
  if (status === 204) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The fake server's answer to a request with the cookie of `jar`. */
export const answerOf = (server: FakeServer, jar: Jar, request: Request, bytes: Uint8Array): Response => {
  const url = new URL(request.url)
  server.log.push(`${request.method} ${url.pathname}`)
  server.onRequest(url.pathname)
  if (url.pathname.startsWith('/photos/')) return server.photo(url.pathname, request)
  const matched = matchCall(request.method, url.pathname.slice('/api/'.length), (name) => url.searchParams.get(name))
  if (!matched) return refusal({ error: 'not_found' })
  const { name, params } = matched
  const broken = server.broken.get(name)
  if (broken)
    return new Response(bodyOf(broken), {
      status: broken.status,
      headers: { ...broken.headers, ...(broken.retryAfter === undefined ? {} : { 'retry-after': broken.retryAfter }) },
    })
  const claimed = request.headers.get(MEMBER_HEADER)
  const me = jar.revoked || (claimed !== null && Number(claimed) !== jar.member) ? null : jar.member
  const call = callOf(name)
  if (call.who !== 'visitor' && me === null)
    return refusal({ error: 'authentication_required', ...(jar.revoked ? { revoked: true } : {}) })
  const handle = handlers[name]
  if (!handle) throw new Error(`The fake server does not know ${name}`)
  const text = call.upload || bytes.length === 0 ? 'null' : new TextDecoder().decode(bytes)
  const data = handle(server, {
    jar,
    me: me ?? 0,
    params,
    query: call.query ? v.parse(call.query, Object.fromEntries(url.searchParams)) : {},
    body: JSON.parse(text),
    bytes,
  })
  if (data === null) return new Response(null, { status: 204 })
  if ('error' in data) return refusal(data as ErrorBody)
  // A test may send what only a newer server knows.
  if (typeof call.response !== 'string') parseNewer(call.response, data)
  return Response.json(data)
}

const refusal = (body: ErrorBody): Response => Response.json(body, { status: ERROR_STATUS[body.error] })
