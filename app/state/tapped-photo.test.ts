// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { aUser } from '../testing/factories.ts'
import { putAnswer } from './resource.ts'
import { startSession } from './session.ts'
import { noteTappedPhoto, tappedPhotoOf } from './tapped-photo.ts'

test('[PWA-11] a tapped photo is forgotten when the member leaves', () => {
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
  startSession()
  noteTappedPhoto('/members/7', '/photos/7.webp')
  expect(tappedPhotoOf('/members/7')).toBe('/photos/7.webp')
  putAnswer('user.get', {}, { user: null, counts: null })
  expect(tappedPhotoOf('/members/7')).toBe(null)
})
