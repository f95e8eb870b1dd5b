import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { visitorWorld } from '../testing/world.ts'

test('[PWA-2] changes during the fetch of the full lists are stored afterwards', async () => {
  const { server, worker } = visitorWorld()
  let asked = 0
  // While the slow request for the chats runs, a photo and a like arrive.
  server.onRequest = (path) => {
    if (path !== '/api/chats') return
    asked += 1
    server.own.addPhoto(1, '01890a5d-ac96-774b-bcce-b302099a8057', false, new Uint8Array([7]))
    server.like(4, 1)
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(asked).toBe(1)
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(user?.profile.photos).toHaveLength(1)
  const likes = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  expect(likes.liked_by.map(({ id }) => id)).toEqual([4])
})
