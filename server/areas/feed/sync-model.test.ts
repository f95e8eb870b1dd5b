/**
 * A device that only calls `sync` ends up with the content of the full lists: after any operations of its member and of
 * others, with any lost answers, and with several devices syncing in parallel.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { Counts, User } from '#contract/entities/user.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { announceStatus, writeAround } from './announce.ts'
import { isPostgres } from '../../testing/test-engine.ts'

type DeviceState = {
  seq: number
  user: User | null
  counts: Counts
  chats: Map<string, Chat>
  messages: Map<number, Message>
  likes: Map<number, LikeState>
  profiles: Map<number, ProfileCard>
}

type Device = { member: TestMember; held: DeviceState }

const emptyDevice = (member: TestMember): Device => ({
  member,
  held: {
    seq: 0,
    user: null,
    counts: { unread_messages: 0, new_likes: 0 },
    chats: new Map(),
    messages: new Map(),
    likes: new Map(),
    profiles: new Map(),
  },
})

const apply = (held: DeviceState, answer: CallAnswer<'sync'>): void => {
  held.seq = answer.seq
  held.user = answer.user ?? held.user
  held.counts = answer.counts
  const forget = (conversation: string, upTo: number) => {
    for (const { id, conversation: of } of held.messages.values())
      if (of === conversation && id <= upTo) held.messages.delete(id)
  }
  for (const conversation of answer.removed_chats) {
    held.chats.delete(conversation)
    forget(conversation, Infinity)
  }
  for (const message of answer.messages) held.messages.set(message.id, message)
  for (const chat of answer.chats) {
    held.chats.set(chat.conversation, chat)
    forget(chat.conversation, chat.hidden_up_to ?? 0)
  }
  for (const like of answer.likes) held.likes.set(like.profile, like)
  for (const card of answer.profiles) held.profiles.set(card.id, card)
}

/** @returns whether anything was new */
const syncOnce = async ({ member, held }: Device): Promise<boolean> => {
  const { status, body } = await server.as(member)('sync', { query: { after: String(held.seq) } })
  if (status === 204) return false
  expect(body.reset).toBe(false)
  expect(body.seq).toBeGreaterThan(held.seq)
  apply(held, body)
  return true
}

const who = fc.nat(2)
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('send' as const, 'give' as const), who, other: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), who, other: who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      who,
      other: who,
      upTo: fc.nat(12),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('likes.put' as const, 'likes.delete' as const, 'likes.seen' as const),
      who,
      other: who,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('blocks.put' as const, 'blocks.delete' as const), who, other: who }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status' as const), who, isConfirmed: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('sync' as const), device: fc.nat(3), isLost: fc.boolean() }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never
type Between = Exclude<Operation, { kind: 'sync' | 'status' }>

const perform = async (members: TestMember[], devices: Device[], step: Operation): Promise<void> => {
  if (step.kind === 'sync') {
    const device = devices[step.device]
    if (!device) return
    const { member, held } = device
    await syncOnce(step.isLost ? { member, held: { ...emptyDevice(member).held, seq: held.seq } } : device)
    return
  }
  const member = members[step.who]
  if (!member) return
  if (step.kind === 'status') {
    const status = step.isConfirmed ? 'active' : 'not_confirmed'
    server.sql('update users set status = ? where id = ?', status, member.id)
    await writeAround(server.deps, member.id, (tx, held) => announceStatus(tx, member.id, server.clock.now(), held))
    return
  }
  const other = members[step.other]
  if (other) await performBetween(member, other, step)
}

const performBetween = async (member: TestMember, other: TestMember, step: Between): Promise<void> => {
  const call = server.as(member)
  const profile = String(other.id)
  if (step.kind === 'send') {
    const text = `at ${server.clock.now()}`
    await call('messages.send', { body: { client_id: server.deps.newId(), profile: other.id, type: 'text', text } })
  } else if (step.kind === 'give') {
    const body = { client_id: server.deps.newId(), profile: other.id, type: 'gift' as const, gift: 'rose' as const }
    await call('messages.send', { body })
  } else if (step.kind === 'delete') {
    if (other !== member) await call('chats.delete', { body: { conversation: conversationId(member.id, other.id) } })
  } else if (step.kind === 'read') {
    if (other === member) return
    const conversation = conversationId(member.id, other.id)
    const { status, body } = await call('messages.list', { params: { conversation }, query: {} })
    if (status !== 200) return
    const upTo = body.messages[step.upTo % Math.max(1, body.messages.length)]?.id ?? 1
    await call('chats.read', { params: { conversation }, body: { up_to: upTo } })
  } else await call(step.kind, { params: { profile } })
}

const expectTheFullLists = async ({ member, held }: Device): Promise<void> => {
  const call = server.as(member)
  const chats = (await call('chats.get')).body
  expect(held.seq).toBe(chats.seq)
  expect(held.counts).toEqual(chats.counts)
  expect([...held.chats.values()].toSorted(newestFirst)).toEqual(chats.chats)

  const messages: Message[] = []
  for (const { conversation } of chats.chats)
    messages.push(...(await call('messages.list', { params: { conversation }, query: {} })).body.messages)
  expect(new Set(held.messages.values())).toEqual(new Set(messages))

  const likes = (await call('likes.get')).body
  const states = [...held.likes.values()]
  expect(new Set(states.flatMap(({ profile: id, received }) => (received ? [{ id, ...received }] : [])))).toEqual(
    new Set(likes.liked_by),
  )
  expect(new Set(states.flatMap(({ profile: id, sent }) => (sent ? [{ id, ...sent }] : [])))).toEqual(
    new Set(likes.liked),
  )

  for (const card of [...chats.profiles, ...likes.profiles]) expect(held.profiles.get(card.id)).toEqual(card)
  const { user } = (await call('user.get')).body
  if (held.user) expect(held.user).toEqual(user)
  else expect(user?.credits).toBe(START_CREDITS)
}

const newestFirst = (one: Chat, other: Chat) => (other.last_message?.id ?? 0) - (one.last_message?.id ?? 0)

const START_CREDITS = 12

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

let round = 0
const newMembers = async (): Promise<TestMember[]> => {
  round += 1
  const members: TestMember[] = []
  for (const name of ['Ada', 'Bert', 'Carla'])
    members.push(await server.signUp(`${name} ${round}`, { credits: START_CREDITS }))
  return members
}

/** Calls of one device do not overlap, because it has one flusher. */
const withoutCrossedAsks = (turn: Operation[]): Operation[] => {
  const asking = new Set<number>()
  return turn.filter((step) => step.kind !== 'sync' || (!asking.has(step.device) && asking.add(step.device)))
}

/** An acknowledgement returns no news, but creates news for the sender. So it takes two quiet rounds. */
const syncUntilQuiet = async (devices: Device[]): Promise<void> => {
  for (let quiet = 0; quiet < 2;) {
    let hasNews = false
    for (const device of devices) hasNews = (await syncOnce(device)) || hasNews
    quiet = hasNews ? 0 : quiet + 1
  }
}

test('[CHAT-1] a device that only syncs ends up with the content of the full lists', { timeout: 120_000 }, async () => {
  const turns = fc.array(fc.array(operation, { maxLength: 5, size: 'max' }), { maxLength: 14, size: 'max' })
  const property = fc.asyncProperty(turns, async (all) => {
    // A card names the minute of the last activity, which no `sync` tells. A timer of real time writes it, so it must not move meanwhile.
    server.clock.advance(MINUTE_MS - (server.clock.now() % MINUTE_MS))
    const members = await newMembers()
    // The first member has two devices.
    const devices = [...members, ...members.slice(0, 1)].map(emptyDevice)
    for (const turn of all) {
      server.clock.advance(1_000)
      await Promise.all(withoutCrossedAsks(turn).map((step) => perform(members, devices, step)))
    }
    await syncUntilQuiet(devices)
    for (const device of devices) await expectTheFullLists(device)
  })
  await expect(fc.assert(property, { numRuns: isPostgres ? 20 : 60, seed: 42 })).resolves.toBeUndefined()
})
