import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const post = (path: string, headers: Record<string, string> = {}) => {
  const body = new FormData()
  body.append('photo', new File([new Uint8Array(1_000)], 'sea.jpg', { type: 'image/jpeg' }))
  body.append('text', 'look')
  return server.app.request(`http://localhost${path}`, { method: 'POST', body, headers })
}

test('[PWA-9] a share that no worker handled is reported as lost, also from another origin, and is not stored', async () => {
  for (const headers of [{}, { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }]) {
    const answer = await post('/share', headers)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/share?lost=1')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.text()).toBe('')
  }
})

test('[SAFE-4] no other path accepts a form from another site', async () => {
  for (const path of ['/chats', '/share/x', '/']) expect((await post(path)).status).toBe(404)
  const answer = await post('/api/photos?client_id=x', { origin: 'https://elsewhere.test', 'x-request-type': 'client' })
  expect(answer.status).toBe(403)
})
