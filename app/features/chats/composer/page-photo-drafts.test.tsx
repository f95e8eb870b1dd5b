// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { controlled } from '../../../ports/service-worker.ts'
import { clearMemberData, putAnswer } from '../../../state/resource.ts'
import type { StoredPhoto } from '../../../state/stored-photos.ts'
import { photoDrafts, usePhotoDraft } from './page-photo-drafts.ts'

vi.mock('../../../ports/cached-photo.ts', () => ({
  cachedPhoto: async (_: string, name: string) => new File(['x'], name),
}))

const stored = (id: string, place = '1-7'): StoredPhoto => ({
  id,
  place,
  name: `${id}.jpg`,
  bytes: 1,
  colours: 'aa',
  width: 4,
  height: 3,
})

const list = (...drafts: StoredPhoto[]): void => putAnswer('device.drafts', {}, { drafts })

beforeEach(() => {
  // The lists of these tests are the answers that are cached already.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  photoDrafts.forget()
  clearMemberData()
  controlled.value = false
  vi.unstubAllGlobals()
})

const show = async () => {
  const shown = renderHook(() => usePhotoDraft('1-7'))
  await act(async () => {})
  return shown
}

test('[PWA-9] the first stored photo of the conversation is shown, and the further ones are counted', async () => {
  controlled.value = true
  list(stored('sea'), stored('hill'), stored('elsewhere', '1-9'))
  const { result } = await show()
  expect(result.current).toMatchObject({ photo: { id: 'sea', state: 'ready' }, more: 1 })
})

test('[CHAT-2] after a photo was sent, the next one is shown', async () => {
  controlled.value = true
  list(stored('sea'), stored('hill'))
  const { result } = await show()
  await act(async () => photoDrafts.sent('1-7'))
  expect(result.current.photo?.id).toBe('hill')
  act(() => list(stored('hill')))
  expect(result.current).toMatchObject({ photo: { id: 'hill' }, more: 0 })
})

test('without a worker no list is requested, and the page alone has the photo', async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetch)
  const { result } = await show()
  expect(result.current).toEqual({ photo: undefined, more: 0 })
  expect(fetch).not.toHaveBeenCalled()
})
