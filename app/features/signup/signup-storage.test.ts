import { expect, test } from 'vitest'
import { firstMessageOf, messageInput } from './signup-storage.ts'

const message = { profile: 7, name: 'Ada', fictional: false, text: ' Hello there ' }

test('[ACC-1] a first message to the member of the lander goes with the signup', () => {
  expect(messageInput(message)).toEqual({ signup_message: 'Hello there', signup_profile: 7 })
})

test('[ACC-1] the first message is optional', () => {
  expect(messageInput({ ...message, text: '  ' })).toEqual({})
  expect(messageInput(null)).toEqual({})
})

test('[ACC-1] the message survives a reload; invalid stored data is ignored', () => {
  expect(firstMessageOf(JSON.stringify(message))).toEqual(message)
  for (const kept of [null, '', '{', 'null', '7']) expect(firstMessageOf(kept)).toBeNull()
  for (const wrong of [
    { profile: 'x' },
    { profile: 0 },
    { profile: 1.5 },
    { name: 7 },
    { fictional: 0 },
    { text: null },
  ])
    expect(firstMessageOf(JSON.stringify({ ...message, ...wrong }))).toBeNull()
  for (const part of Object.keys(message))
    expect(firstMessageOf(JSON.stringify({ ...message, [part]: undefined }))).toBeNull()
})
