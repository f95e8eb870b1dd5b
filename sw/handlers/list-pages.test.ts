import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import { expectMessage, readConversation, writeChat } from '../store/conversations.ts'
import { PAGE_OVERLAP } from '../store/views.ts'
import type { Worker } from '../testing/browser.ts'
import { textTo, visitorWorld, withMany } from '../testing/world.ts'

type Likes = CallAnswer<'likes.get'>

type Chats = CallAnswer<'chats.get'>

const likesAfter = async (worker: Worker, after?: string | null): Promise<Likes> =>
  (await worker.call('GET', after == null ? '/api/likes' : `/api/likes?after=${after}`)).json as Likes

const chatsAfter = async (worker: Worker, after?: string | null): Promise<Chats> =>
  (await worker.call('GET', after == null ? '/api/chats' : `/api/chats?after=${after}`)).json as Chats

test('[LIKE-1] the device answers long lists in pages, in the order of the screen', async () => {
  const { server, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  expect([first.liked_by.length, first.liked.length, first.matches.length]).toEqual([LIST_PAGE, LIST_PAGE, LIST_PAGE])
  expect(first.profiles).toHaveLength(LIST_PAGE)
  const rest = await likesAfter(worker, first.next)
  expect(rest.next).toBe(null)
  expect(rest.liked.slice(PAGE_OVERLAP).map(({ id }) => id)).toEqual(first.later?.mine)
  expect(first.later).toMatchObject({ liked_by: 50, liked: 50, matches: 50, unseen: first.later?.mine, complete: true })
  expect(new Set([...first.matches, ...rest.matches].map(({ id }) => id))).toEqual(new Set(others))
  const chats = await chatsAfter(worker)
  expect([chats.chats.length, chats.profiles.length]).toEqual([LIST_PAGE, LIST_PAGE])
  const older = await chatsAfter(worker, chats.next)
  expect(older.next).toBe(null)
  const listed = [...chats.chats, ...older.chats.slice(PAGE_OVERLAP)]
  expect(listed.map(({ profile }) => profile)).toEqual(others.toReversed())
})

test('[CHAT-1][PWA-14] conversations with a queued or expected message come first, and those without a message last', async () => {
  const { server, browser, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  const empty = others.slice(-60)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 21, 'from here'))
  const session = await worker.device.sessions.current()
  await session.write(['conversations'], async (tx) => {
    await expectMessage(tx, '1-22', { seq: server.seqOf(1) + 1, at: Date.now() })
  })
  const first = await chatsAfter(worker)
  expect(first.chats).toHaveLength(LIST_PAGE)
  expect(new Set(first.chats.slice(0, 2).map(({ profile }) => profile))).toEqual(new Set([21, 22]))
  await session.write(['conversations'], async (tx) => {
    for (const other of empty) {
      const row = await readConversation(tx, `1-${other}`)
      if (row?.chat) await writeChat(tx, { ...row.chat, last_message: null })
    }
  })
  const again = await chatsAfter(worker)
  const last = await chatsAfter(worker, again.next)
  const shown = [...again.chats, ...last.chats].map(({ profile }) => profile)
  expect([again.chats.length, last.chats.length, last.next]).toEqual([LIST_PAGE, PAGE_OVERLAP + 50, null])
  expect(new Set(shown.slice(-60))).toEqual(new Set(empty))
})

test('[LIKE-1] after a like arrives, the new first page and the earlier second one have no gap between them', async () => {
  const { server, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const second = await likesAfter(worker, (await likesAfter(worker)).next)
  for (const other of [2, 3]) server.like(other, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  const listed = [...first.liked_by, ...second.liked_by].map(({ id }) => id)
  expect(new Set(listed)).toEqual(new Set([2, 3, ...others]))
})

test('[LIKE-1] a list of one page has neither a cursor nor likes on later pages', async () => {
  const { server, worker } = visitorWorld()
  withMany(server, 3)
  await worker.login(1)
  const { next, later } = await likesAfter(worker)
  expect([next, later]).toEqual([null, undefined])
})

test('[LIKE-1] after the last entry of the device its next page waits for that of the server, and is refused without a network', async () => {
  const { server, browser, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 5)
  server.listPage = LIST_PAGE
  let asked = 0
  // The last page of the chats comes, and no later page of the likes.
  server.onRequest = (path) => {
    if (path !== '/api/chats') return
    asked += 1
    if (asked === 2) browser.network = 'down'
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  expect([first.liked.length, first.next]).toEqual([LIST_PAGE, String(LIST_PAGE - PAGE_OVERLAP)])
  browser.network = 'down'
  const offline = await worker.call('GET', `/api/likes?after=${first.next}`)
  expect(offline.json).toMatchObject({ error: 'network_unavailable' })
  server.onRequest = () => {}
  browser.network = 'up'
  const rest = await likesAfter(worker, first.next)
  expect(new Set([...first.liked, ...rest.liked].map(({ id }) => id))).toEqual(new Set(others))
  expect(rest.next).toBe(null)
})

test('[LIKE-1] after a page that the server gave, the device continues behind its own first page', async () => {
  const { server, worker } = visitorWorld()
  withMany(server, LIST_PAGE + 5)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await likesAfter(worker, '1700000000000-7~1700000000000-9')).liked).toHaveLength(PAGE_OVERLAP + 5)
  expect((await chatsAfter(worker, '1-20')).chats).toHaveLength(PAGE_OVERLAP + 5)
})
