import { expect, test } from 'vitest'
import { mailLinkOf } from './mail-link.ts'

test('[PROF-9] the settings opened by hand are no mail’s', () => {
  expect(mailLinkOf('')).toEqual({ isFromMail: false, token: null, about: null })
  expect(mailLinkOf('?unsubscribe=')).toEqual({ isFromMail: false, token: null, about: null })
})

test('[PROF-9] the link of a mail brings the token that stops it, and what it was about', () => {
  expect(mailLinkOf('?unsubscribe=abc_-1&about=like')).toEqual({ isFromMail: true, token: 'abc_-1', about: 'like' })
  expect(mailLinkOf('source=email')).toEqual({ isFromMail: true, token: null, about: null })
})

test('[PROF-9] a subject nobody knows is none', () => {
  expect(mailLinkOf('unsubscribe=a&about=everything').about).toBeNull()
})
