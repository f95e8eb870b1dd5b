/** Walks every answer that names a profile, and checks the data it must and must not contain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DISTANCE_BANDS } from '#contract/rules/distance.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { cityOf } from '../site/places.ts'

let server: TestServer
let others: { ada: TestMember; bert: TestMember }
let payloads: [name: string, body: unknown][]

beforeAll(async () => {
  server = await createTestServer()
  const ada = await server.signUp('Ada')
  const bert = await server.signUp('Bert', { fictional: true })
  const call = server.as(ada)
  const profile = String(bert.id)
  const body = { client_id: server.deps.newId(), profile: bert.id, type: 'text' as const, text: 'Ciao' }
  await call('messages.send', { body })
  await server.as(bert)('messages.send', { body: { ...body, profile: ada.id } })
  await server.as(bert)('likes.put', { params: { profile: String(ada.id) } })
  const conversation = conversationId(ada.id, bert.id)
  payloads = [
    ['likes.put', (await call('likes.put', { params: { profile } })).body],
    ['members.search', (await call('members.search', { query: {} })).body],
    ['members.search (visitor)', (await server.visitor('members.search', { query: { country: 'IT' } })).body],
    ['members.get', (await call('members.get', { params: { id: profile } })).body],
    ['members.get (visitor)', (await server.visitor('members.get', { params: { id: profile } })).body],
    ['profile.get', (await call('profile.get')).body],
    ['user.get', (await call('user.get')).body],
    ['likes.get', (await call('likes.get')).body],
    ['chats.get', (await call('chats.get')).body],
    ['messages.list', (await call('messages.list', { params: { conversation }, query: {} })).body],
    ['sync', (await call('sync', { query: { after: '0' } })).body],
    ['sync (reset)', (await call('sync', { query: { after: '99' } })).body],
  ]
  others = { ada, bert }
})
afterAll(() => server.close())

const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = value as Record<string, unknown>
  return [own, ...Object.values(own).flatMap(objectsIn)]
}

/** Every object with a name is a person. */
const peopleIn = (body: unknown) => objectsIn(body).filter((object) => 'name' in object)

test('[SAFE-7] every named person carries the fictional mark', () => {
  const marks = payloads.map(([name, body]) => [
    name,
    new Set(
      peopleIn(body).map(({ id, fictional }) => (id === others.bert.id ? fictional === true : fictional === false)),
    ),
  ])
  expect(marks).toEqual(payloads.map(([name]) => [name, name === 'likes.put' ? new Set() : new Set([true])]))
})

test('[SAFE-7] every referenced id comes with its card', () => {
  const lists = payloads.filter(([name]) => ['likes.get', 'chats.get', 'messages.list', 'sync'].includes(name))
  for (const [, body] of lists) expect(peopleIn(body).map(({ id }) => id)).toContain(others.bert.id)
})

test("[PROF-13] no answer has coordinates, a distance finer than a band, or another member's birth date", () => {
  const milan = cityOf('IT-25/milano')
  expect(milan).toBeDefined()
  for (const object of payloads.flatMap(([, body]) => objectsIn(body))) {
    expect(Object.keys(object).filter((key) => /^(lat|lon|lng|coord|distance.)/i.test(key))).toEqual([])
    expect([undefined, null, ...DISTANCE_BANDS]).toContain(object['distance'])
    for (const value of Object.values(object)) expect([milan?.lat, milan?.lon]).not.toContain(value)
  }
  const bert = payloads.flatMap(([, body]) => objectsIn(body)).filter(({ id }) => id === others.bert.id)
  expect(JSON.stringify(bert)).not.toContain('1990-05-20')
})
