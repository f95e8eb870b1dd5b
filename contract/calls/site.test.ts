import { expect, test } from 'vitest'
import { namedProfile } from './site.ts'

test.each([
  ['123', 123],
  [' #123 ', 123],
  ['https://visavis.example/members/123', 123],
  ['http://localhost:3000/members/123/landing2/spring?ref=x', 123],
  ['https://visavis.example/likes/m/7', 7],
  ['/members/7', 7],
  ['members/7#photos', 7],
  ['', null],
  ['0', null],
  ['Anna', null],
  ['https://visavis.example/members', null],
  ['https://visavis.example/chats/7', null],
  ['1234567890123456', null],
])('[SITE-10] “%s” names profile %j', (text, profile) => {
  expect(namedProfile(text)).toBe(profile)
})
