import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseNewer, safeParseNewer } from './newer.ts'

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

test('[PWA-10] `parseNewer` throws the reason', () => {
  expect(parseNewer(Smokes, 'sometimes')).toBe('sometimes')
  expect(() => parseNewer(Smokes, 5)).toThrow('Expected')
})
