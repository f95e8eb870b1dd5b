import { expect, test } from 'vitest'
import { aPhoto } from '../../../testing/factories.ts'
import { facesOf, openersOf } from './openers.ts'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()

const mine = {
  interests: ['relationship', 'sex', 'cooking', 'beach', 'wine'] as const,
  city_id: 'IT-45/bologna',
  city: 'Bologna',
}
const theirs = {
  interests: ['wine', 'sex', 'relationship', 'cooking'] as const,
  city: 'Bologna',
  country: 'IT',
  fictional: false,
  distance: 'same',
} as const
const openers = (change: object = {}) =>
  openersOf({ ...mine, interests: [...mine.interests] }, { ...theirs, interests: [...theirs.interests], ...change })

test('[LIKE-9] openers come from interests in common and the same city, never from intimate interests', () => {
  expect(openers()).toEqual([
    { why: 'In common: Wine', text: 'Wine: me too! What got you into it?' },
    { why: 'In common: Cooking', text: 'Cooking: what is your best memory of it?' },
    { why: 'You both live in Bologna', text: 'You are in Bologna too? Where do you like to go?' },
  ])
  expect(openers({ interests: ['sex', 'relationship', 'gym'], distance: '25' })).toEqual([])
})

test('[LIKE-9] [CHAT-11] no opener asks a fictional profile about places in town', () => {
  expect(openers({ fictional: true }).map(({ why }) => why)).toEqual(['In common: Wine', 'In common: Cooking'])
})

test('[LIKE-9] [PROF-15] the first opener answers a prompt: one that both have answered, else their first one', () => {
  const prompts = [
    { prompt: 'place', answer: 'the bench where the sun stays longest.' },
    { prompt: 'sunday', answer: 'starts late, with pancakes.' },
  ] as const
  expect(openers({ prompts })[0]).toEqual({
    why: 'In my town I would show you…',
    text: '“the bench where the sun stays longest.” Tell me more!',
  })
  const both = openersOf(
    { ...mine, interests: [], prompts: [{ prompt: 'sunday', answer: 'sleep.' }] },
    { ...theirs, interests: [], distance: '25', prompts: [...prompts] },
  )
  expect(both).toEqual([
    { why: 'You both finished: A perfect Sunday…', text: '“starts late, with pancakes.” Tell me more!' },
  ])
  // A fictional profile is not asked about places or dinners.
  expect(openers({ prompts, fictional: true })[0]?.why).toBe('A perfect Sunday…')
  const long = openers({ prompts: [{ prompt: 'laugh', answer: 'word '.repeat(40).trim() }] })[0]?.text ?? ''
  expect(long.length).toBeLessThan(120)
  expect(long).toContain('word…”')
  // An answer of one long word is cut between two emoji, never within one.
  const family = openers({ prompts: [{ prompt: 'laugh', answer: `a${'👩‍👩‍👧'.repeat(24)}` }] })[0]?.text ?? ''
  expect(family).toMatch(/“a(?:👩‍👩‍👧)+…”/u)
})

test('[LIKE-9] an empty chat shows the face of the partner, also to a member without a photo', () => {
  const image = { ...aPhoto('a1'), drawn: true }
  const mara = { name: 'Mara', main_image: null }
  expect(facesOf(mara, { name: 'Giulia', main_image: image })).toEqual({
    mine: { source: null, name: 'Mara' },
    theirs: { source: expect.stringContaining('a1'), name: 'Giulia', mirrored: true },
  })
  expect(facesOf(mara, { name: 'Giulia', main_image: { ...image, locked: true } })).toBeNull()
  expect(facesOf(mara, { name: 'Giulia', main_image: null })).toBeNull()
})
