import { describe, expect, test } from 'vitest'
import { GIFTS } from '#contract/entities/chat.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { CLOSED_REASONS } from '#contract/rules/may-write.ts'

import en from '#locales/en.json' with { type: 'json' }
import italian from '#locales/it.json' with { type: 'json' }
import { GIFT_DRAWINGS } from '../gifts/gift-picture.tsx'
import { contentOf, isErased, type Content } from './content.ts'

const LANGUAGES: [string, Record<string, string>][] = [
  ['en', en],
  ['it', italian],
]

describe.each(LANGUAGES)('the texts of the chat in %s', (_, texts) => {
  test('[LIKE-9] there are six icebreakers, each ready to send', () => {
    const openers = [1, 2, 3, 4, 5, 6].map((number) => texts[`icebreaker.${number}`] ?? '')
    expect(new Set(openers).size).toBe(6)
    for (const opener of openers) {
      expect(opener.trim()).toBe(opener)
      expect(opener.length).toBeGreaterThan(10)
      expect(opener.length).toBeLessThan(MESSAGE_MAX)
      expect(opener).not.toContain('{{')
    }
  })

  test('[CHAT-3] every gift has a name and a drawing', () => {
    for (const gift of GIFTS) {
      expect(texts[`gift.${gift}`]).toBeTruthy()
      expect(GIFT_DRAWINGS[gift]).toMatch(/^data:image\/svg/)
    }
    expect(new Set(GIFTS.map((gift) => texts[`gift.${gift}`])).size).toBe(8)
    expect(new Set(Object.values(GIFT_DRAWINGS)).size).toBe(8)
  })

  test('[CHAT-9] [CHAT-12] every reason against writing has a text, with the partner’s name', () => {
    for (const reason of CLOSED_REASONS) expect(texts[`closed.${reason}`]).toBeTruthy()
    for (const reason of ['blocked', 'blocking', 'recipient_unconfirmed'])
      expect(texts[`closed.${reason}`]).toContain('{{name}}')
  })
})

test('[CHAT-9] [CHAT-10] [CHAT-2] [PAY-12] texts given by the specification are used word for word', () => {
  expect(en['closed.blocked']).toBe('You are blocked by {{name}}')
  expect(en['chat.olderHidden']).toBe('Older chat messages hidden to protect privacy')
  expect(en['error.not_enough_credits']).toBe('Not enough credits to send this message')
  expect(en['photo.onlyPremium']).toBe('This feature is only for Premium members')
})

const photo = (filename: string): Content => ({
  type: 'photo',
  photo: { filename, thumb_filename: filename, colours: '', width: 4, height: 3 },
})

test('[ACC-12] after a deleted account, its texts and photos are erased placeholders, and its gifts stay', () => {
  expect(isErased({ type: 'text', text: '' })).toBe(true)
  expect(isErased(photo(''))).toBe(true)
  expect(isErased({ type: 'text', text: 'a' })).toBe(false)
  expect(isErased(photo('/photos/m1/full'))).toBe(false)
  expect(isErased({ type: 'gift', gift: 'rose' })).toBe(false)
  expect(contentOf({ type: 'gift', gift: 'rose' })).toEqual({ type: 'gift', gift: 'rose' })
})
