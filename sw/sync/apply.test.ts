import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { acknowledge } from '../outbox/flusher.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import {
  closedReason,
  countUnread,
  expectMessage,
  forgetAnswered,
  noteAnswered,
  readConversation,
  readPage,
  removeUpTo,
  writeMessage,
} from '../store/conversations.ts'
import { changeMe, readMe, writeUser } from '../store/me.ts'
import { PROFILES_MAX } from '../store/profiles.ts'
import { memberWorld, textTo, type World } from '../testing/world.ts'
import type { Photo } from '#contract/entities/photo.ts'
import { aText, cardOf, userOf } from '../testing/people.ts'
import { completePush } from '../older-pushes.ts'
import { applyPush, applySync, FEED_STORES, PAGE_STORES, receivePage, refuseLost } from './apply.ts'
import type { SyncAnswer } from '#contract/sync.ts'

const sessionOf = async ({ worker }: World): Promise<MemberSession> => {
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  return session
}

const seqOf = (session: MemberSession): Promise<number> => session.read(['meta'], async (tx) => (await readMe(tx)).seq)

const feed = (change: Partial<SyncAnswer>): SyncAnswer => ({
  seq: 0,
  more: false,
  reset: false,
  user: null,
  counts: { unread_messages: 0, new_likes: 0 },
  messages: [],
  chats: [],
  removed_chats: [],
  likes: [],
  profiles: [],
  ...change,
})

test('[PWA-4] an answer of the feed changes nothing if another was faster', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const newer = feed({ seq: seq + 5, likes: [{ profile: 3, received: { at: 9, like_new: true }, sent: null }] })
  const older = feed({ seq: seq + 2, likes: [{ profile: 3, received: null, sent: null }] })
  expect(await applySync(session, newer, seq, 1)).not.toBe(null)
  expect(await applySync(session, older, seq, 1)).toBe(null)
  expect(await applySync(session, newer, seq, 1)).toBe(null)
  expect(await applySync(session, feed({ seq: seq + 4 }), seq + 5, 1), 'a step back').toBe(null)
  expect(await seqOf(session)).toBe(seq + 5)
  expect((await world.worker.call('GET', '/api/likes')).json).toMatchObject({ liked_by: [{ id: 3 }] })
})

test('[PWA-3] the newest message of the feed is never one that a push or an answer alone has brought; an older device takes its own', async () => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/chats/1-2/messages')
  await world.worker.settled()
  const session = await sessionOf(world)
  const newest = () => session.read(['meta'], async (tx) => (await readMe(tx)).newest_message)
  const sync = async (...messages: Message[]): Promise<number | undefined> => {
    const seq = await seqOf(session)
    await applySync(session, feed({ seq: seq + 1, messages }), seq, 1)
    return newest()
  }
  expect(await newest()).toBe(1)
  await session.write(['meta', 'messages'], async (tx) => {
    await tx.objectStore('messages').put(aText(5, 2))
    const { newest_message: _, ...older } = await readMe(tx)
    await tx.objectStore('meta').put(older, 'me')
  })
  expect(await sync()).toBe(5)
  await session.write(['messages'], (tx) => writeMessage(tx, aText(9, 2)))
  expect(await sync()).toBe(5)
  expect(await sync(aText(7, 2), aText(3, 2))).toBe(7)
})

test('[CHAT-9] a card without its photo, as after a block, lists the files to delete', async () => {
  const session = await sessionOf(await memberWorld())
  const seq = await seqOf(session)
  const locked = { ...cardOf(3).main_image, locked: true, lock: 'reserved' } as Photo
  const shown = feed({ seq: seq + 1, profiles: [cardOf(2), cardOf(3), cardOf(4)] })
  expect((await applySync(session, shown, seq, 1))?.withdrawn).toEqual([])
  const after = [cardOf(2, { main_image: null }), cardOf(3, { main_image: locked }), cardOf(4)]
  const applied = await applySync(session, feed({ seq: seq + 2, profiles: after }), seq + 1, 2)
  expect(applied?.withdrawn).toEqual([
    '/photos/photo-2/full',
    '/photos/photo-2/card',
    '/photos/photo-2/thumb',
    '/photos/photo-2/blur',
    '/photos/photo-3/full',
    '/photos/photo-3/card',
    '/photos/photo-3/thumb',
  ])
})

test('[CHAT-9] [PWA-6] a push that arrives after the feed has brought a block does not show the partner again', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const late = completePush(world.server.pushFor(1))
  await applySync(session, feed({ seq: seq + 1, profiles: [cardOf(2, { main_image: null })] }), seq, 1)
  await applyPush(session, late, 2)
  const { profile } = (await world.worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>
  expect(profile.main_image).toBe(null)
})

test('[CHAT-8] a push that arrives late does not bring back a conversation that was deleted since', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const { notification, ...push } = completePush(world.server.pushFor(1))
  await applySync(session, feed({ seq: seq + 1, removed_chats: ['1-2'] }), seq, 1)
  await applyPush(
    session,
    { ...push, notification: { ...notification, data: { ...notification.data, chat: null } } },
    2,
  )
  expect((await world.worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [] })
})

test('[CHAT-5] an own message in the feed confirms its queued write', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  const message = textTo(browser, 2, 'hi')
  browser.fault = (request) => (request.method === 'POST' && request.url.includes('messages') ? 'loseAnswer' : null)
  await worker.call('POST', '/api/messages', message)
  await browser.turns(60)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  const attempts = server.log.filter((line) => line === 'POST /api/messages').length
  await worker.device.syncOf(await sessionOf(world)).now()
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({
    messages: [{ text: 'hello' }, { text: 'hi', client_id: message.client_id }],
    waiting: [],
  })
  await browser.pass(60_000)
  expect(server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(attempts)
})

/** A text to member 2 that waits on a device without a network. @returns its client id */
const waitingText = async ({ browser, worker }: World): Promise<string> => {
  browser.network = 'down'
  const text = textTo(browser, 2, 'hi')
  await worker.call('POST', '/api/messages', text)
  await worker.settled()
  return text.client_id
}

test('[CHAT-5] the messages after one that confirms a queued write are stored, too', async () => {
  const world = await memberWorld()
  const client_id = await waitingText(world)
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const messages = [{ ...aText(901, 1), client_id }, aText(902, 2)]
  await applySync(session, feed({ seq: seq + 1, messages }), seq, 1)
  expect(await session.read(['messages'], (tx) => tx.objectStore('messages').getAllKeys())).toEqual([1, 901, 902])
  expect(await session.read(['outbox'], readOutbox)).toEqual([])
})

test('[CHAT-5] an own message in a page of the conversation confirms its queued write', async () => {
  const world = await memberWorld()
  const client_id = await waitingText(world)
  const session = await sessionOf(world)
  await receiveTexts(session, [], { messages: [{ ...aText(901, 1), client_id }] })
  expect(await session.read(['outbox'], readOutbox)).toEqual([])
})

test('[PWA-3] an own text that the server has lost waits once, however often the device finds that out', async () => {
  const session = await sessionOf(await memberWorld())
  for (let times = 0; times < 2; times += 1)
    await session.write(FEED_STORES, (tx) => refuseLost(tx, [aText(901, 1), aText(902, 2)], 1))
  expect(await session.read(['outbox'], readOutbox)).toMatchObject([
    { id: aText(901, 1).client_id, state: 'failed', written_at: 901 },
  ])
})

test('[CHAT-5] another member cannot replace an own message by using its id', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  const message = textTo(browser, 2, 'mine')
  browser.network = 'down'
  await worker.call('POST', '/api/messages', message)
  await worker.settled()
  server.say(2, 1, 'forged', message.client_id)
  server.refusals.set(2, { error: 'blocked' })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({
    messages: [{ text: 'hello' }, { text: 'forged', sender: 2 }],
    waiting: [{ text: 'mine', state: 'failed' }],
  })
})

test('[LIKE-2] an answer to a like that is older than the feed does not revert the feed', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const match = { profile: 3, received: { at: 9, like_new: true }, sent: { at: 8 } }
  await applySync(session, feed({ seq: seq + 1, likes: [match] }), seq, 1)
  const late = { like: { profile: 3, received: null, sent: { at: 8 } }, match: false, likes_left: 9, resets_at: 9 }
  for (const kind of ['likes.put', 'swipe.put'] as const) {
    const row = { write: { kind, profile: 3 } } as OutboxRow
    await session.write(['likes', 'meta', 'lists'], (tx) => acknowledge(tx, row, late, { seq, user: null, member: 1 }))
  }
  const { matches } = (await world.worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  expect(matches.map(({ id }) => id)).toEqual([3])
})

test('[LIKE-5] the newest swipes stay among those that the device remembers', async () => {
  const session = await sessionOf(await memberWorld())
  const items = Array.from({ length: PROFILES_MAX }, (_, index) => ({ id: index + 10, reasons: [] }))
  const row = { write: { kind: 'swipe.put', profile: 3 } } as OutboxRow
  const swiped = await session.write(['lists'], async (tx) => {
    await tx.objectStore('lists').put({ key: 'swiped', items, held_at: 0 })
    await acknowledge(tx, row, {}, { seq: 0, user: null, member: 1 })
    return (await tx.objectStore('lists').get('swiped'))?.items.map(({ id }) => id)
  })
  expect([swiped?.at(0), swiped?.at(-1), swiped?.length]).toEqual([11, 3, PROFILES_MAX])
})

test('[LIKE-4] a look at a like lowers the count of new likes once', async () => {
  const session = await sessionOf(await memberWorld())
  const seq = await seqOf(session)
  const like = { profile: 3, received: { at: 9, like_new: true }, sent: null }
  await applySync(session, feed({ seq: seq + 1, likes: [like], counts: { unread_messages: 0, new_likes: 2 } }), seq, 1)
  const row = { write: { kind: 'likes.seen', profile: 3 } } as OutboxRow
  const look = () =>
    session.write(['likes', 'meta'], async (tx) => {
      await acknowledge(tx, row, {}, { seq, user: null, member: 1 })
      return (await readMe(tx)).counts.new_likes
    })
  expect([await look(), await look()]).toEqual([1, 1])
})

test('[CHAT-8] a conversation removed for this member is deleted from the device, with its messages', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  await applySync(session, feed({ seq: seq + 1, removed_chats: ['1-2'] }), seq, 1)
  expect((await world.worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [] })
  expect(await session.read(['messages'], (tx) => tx.objectStore('messages').count())).toBe(0)
})

/** Stores the newest page of the conversation with 2, or the one before a message. */
const receiveTexts = (
  session: MemberSession,
  ids: readonly number[],
  change: Partial<CallAnswer<'messages.list'>> = {},
  asked?: number,
) =>
  session.write(PAGE_STORES, (tx) =>
    receivePage(
      tx,
      '1-2',
      asked,
      {
        chat: null,
        profile: cardOf(2),
        messages: ids.map((id) => aText(id, 2)),
        before: null,
        older_hidden: false,
        ...change,
      },
      { member: 1, now: 1 },
    ),
  )
/** After a break in the feed, messages may be missing in what the device has stored of the conversation. */
const noteBreak = (session: MemberSession): Promise<void> =>
  session.write(['conversations'], async (tx) => {
    const row = await readConversation(tx, '1-2')
    if (row?.history) await tx.objectStore('conversations').put({ ...row, history: { ...row.history, gap: true } })
  })

const storedPage = async (session: MemberSession) => {
  const page = await session.read(['conversations', 'messages'], (tx) => readPage(tx, '1-2', undefined))
  return page && { ids: page.messages.map(({ id }) => id), before: page.before }
}

test('[CHAT-10] the newest page of a conversation joins the stored messages, and after a break in the feed replaces them, because some in between may be missing', async () => {
  const session = await sessionOf(await memberWorld())
  await receiveTexts(session, [901, 902])
  await receiveTexts(session, [902, 903], { before: 902 })
  expect((await storedPage(session))?.ids.slice(-3)).toEqual([901, 902, 903])
  await noteBreak(session)
  await receiveTexts(session, [908, 909], { before: 908 })
  // A page that does not adjoin would leave a gap as well.
  await receiveTexts(session, [901, 902], {}, 903)
  expect(await storedPage(session)).toEqual({ ids: [908, 909], before: 908 })
  await noteBreak(session)
  await receiveTexts(session, [909, 910])
  expect(await storedPage(session), 'nothing is left before them').toEqual({ ids: [909, 910], before: null })
})

test('[CHAT-9] [CHAT-12] an unblock opens a conversation that the own block has closed, and no other', () => {
  const reasons = ['blocking', 'blocked', 'recipient_deleted', null] as const
  expect(reasons.map((reason) => closedReason(reason, false))).toEqual([null, 'blocked', 'recipient_deleted', null])
  expect(reasons.map((reason) => closedReason(reason, true))).toEqual([
    'blocking',
    'blocking',
    'recipient_deleted',
    'blocking',
  ])
})

test('[CHAT-1] an answer to a read mark that is older than the feed does not lower the counts again', async () => {
  const session = await sessionOf(await memberWorld())
  const { seq, counts } = await session.read(['meta'], readMe)
  const row = { write: { kind: 'chats.read', conversation: '1-2', up_to: 1 } } as OutboxRow
  const answer = (sentAt: number) =>
    session.write(['conversations', 'meta'], async (tx) => {
      await acknowledge(tx, row, { num_unread_messages: 0 }, { seq: sentAt, user: null, member: 1 })
      return (await readMe(tx)).counts.unread_messages
    })
  expect(counts.unread_messages).toBe(1)
  expect([await answer(seq - 1), await answer(seq)]).toEqual([1, 0])
})

test('[PWA-11] changes of another member, who has logged in past the worker, are not stored for this one', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const seq = await seqOf(session)
  const theirs = feed({ seq: seq + 1, user: userOf(2), messages: [aText(901, 2)] })
  world.server.broken.set('sync', { status: 200, body: theirs })
  await world.worker.device.syncOf(session).now()
  expect((await world.worker.device.sessions.current()).member).toBe(2)
})

test('[CHAT-1] the newest page of a conversation does not bring back an older state of the conversation than the feed', async () => {
  const session = await sessionOf(await memberWorld())
  const chatOf = () => session.read(['conversations'], async (tx) => (await readConversation(tx, '1-2'))?.chat ?? null)
  const chat = await chatOf()
  await receiveTexts(session, [901], { chat: chat && { ...chat, num_unread_messages: 9 } })
  expect(chat?.num_unread_messages).toBe(1)
  expect(await chatOf()).toEqual(chat)
})

test('[PWA-11] an account of somebody else in the feed is not stored', async () => {
  const session = await sessionOf(await memberWorld())
  const seq = await seqOf(session)
  await applySync(session, feed({ seq: seq + 1, user: userOf(2) }), seq, 1)
  expect((await session.read(['meta'], readMe)).user?.id).toBe(1)
})

test('[PWA-8] a push that a later one has overtaken does not bring back its older counts', async () => {
  const world = await memberWorld()
  const session = await sessionOf(world)
  const pushes = ['first', 'second'].map((text) => {
    world.server.say(2, 1, text)
    return completePush(world.server.pushFor(1))
  })
  for (const push of pushes.toReversed()) await applyPush(session, push, 1)
  expect((await session.read(['meta'], readMe)).counts.unread_messages).toBe(3)
})

test('[CHAT-8] [PWA-14] an older page of a conversation does not say that the device knows the messages which it waits for', async () => {
  const session = await sessionOf(await memberWorld())
  await noteBreak(session)
  await receiveTexts(session, [901, 902], { before: 901 })
  const expects = { seq: 90, at: 5 }
  await session.write(FEED_STORES, async (tx) => {
    await expectMessage(tx, '1-2', expects)
    await noteAnswered(tx, aText(909, 1))
  })
  await receiveTexts(session, [899, 900], {}, 901)
  const row = await session.read(['conversations'], (tx) => readConversation(tx, '1-2'))
  expect(row).toMatchObject({ expects, answered: { own: [909] }, history: { before: null } })
})

test('[CHAT-8] the feed makes own answers known with the last of them, and a deletion of all messages removes the conversation', async () => {
  const session = await sessionOf(await memberWorld())
  const states = await session.write(FEED_STORES, async (tx) => {
    for (const id of [911, 912]) await noteAnswered(tx, aText(id, 1))
    const answered = []
    for (const id of [911, 912]) {
      await forgetAnswered(tx, aText(id, 1))
      answered.push((await readConversation(tx, '1-2'))?.answered?.own)
    }
    await removeUpTo(tx, '1-2', 1)
    return [answered, await readConversation(tx, '1-2')]
  })
  expect(states).toEqual([[[911, 912], undefined], undefined])
})

test('[PWA-8] own messages after a read mark are not unread', async () => {
  const session = await sessionOf(await memberWorld())
  await receiveTexts(session, [], { messages: [aText(901, 2), aText(902, 1), aText(903, 2)] })
  const count = await session.read(['conversations', 'messages'], async (tx) => {
    const chat = (await readConversation(tx, '1-2'))?.chat
    return chat && countUnread(tx, { ...chat, num_unread_messages: 9, last_message: aText(903, 2) }, 901)
  })
  expect(count).toBe(1)
})

test('[PWA-2] settings of an answer that is older than the feed change nothing', async () => {
  const session = await sessionOf(await memberWorld())
  const { user: before } = await session.read(['meta'], readMe)
  if (!before) throw new Error('Nobody is logged in')
  const row = { write: { kind: 'notifications.put', body: {} } } as OutboxRow
  const answered = (push_details: boolean) => ({ settings: { ...before.settings, push_details } })
  const after = await session.write(['meta'], async (tx) => {
    await changeMe(tx, { user: { ...before, settings: { ...before.settings, push_details: true } } })
    await acknowledge(tx, row, answered(false), { seq: 0, user: before, member: 1 })
    const { user } = await readMe(tx)
    await acknowledge(tx, row, answered(false), { seq: 0, user, member: 1 })
    return [user, (await readMe(tx)).user].map((one) => one?.settings.push_details)
  })
  expect(after).toEqual([true, false])
})

test('[SHELL-8] an answer about the user changes the counts only until the feed has begun', async () => {
  const session = await sessionOf(await memberWorld())
  const counts = { unread_messages: 7, new_likes: 7 }
  const written = await session.write(['meta'], async (tx) => {
    const { user } = await readMe(tx)
    if (user) await writeUser(tx, user, counts, 1)
    const begun = (await readMe(tx)).counts
    await changeMe(tx, { filled: false })
    if (user) await writeUser(tx, user, counts, 1)
    return [begun, (await readMe(tx)).counts]
  })
  expect(written).toEqual([{ unread_messages: 1, new_likes: 0 }, counts])
})

test('[PWA-4] several callers at once cause one sync, and one more for later callers', async () => {
  const { server, browser, worker } = await memberWorld()
  server.log.length = 0
  await Promise.all([worker.device.resume(), worker.device.resume(), worker.device.resume()])
  await browser.turns()
  expect(server.log.filter((line) => line === 'GET /api/sync')).toHaveLength(2)
})

test('[PWA-4] after a long absence the feed is read in pages to its end', async () => {
  const { server, worker } = await memberWorld()
  server.syncPage = 3
  for (let count = 0; count < 20; count += 1) server.say(3, 1, `missed ${count}`)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ counts: { unread_messages: 21 } })
  expect(server.delivered.get(1)).toBe(server.seqOf(1))
})

test('[PWA-4] the sync loop ends if the cursor does not advance', async () => {
  const { server, worker } = await memberWorld()
  const stuck = feed({ seq: 0, more: true })
  server.broken.set('sync', { status: 200, body: stuck })
  server.log.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.log.filter((line) => line === 'GET /api/sync').length).toBeLessThan(3)
})

test('[PWA-1] the newest page of twenty conversations is fetched; an interrupted fetch continues', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  for (let id = 10; id < 40; id += 1) {
    server.addMember(id)
    server.say(id, 1, `from ${id}`)
  }
  server.broken.set('messages.list', { status: 503, body: { error: 'shutting_down' } })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  server.broken.clear()
  await browser.pass(10_000)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  const status = async (id: number) => (await worker.call('GET', `/api/chats/1-${id}/messages`)).cachedAt
  expect(await status(39)).not.toBe(null)
  const pages = server.log.filter((line) => line.endsWith('/messages') && line.startsWith('GET'))
  expect(new Set(pages).size).toBe(1 + 20)
})
