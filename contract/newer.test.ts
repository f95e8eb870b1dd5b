import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Chat, Message as StoredMessage } from './entities/chat.ts'
import { orNewer, parseNewer, safeParseNewer, safeParseStored } from './newer.ts'

const Smokes = v.picklist(['yes', 'no'])
const Profile = v.object({ id: v.number(), smokes: v.optional(v.nullable(Smokes)), spoken: v.array(Smokes) })
const Message = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('gift'), gift: Smokes }),
])

test('[PWA-10] an answer with a choice that only a newer server knows stays readable', () => {
  const profiles = { results: [{ id: 1, smokes: 'sometimes', spoken: ['yes', 'rarely'], added: 'later' }] }
  expect(safeParseNewer(v.object({ results: v.array(Profile) }), profiles)).toEqual({
    success: true,
    output: { results: [{ id: 1, smokes: 'sometimes', spoken: ['yes', 'rarely'] }] },
  })
  expect(safeParseNewer(Message, { type: 'gift', gift: 'balloon' })).toEqual({
    success: true,
    output: { type: 'gift', gift: 'balloon' },
  })
})

test('[PWA-10] a field error that only a newer server knows is preserved', () => {
  const Refusal = v.object({ fields: v.record(v.string(), Smokes) })
  expect(safeParseNewer(Refusal, { fields: { name: 'too_plain' } })).toEqual({
    success: true,
    output: { fields: { name: 'too_plain' } },
  })
})

test('[PWA-10] an answer of another shape stays unreadable', () => {
  expect(safeParseNewer(Profile, { id: '1', smokes: 'sometimes', spoken: [] })).toMatchObject({ success: false })
  expect(safeParseNewer(Profile, { id: 1, smokes: 5, spoken: [] })).toMatchObject({ success: false })
  expect(safeParseNewer(Profile, { id: 1 })).toMatchObject({ success: false })
  expect(safeParseNewer(Message, { type: 'video', text: 'a' })).toMatchObject({ success: false })
})

test('[PWA-2] a stored row that breaks only a check of this version stays readable; one of another shape does not', () => {
  const Row = v.object({
    text: v.pipe(
      v.string(),
      v.maxLength(3),
      v.transform((text) => text.trim()),
    ),
    spoken: v.array(Smokes),
  })
  const row = { text: 'longer', spoken: ['rarely'] }
  expect(safeParseStored(Row, row)).toEqual({ success: true, output: row })
  expect(safeParseNewer(Row, row)).toMatchObject({ success: false })
  expect(safeParseStored(Row, { ...row, text: 5 })).toMatchObject({ success: false })
  expect(safeParseStored(Row, undefined)).toMatchObject({ success: false })
})

const VOICE = {
  client_id: '01890000-0000-7000-8000-000000000001',
  conversation: '1-2',
  sender: 2,
  sent_at: 5,
  id: 9,
  type: 'voice',
  voice: { filename: '/voices/1', seconds: 12 },
  warning: ['shouting'],
}

test('[PWA-10] a message of a kind that only a newer server knows keeps all its fields, also as the last of a chat', () => {
  expect(safeParseNewer(StoredMessage, VOICE)).toEqual({ success: true, output: VOICE })
  const chat = {
    conversation: '1-2',
    profile: 2,
    num_unread_messages: 1,
    last_message: VOICE,
    delivered_up_to: 0,
    read_up_to: 0,
    my_read_up_to: 0,
    closed: null,
  }
  expect(safeParseNewer(v.object({ chats: v.array(Chat) }), { chats: [chat] })).toEqual({
    success: true,
    output: { chats: [chat] },
  })
})

test('[PWA-10] a newer case that lacks what every case has, and a broken known case, are refused', () => {
  const { id: _, ...withoutId } = VOICE
  for (const broken of [withoutId, { ...VOICE, type: 5 }, { ...VOICE, type: 'text' }, { ...VOICE, sender: 'Anna' }])
    expect(safeParseNewer(StoredMessage, broken)).toMatchObject({ success: false })
  expect(v.safeParse(StoredMessage, VOICE).success).toBe(false)
  const nested = v.object({ reason: v.variant('kind', [v.object({ kind: v.literal('near') })], orNewer({})) })
  expect(safeParseNewer(nested, { reason: { kind: 'stars' } })).toMatchObject({ success: true })
  expect(safeParseNewer(nested, { reason: {} })).toMatchObject({ success: false })
})

test('[PWA-10] `parseNewer` throws the reason', () => {
  expect(parseNewer(Smokes, 'sometimes')).toBe('sometimes')
  expect(() => parseNewer(Smokes, 5)).toThrow('Expected')
})
