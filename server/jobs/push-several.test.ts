/** [PWA-6] One notification per conversation: the number of new messages, and its actions. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../testing/members.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 100 })
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const write = async (text = 'Hello', from = bert): Promise<number> =>
  (await server.sendText(from, anna, text)).body.message.id
const like = async (from: TestMember, to = anna) => {
  await server.as(from)('likes.put', { params: { profile: String(to.id) } })
  server.clock.advance(20_000)
}
const showDetails = () => server.as(anna)('notifications.put', { body: { push_details: true } })
const made = () => server.signUp('Made', { fictional: true })
const told = async () => {
  await office.runJobs()
  return office.last()
}

const actions = (shown: Awaited<ReturnType<typeof told>>) => (shown?.actions ?? []).map(({ action }) => action)

describe('[PWA-6] several messages of a conversation', () => {
  test('are counted, under one tag', async () => {
    for (const said of ['You have a new message', 'You have 2 new messages', 'You have 3 new messages']) {
      await write()
      expect(await told()).toMatchObject({ title: 'Visavis', body: said, tag: `chat:${anna.id}-${bert.id}` })
      expect(office.last()).not.toHaveProperty('silent')
    }
    const carl = await server.signUp('Carl')
    await write('Hello', carl)
    expect(await told()).toMatchObject({ body: 'You have a new message', tag: `chat:${anna.id}-${carl.id}` })
  })

  test('are counted beside the name with detailed notifications, above the newest message', async () => {
    await showDetails()
    await write('One')
    expect(await told()).toMatchObject({ title: 'Bert', body: 'One' })
    await write('Two')
    expect(await told()).toMatchObject({ title: 'Bert · 2 new messages', body: 'Two' })
  })

  test('sent at once, in any order, all show the newest message; each push carries its own', async () => {
    await showDetails()
    const [one, two] = [await write('One'), await write('Two')]
    await office.runJobs()
    const payloads = office.payloads()
    expect(payloads.map(({ notification }) => notification.body)).toEqual(['Two', 'Two'])
    expect(new Set(payloads.map(({ notification }) => notification.data.message?.id))).toEqual(new Set([one, two]))
  })

  test('the member’s own answer in between is not shown', async () => {
    await showDetails()
    await write('One')
    await server.sendText(anna, bert, 'Mine')
    expect(await told()).toMatchObject({ body: 'One' })
  })

  test('[SAFE-7] from a fictional profile are marked, in discreet and in detailed notifications', async () => {
    const sender = await made()
    await write('One', sender)
    await write('Two', sender)
    expect(await told()).toMatchObject({ body: 'You have 2 new messages from a fictional profile' })
    await showDetails()
    await write('Three', sender)
    expect(await told()).toMatchObject({ title: 'Made (fictional profile) · 3 new messages', body: 'Three' })
  })

  test('[SITE-2] are counted in the forms of the member’s language', async () => {
    await server.as(anna)('user.language', { body: { language: 'it' } })
    await write()
    await write()
    expect(await told()).toMatchObject({ lang: 'it', body: 'Hai 2 nuovi messaggi' })
  })
})

describe('[PWA-6] the actions of a notification', () => {
  test('for a message: reply and mark as read, in words of the member’s language', async () => {
    await showDetails()
    await server.as(anna)('user.language', { body: { language: 'it' } })
    await write()
    const navigate = `http://localhost:3000/chats/${anna.id}-${bert.id}`
    expect((await told())?.actions).toEqual([
      { action: 'reply', title: 'Rispondi', navigate },
      { action: 'read', title: 'Segna come letto', navigate },
    ])
  })

  test('discreet: only mark as read, no reply to an unnamed sender', async () => {
    await write()
    expect(actions(await told())).toEqual(['read'])
    await write('Hello', await made())
    expect(actions(await told())).toEqual(['read'])
  })

  test('no reply if none can be sent', async () => {
    await showDetails()
    await write()
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, bert.id)
    expect(actions(await told())).toEqual(['read'])
  })

  test('[CHAT-2] no reply if the credits do not suffice', async () => {
    await showDetails()
    server.sql('update users set credits = 0 where id = ?', anna.id)
    await write()
    expect(actions(await told())).toEqual(['read'])
    server.sql('update users set credits = 1 where id = ?', anna.id)
    await write()
    expect(actions(await told())).toEqual(['reply', 'read'])
  })

  test('for a like: like back, if the profile is shown and may be liked', async () => {
    await like(bert)
    expect(actions(await told())).toEqual([])
    await showDetails()
    const carl = await server.signUp('Carl')
    await like(carl)
    expect(await told()).toMatchObject({
      title: 'Carl',
      actions: [{ action: 'like', title: 'Like back', navigate: `http://localhost:3000/likes/m/${carl.id}` }],
    })
  })

  test('[LIKE-2] no like back if it is a match', async () => {
    await showDetails()
    await like(anna, bert)
    await like(bert)
    const shown = await told()
    expect(shown?.body).toBe('Likes you too: it is a match')
    expect(actions(shown)).toEqual([])
  })

  test('[SAFE-7] a fictional profile can be liked back, and is marked in the notification', async () => {
    await showDetails()
    await like(await made())
    const shown = await told()
    expect(shown?.title).toBe('Made (fictional profile)')
    expect(actions(shown)).toEqual(['like'])
  })
})

const about = async () => {
  const { kind, names, conversation } = (await told())?.data ?? {}
  return { kind, names, conversation }
}

describe('[PWA-6] a push says its kind and whom its text names', () => {
  test('a discreet message names nobody, but its conversation is known; a detailed one names the sender', async () => {
    const conversation = `${anna.id}-${bert.id}`
    await write()
    expect(await about()).toEqual({ kind: 'message', names: null, conversation })
    await showDetails()
    await write('x'.repeat(2_000))
    expect(await about()).toEqual({ kind: 'message', names: bert.id, conversation })
  })

  test('a discreet like names nobody, a detailed one the liker', async () => {
    await like(bert)
    expect(await about()).toEqual({ kind: 'like', names: null, conversation: null })
    await showDetails()
    const carl = await server.signUp('Carl')
    await like(carl)
    expect(await about()).toEqual({ kind: 'like', names: carl.id, conversation: null })
  })
})

test('[PWA-8] the badge is the server’s total, for likes and for messages', async () => {
  await write()
  await write()
  await like(bert)
  await office.runJobs()
  for (const { app_badge, notification } of office.payloads().slice(-1))
    expect([app_badge, notification.app_badge]).toEqual([3, 3])
})
