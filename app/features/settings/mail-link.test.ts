import { expect, test } from 'vitest'
import { mailLinkOf } from './mail-link.ts'

test('[PROF-9] settings without a link from a mail have no mail subject', () => {
  expect(mailLinkOf('')).toEqual({ isFromMail: false, token: null, about: null })
  expect(mailLinkOf('?unsubscribe=')).toEqual({ isFromMail: false, token: null, about: null })
})

test('[PROF-9] the link of a mail carries the unsubscribe token and the subject', () => {
  expect(mailLinkOf('?unsubscribe=abc_-1&about=like')).toEqual({ isFromMail: true, token: 'abc_-1', about: 'like' })
  expect(mailLinkOf('source=email')).toEqual({ isFromMail: true, token: null, about: null })
})

test('[PROF-9] an unknown subject is ignored', () => {
  expect(mailLinkOf('unsubscribe=a&about=everything').about).toBeNull()
})
