import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import {
  isSnapshotCall,
  messagesShownBefore,
  SNAPSHOT_CHATS,
  snapshotTag,
  type StartFiles,
} from '#contract/rules/snapshot-tag.ts'
import { loseValue } from '../testing/full-disk.ts'
import { aText, cardOf } from '../testing/people.ts'
import { memberWorld, restarted, textTo, visitorWorld, type World } from '../testing/world.ts'
import { ORIGIN } from '../testing/browser.ts'
import { isMember } from '../store/session.ts'
import { hasUnchanged } from '../store/views.ts'
import { start } from './lifecycle.ts'
import { startDocument } from './start-document.ts'

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-shell'; img-src 'self'"
const shell = async (): Promise<Response> =>
  new Response(
    '<!doctype html><html lang="it"><head><style>@font-face{src:url(/assets/petrona-1.woff2)}</style><link rel="stylesheet" href="/assets/shell.css" disabled></head><body><div id="root"><div>loading</div></div>\n<link rel="modulepreload" crossorigin href="/assets/shell.js"></body>\n</html>',
    {
      headers: {
        'content-type': 'text/html',
        'content-encoding': 'br',
        etag: '"1"',
        'content-security-policy': POLICY,
      },
    },
  )

const CONVERSATIONS = { scripts: ['/assets/chats.js'], sheets: ['/assets/chats.css'], allTexts: true }
const FILES: StartFiles = {
  screens: {
    'chats.get': CONVERSATIONS,
    'messages.list': CONVERSATIONS,
    'members.search': { scripts: ['/assets/search.js'], sheets: [], allTexts: false },
  },
  texts: {
    it: '/assets/it.js',
    en: '/assets/en.js',
    de: '/assets/de.js',
    es: '/assets/es.js',
    fr: '/assets/fr.js',
    nl: '/assets/nl.js',
    pl: '/assets/pl.js',
  },
}

type SentBody = Record<string, unknown>

/** The page shows the answer of a call and stores its markup. */
const store = async ({ worker }: World, path: string, call: string, change: SentBody = {}) => {
  const answer = (await worker.call('GET', call)).json as CallAnswer<'chats.get'>
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  if (!user) throw new Error('A member is logged in')
  const name = path === '/chats' ? 'chats.get' : path === '/members' ? 'members.search' : 'messages.list'
  // The answer belongs to this call.
  const tag = snapshotTag(name, answer as never, user)
  const body = { path, call, tag, locale: 'en', html: `<p>${path}</p>`, styles: '#root{}', sheets: [], ...change }
  const stored = await worker.call('PUT', '/api/device/snapshot', body)
  await worker.settled()
  return stored
}

const documentAt = async ({ worker }: World, path: string): Promise<Response> =>
  startDocument(worker.device, await shell(), new URL(path, ORIGIN), FILES)
const htmlAt = async (world: World, path: string): Promise<string> => (await documentAt(world, path)).text()
const shown = async (world: World, path: string): Promise<string | null> =>
  /<div id="root" data-snapshot(?: data-offline)?>(.*)<\/div><script/.exec(await htmlAt(world, path))?.[1] ?? null
const storedPaths = async ({ worker }: World): Promise<string[]> => {
  const session = await worker.device.sessions.current()
  return session.read(['snapshots'], (tx) => tx.objectStore('snapshots').getAllKeys())
}

/** Member 1 has looked at search, the list and one conversation. */
const lookedAround = async (): Promise<World> => {
  const world = await memberWorld()
  world.browser.language = 'en'
  await store(world, '/members', '/api/members?country=IT')
  await store(world, '/chats/1-2', '/api/chats/1-2/messages')
  await store(world, '/chats', '/api/chats')
  return world
}

test('[PWA-17] a document whose markup the device does not give ends with the skeleton, and the calls of its page reach the server', async () => {
  const world = await lookedAround()
  world.worker = await restarted(world)
  const hung = Object.assign(indexedDB.open('hung'), { addEventListener: () => {} })
  const opens = vi.spyOn(indexedDB, 'open').mockReturnValue(hung)
  const html = htmlAt(world, '/chats')
  const chats = world.worker.call('GET', '/api/chats')
  await world.browser.pass(2_000)
  expect(await html).toContain('<div id="root"><div>loading</div></div>')
  await world.browser.pass(3_000)
  expect(await chats).toMatchObject({ status: 200, cachedAt: null })
  opens.mockRestore()
})

test('[PWA-17] a start without a network shows each screen as it was', async () => {
  const world = await lookedAround()
  world.browser.network = 'down'
  world.worker = await restarted(world)
  for (const path of ['/members', '/chats', '/chats/1-2']) expect(await shown(world, path)).toBe(`<p>${path}</p>`)
  expect(await shown(world, '/likes')).toBeNull()
  expect(await shown(world, '/chats/1-3')).toBeNull()
  // The language of a mail's link is for devices that have none.
  expect(await shown(world, '/chats?mail_lang=de')).toBe('<p>/chats</p>')
  // The address asks for more than the stored screen shows.
  expect(await shown(world, '/members?country=DE')).toBeNull()
})

test('[PWA-17] [SAFE-5] the document allows the styles of the markup by a word of their own, new in each document', async () => {
  const world = await lookedAround()
  const sheets = ['/assets/shell.css', '/assets/chats.css', '/assets/a1.css']
  await store(world, '/chats', '/api/chats', { styles: '[data-style="0"]{--size:56px}', sheets })
  const answer = await documentAt(world, '/chats')
  const policy = answer.headers.get('content-security-policy') ?? ''
  const html = await answer.text()
  const nonce = /<style nonce="([^"]+)">\[data-style="0"\]\{--size:56px\}<\/style>/.exec(html)?.[1] ?? ''
  // 128 random bits or more, and a word of the policy's grammar.
  expect(nonce).toMatch(/^[\w-]{48,}$/)
  expect(policy).toBe(POLICY.replace('style-src ', `style-src 'nonce-${nonce}' `))
  const next = await documentAt(world, '/chats')
  expect(next.headers.get('content-security-policy')).not.toBe(policy)
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/a1.css">')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/chats.css">')
  expect(html.split('/assets/shell.css'), 'the shell’s own styles come once').toHaveLength(2)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('[PWA-17] [SAFE-5] a shell of another form, or without a policy for styles, is answered as it is', async () => {
  const world = await lookedAround()
  await store(world, '/chats', '/api/chats')
  const html = await (await shell()).text()
  const headers = { 'content-security-policy': POLICY }
  const scriptsOnly = { 'content-security-policy': "script-src 'self'" }
  for (const own of [
    new Response('<p>other</p>', { headers }),
    new Response(html),
    new Response(html, { headers: scriptsOnly }),
  ])
    expect(await startDocument(world.worker.device, own, new URL('/chats', ORIGIN), FILES)).toBe(own)
})

test('[PWA-17] the head of the document goes out before the member’s database is open, with nothing of theirs', async () => {
  const world = await lookedAround()
  world.worker = await restarted(world)
  const { sessions } = world.worker.device
  const opened = Promise.withResolvers<void>()
  const current = sessions.current.bind(sessions)
  sessions.current = () => opened.promise.then(current)
  const reader = (await documentAt(world, '/chats')).body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = (await reader?.read())?.value ?? ''
  expect(first).toContain('<link rel="preload" as="style" crossorigin href="/assets/chats.css">')
  expect(first).toContain('<link rel="preload" as="script" crossorigin href="/assets/chats.js">')
  expect(first).not.toContain('<div id="root"')
  opened.resolve()
  const second = (await reader?.read())?.value ?? ''
  expect(second).toContain('<div id="root" data-snapshot><p>/chats</p></div>')
  expect(second.endsWith('</html>')).toBe(true)
})

test('[PWA-17] a start without stored markup, or whose markup cannot be read, shows the shell’s skeleton; other screens get the shell as it is', async () => {
  const world = await lookedAround()
  const skeleton = '<div id="root"><div>loading</div></div>'
  const unseen = await htmlAt(world, '/chats/1-3')
  expect(unseen).toContain(skeleton)
  // The network may never bring them.
  expect(unseen.replace('href="/assets/shell.css" disabled', ''), 'style sheets for which it would wait').not.toMatch(
    /<link rel="stylesheet" crossorigin href/,
  )
  expect(await htmlAt(world, '/members?country=DE')).toContain(skeleton)
  expect(await htmlAt(world, '/likes')).toBe(await (await shell()).text())
  world.worker.device.sessions.current = () => Promise.reject(new Error('No database'))
  const broken = await htmlAt(world, '/chats')
  expect(broken).toContain(skeleton)
  expect(broken.endsWith('</html>')).toBe(true)
})

const filesAt = (html: string, rel: string): (string | undefined)[] =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" crossorigin href="([^"]+)">`, 'g'))].map(([, file]) => file)

/** The scripts that a document announces at its head, and names again at its end so that they become modules early. */
const announced = (html: string): (string | undefined)[] => {
  const [head = '', body = ''] = html.split('</head>')
  const scripts = filesAt(head, 'preload" as="script')
  expect(filesAt(body, 'modulepreload')).toEqual([...scripts, '/assets/shell.js'])
  return scripts
}

/** The answers in a document, by the address of their call. */
const answersIn = (html: string): Record<string, { data: unknown }> => {
  const json = /<script type="application\/json" id="stored-answers">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'
  return JSON.parse(json) as Record<string, { data: unknown }>
}

test('[PWA-17] the document brings the answers that the first screen asks for, as the worker would give them', async () => {
  const world = await lookedAround()
  await world.worker.call('GET', '/api/settings')
  for (const [path, call] of [
    ['/members', '/api/members?country=IT'],
    ['/chats', '/api/chats'],
    ['/chats/1-2', '/api/chats/1-2/messages'],
  ] as const) {
    const answers = answersIn(await htmlAt(world, path))
    expect(Object.keys(answers).toSorted()).toEqual([call, '/api/settings', '/api/user'].toSorted())
    for (const address of Object.keys(answers))
      expect(answers[address]?.data).toEqual((await world.worker.call('GET', address)).json)
  }
})

test('[PWA-17] the document of the chat list brings the newest conversations, and the markup stays while others become newer', async () => {
  const world = await lookedAround()
  const write = async (people: readonly number[], text: string): Promise<void> => {
    for (const person of people) world.server.say(person, 1, text)
    await world.worker.call('POST', '/api/device/sync', {})
    await world.worker.settled()
  }
  const people = Array.from({ length: 60 }, (_, at) => at + 2)
  await write(people, 'hello')
  await store(world, '/chats', '/api/chats')
  await write(people.slice(0, 20), 'again')
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
  const { data } = answersIn(await htmlAt(world, '/chats'))['/api/chats'] as { data: CallAnswer<'chats.get'> }
  const all = (await world.worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(all.chats).toHaveLength(60)
  expect(data.chats).toEqual(all.chats.slice(0, 2 * SNAPSHOT_CHATS))
  expect(data.profiles.map(({ id }) => id)).toEqual(data.chats.map(({ profile }) => profile))
})

test('[PWA-17] [CHAT-1] the first conversations are those with the latest times, also after the clock of the server was set back', async () => {
  const world = await lookedAround()
  const people = Array.from({ length: 60 }, (_, at) => at + 2)
  for (const person of people) {
    world.server.chats.now -= 1_000
    world.server.say(person, 1, 'hello')
  }
  await world.worker.call('POST', '/api/device/sync', {})
  await world.worker.settled()
  await store(world, '/chats', '/api/chats')
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
  const { data } = answersIn(await htmlAt(world, '/chats'))['/api/chats'] as { data: CallAnswer<'chats.get'> }
  expect(data.chats.map(({ profile }) => profile)).toEqual(people.slice(0, 2 * SNAPSHOT_CHATS))
})

test('[PWA-17] [SAFE-5] a name that looks like markup cannot end the element with the answers', async () => {
  const world = await lookedAround()
  world.server.say(2, 1, '</script><img src=x>')
  await world.worker.call('POST', '/api/device/sync', {})
  await world.worker.settled()
  await store(world, '/chats', '/api/chats')
  const html = await htmlAt(world, '/chats')
  expect(html).not.toContain('</script><img')
  expect(JSON.stringify(answersIn(html)['/api/chats'])).toContain('</script><img src=x>')
})

test('[PWA-17] the document announces the scripts of its screen, and the texts of its language if the screen uses them', async () => {
  const world = await lookedAround()
  const chats = await htmlAt(world, '/chats')
  const search = await htmlAt(world, '/members')
  expect(announced(chats)).toEqual(['/assets/chats.js', '/assets/en.js'])
  expect(announced(search)).toEqual(['/assets/search.js'])
})

test('[PWA-17] the document has all styles that the code of its screen waits for, whether its markup uses them or not', async () => {
  const world = await lookedAround()
  await store(world, '/chats', '/api/chats', { sheets: ['/assets/offers.css'] })
  const html = await htmlAt(world, '/chats')
  expect([...html.matchAll(/<link rel="stylesheet" crossorigin href="([^"]*)">/g)].map(([, file]) => file)).toEqual([
    '/assets/offers.css',
    '/assets/chats.css',
  ])
})

test('[PWA-17] the document announces the font of its headings', async () => {
  const html = await htmlAt(await lookedAround(), '/chats')
  expect(html).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/petrona-1.woff2">')
})

test('[PWA-17] the line of a start without a network shows only if the device has none', async () => {
  const world = await lookedAround()
  expect(await htmlAt(world, '/chats')).toContain('<div id="root" data-snapshot>')
  world.browser.network = 'down'
  world.worker = await restarted(world)
  Object.assign(world.worker.device.ports, { isOnLine: () => false })
  expect(await htmlAt(world, '/chats')).toContain('<div id="root" data-snapshot data-offline>')
})

test('[PWA-17] a start on another day says so: the markup’s words for days, such as today, are hidden', async () => {
  const world = await lookedAround()
  const { ports } = world.worker.device
  const now = ports.now()
  const midnight = new Date(now).setHours(24, 0, 0, 0)
  Object.assign(ports, { now: () => midnight - 1 })
  expect(await htmlAt(world, '/chats')).toContain('<div id="root" data-snapshot>')
  Object.assign(ports, { now: () => midnight })
  expect(await htmlAt(world, '/chats')).toContain('<div id="root" data-snapshot data-other-day>')
})

test('[PWA-17] [PWA-11] nobody but the member sees the markup: not after a logout, nor another member, nor a visitor', async () => {
  const world = await lookedAround()
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  expect(await shown(world, '/chats')).toBeNull()
  await world.worker.login(2)
  expect(await shown(world, '/chats')).toBeNull()
  expect(await storedPaths(world)).toEqual([])
  await world.worker.call('GET', '/api/logout')
  await world.worker.login(1)
  expect(await storedPaths(world)).toEqual([])
})

test('[PWA-17] [PWA-11] another member who logs in over the first sees none of the first one’s markup', async () => {
  const world = await lookedAround()
  await world.worker.login(3)
  for (const path of ['/members', '/chats', '/chats/1-2']) expect(await shown(world, path)).toBeNull()
})

test('[PWA-17] [ACC-16] a member whose session the server has ended sees the login, not the markup', async () => {
  const world = await lookedAround()
  world.browser.jar.revoked = true
  world.browser.jar.member = null
  await world.worker.call('POST', '/api/device/sync', {})
  await world.worker.settled()
  expect(await shown(world, '/chats')).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('member-1')
})

test('[PWA-17] [CHAT-8] a deleted conversation never shows again, and nothing of it is left', async () => {
  const world = await lookedAround()
  world.browser.network = 'down'
  await world.worker.call('DELETE', '/api/chat', { conversation: '1-2', up_to: 1 })
  expect(await shown(world, '/chats')).toBeNull()
  expect(await shown(world, '/chats/1-2')).toBeNull()
  expect(await shown(world, '/members')).toBe('<p>/members</p>')
  world.worker = await restarted(world)
  await world.browser.until(start(world.worker.device))
  expect(await storedPaths(world)).toEqual(['/members'])
})

test('[PWA-17] [CHAT-9] a blocked member never shows again', async () => {
  const world = await lookedAround()
  world.browser.network = 'down'
  await world.worker.call('PUT', '/api/blocks/2')
  for (const path of ['/members', '/chats', '/chats/1-2']) expect(await shown(world, path)).toBeNull()
})

/** The partner has written since the member looked around. */
const withNews = async (): Promise<World> => {
  const world = await lookedAround()
  world.server.say(2, 1, 'and another')
  await world.worker.call('POST', '/api/device/sync', {})
  await world.worker.settled()
  return world
}

/** Changes the first message on the device as a withdrawn one is changed. */
const changeFirst = async ({ worker }: World, change: object): Promise<void> => {
  const session = await worker.device.sessions.current()
  await session.write(['messages'], async (tx) => {
    const first = await tx.objectStore('messages').get(1)
    if (first) await tx.objectStore('messages').put({ ...first, ...change })
  })
}

test('[PWA-17] a start after news shows the list and the conversation as they were, and brings the new message', async () => {
  const world = await withNews()
  world.worker = await restarted(world)
  await world.browser.until(start(world.worker.device))
  for (const path of ['/chats', '/chats/1-2']) {
    expect(await shown(world, path)).toBe(`<p>${path}</p>`)
    expect(await htmlAt(world, path)).toContain('and another')
  }
})

test('[PWA-17] more news than a page of messages still show the conversation as it was', async () => {
  const world = await lookedAround()
  for (let count = 0; count < MESSAGES_PAGE; count += 1) world.server.say(2, 1, 'and another')
  await world.worker.call('POST', '/api/device/sync', {})
  await world.worker.settled()
  expect(await shown(world, '/chats/1-2')).toBe('<p>/chats/1-2</p>')
})

test('[PWA-17] after news, too, nothing shows that was changed, withdrawn, or is about to be deleted', async () => {
  const changed = await withNews()
  await changeFirst(changed, { text: '' })
  expect([await shown(changed, '/chats'), await shown(changed, '/chats/1-2')]).toEqual([null, null])
  const deleted = await withNews()
  deleted.browser.network = 'down'
  await deleted.worker.call('DELETE', '/api/chat', { conversation: '1-2', up_to: 1 })
  expect([await shown(deleted, '/chats'), await shown(deleted, '/chats/1-2')]).toEqual([null, null])
  const blocked = await withNews()
  blocked.browser.network = 'down'
  await blocked.worker.call('PUT', '/api/blocks/2')
  expect([await shown(blocked, '/chats'), await shown(blocked, '/chats/1-2')]).toEqual([null, null])
})

test('[PWA-17] the list is untrue once a chat has an older last message or none, another note of a message to come, or other bars', async () => {
  const { worker } = await memberWorld()
  const answer = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  if (!user) throw new Error('A member is logged in')
  const listWith = (change: Partial<Chat>) => ({
    ...answer,
    chats: answer.chats.map((chat) => ({ ...chat, ...change })),
  })
  const shownBefore = (before: Partial<Chat>, now: Partial<Chat>) =>
    messagesShownBefore(snapshotTag('chats.get', listWith(before), user), 'chats.get', listWith(now), user)
  const [first, second] = [{ last_message: aText(5, 2) }, { last_message: aText(6, 2) }]
  expect(shownBefore(first, first)).toEqual([])
  expect(shownBefore({ last_message: null }, first)).toEqual([])
  expect(shownBefore(first, second)).toEqual([aText(5, 2)])
  expect(shownBefore(second, first)).toBeNull()
  expect(shownBefore(first, { last_message: null })).toBeNull()
  expect(shownBefore({ incoming_at: 5 }, { incoming_at: 5 })).toEqual([])
  expect(shownBefore({}, { incoming_at: 5 })).toEqual([])
  expect(shownBefore({ incoming_at: 5 }, { incoming_at: 6 })).toBeNull()
  const renamed = { ...user, profile: { ...user.profile, name: 'Somebody else' } }
  expect(messagesShownBefore(snapshotTag('chats.get', answer, user), 'chats.get', answer, renamed)).toBeNull()
  const found = { pageNumber: 1, results: [] } as never
  expect(messagesShownBefore(snapshotTag('members.search', found, user), 'chats.get', answer, user)).toBeNull()
})

test('[PWA-17] [CHAT-10] a message that is too old to be shown by now counts as withdrawn', async () => {
  const { worker } = await withNews()
  const session = await worker.device.sessions.current()
  const first = await session.read(['messages'], (tx) => tx.objectStore('messages').get(1))
  if (!isMember(session) || !first) throw new Error('The member has a message')
  expect(await hasUnchanged(session, [first], first.sent_at)).toBe(true)
  expect(await hasUnchanged(session, [first], first.sent_at + 1)).toBe(false)
})

test('[PWA-17] markup that shows something else than the device holds by now is not stored', async () => {
  const world = await lookedAround()
  const { server, worker, browser } = world
  const before = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  const tag = user ? snapshotTag('chats.get', before, user) : ''
  server.say(2, 1, 'and another')
  await worker.call('POST', '/api/device/sync', {})
  await worker.settled()
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'mine'))
  await store(world, '/chats', '/api/chats', { tag, html: '<p>late</p>' })
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
})

test('[PWA-17] [PWA-10] an update of the app drops the markup of the version before', async () => {
  const world = await lookedAround()
  world.worker = await restarted(world)
  Object.assign(world.worker.device.ports, { version: 'next' })
  expect(await shown(world, '/chats')).toBeNull()
  await world.browser.until(start(world.worker.device))
  expect(await storedPaths(world)).toEqual([])
})

test('[PWA-17] [SITE-2] another language chosen since shows nothing in the old one', async () => {
  const world = await lookedAround()
  world.browser.language = 'de'
  expect(await shown(world, '/chats')).toBeNull()
  world.browser.language = 'en'
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
})

test('[SITE-2] [SAFE-5] a language cookie that names no language changes nothing in the document', async () => {
  const world = await lookedAround()
  world.browser.language = '"><img src=x>'
  const html = await htmlAt(world, '/chats')
  expect(html).not.toContain('<img')
  expect(html).toContain('<html lang="it">')
})

test('[PWA-17] markup with a script, of another path or too long is refused', async () => {
  const world = await lookedAround()
  await store(world, '/chats', '/api/chats', { html: '<ScRiPt>alert(1)</script>', tag: '' })
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
  for (const change of [{ path: '/likes' }, { html: 'x'.repeat(300_001) }, { sheets: ['https://other.test/a.css'] }])
    expect(await store(world, '/chats', '/api/chats', change)).toMatchObject({ status: 400 })
})

test('[PWA-17] [PWA-13] the latest eight screens are stored; freeing space deletes them', async () => {
  const world = await memberWorld()
  await store(world, '/chats', '/api/chats')
  for (const id of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    world.server.addMember(id)
    world.server.say(id, 1, 'hello')
    world.browser.clock += 1_000
    await world.worker.call('POST', '/api/device/sync', {})
    await world.worker.settled()
    await store(world, `/chats/1-${id}`, `/api/chats/1-${id}/messages`)
  }
  expect(await storedPaths(world)).toHaveLength(8)
  expect(await storedPaths(world)).toContain('/chats/1-10')
  await world.worker.call('POST', '/api/device/free', { all: false })
  expect(await storedPaths(world)).toEqual([])
})

const image = cardOf(2).main_image
test.each([
  ['name', { name: 'Another name' }],
  ['age', { age: 99 }],
  ['city', { city: 'Torino' }],
  ['account', { exists: false }],
  ['photo', { main_image: image && { ...image, id: 'another' } }],
  ['locked photo', { main_image: image && { ...image, locked: true } }],
] as const)('[PWA-17] [PROF-6] markup with the former %s of a profile does not fit any more', (_, change) => {
  const me = visitorWorld().server.userOf(1)
  const tagOf = (card: ProfileCard) =>
    snapshotTag('members.search', { results: [card] } as CallAnswer<'members.search'>, me)
  expect(tagOf(cardOf(2))).toBe(tagOf(cardOf(2)))
  expect(tagOf(cardOf(2, change))).not.toBe(tagOf(cardOf(2)))
})

test('[PWA-17] [PWA-16] a change of presence alone leaves the markup valid', async () => {
  const world = await lookedAround()
  const answer = (await world.worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  const { user } = (await world.worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  const active = { ...answer, profiles: answer.profiles.map((one) => ({ ...one, last_active: one.last_active + 1 })) }
  expect(user && snapshotTag('chats.get', active, user)).toBe(user && snapshotTag('chats.get', answer, user))
  expect(isSnapshotCall('likes.get')).toBe(false)
})

test('[PWA-17] [PWA-13] markup that the browser has lost goes at the next start, and blocks neither other markup nor the freeing of space', async () => {
  const world = await lookedAround()
  loseValue('snapshots', '/members')
  world.worker = await restarted(world)
  await start(world.worker.device)
  expect(await storedPaths(world)).toEqual([])
  expect(await store(world, '/chats', '/api/chats')).toMatchObject({ status: 200 })
  expect(await shown(world, '/chats')).toBe('<p>/chats</p>')
  expect(await world.worker.call('POST', '/api/device/free', { all: false })).toMatchObject({ status: 200 })
})
