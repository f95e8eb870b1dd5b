import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { TIMEOUT_MS, tryRequest, Unreachable, UPLOAD_TIMEOUT_MS } from './server-api.ts'
import { FakeBrowser } from './testing/browser.ts'
import { FakeServer } from './testing/fake-server.ts'
import { memberWorld, stateOf, textTo } from './testing/world.ts'

/** A request over a network whose pieces the test brings. */
const slowRequest = (timeoutMs: number, isPatient = true) => {
  const browser = new FakeBrowser(new FakeServer())
  const { ports } = browser.start().device
  const connection = createConnection(
    ports,
    () => {},
    () => {},
  )
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const answered = Promise.withResolvers<void>()
  const fetch = (_: Request, signal: AbortSignal): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new TypeError('aborted'))
        body?.error(new TypeError('aborted'))
      })
      void answered.promise.then(() =>
        resolve(new Response(new ReadableStream({ start: (controller) => void (body = controller) }), { status: 200 })),
      )
    })
  const asking = tryRequest({ ...ports, fetch }, connection, new Request(ports.origin), { timeoutMs, isPatient })
  return {
    browser,
    connection,
    asking,
    answer: answered.resolve,
    bring: (piece: string) => body?.enqueue(new TextEncoder().encode(piece)),
    end: () => body?.close(),
  }
}

test('[PWA-1] an answer that comes in pieces over a slow link is complete, however long it takes', async () => {
  const { browser, asking, answer, bring, end } = slowRequest(TIMEOUT_MS)
  await browser.pass(TIMEOUT_MS - 1_000)
  answer()
  const text = (await asking).text()
  for (const piece of ['a', 'b', 'c', 'd']) {
    await browser.pass(TIMEOUT_MS - 1_000)
    bring(piece)
  }
  await browser.turns()
  end()
  expect(await text).toBe('abcd')
})

test('[PWA-2] an answer that falls silent within its body ends after the timeout', async () => {
  const { browser, asking, answer, bring } = slowRequest(TIMEOUT_MS)
  answer()
  const text = (await asking).text()
  bring('a')
  const failure = text.catch((error: unknown) => error)
  await browser.pass(TIMEOUT_MS + 1_000)
  expect(await failure).toBeInstanceOf(TypeError)
})

test('[PWA-2] an upload gets twice its time while other requests are answered, because the link is slow and not dead', async () => {
  const { browser, connection, asking } = slowRequest(UPLOAD_TIMEOUT_MS)
  const state = { isOver: false }
  const refused = asking.catch((error: unknown) => {
    state.isOver = true
    return error
  })
  await browser.pass(UPLOAD_TIMEOUT_MS - 1_000)
  connection.report(true)
  await browser.pass(UPLOAD_TIMEOUT_MS)
  expect(state.isOver).toBe(false)
  await browser.pass(2_000)
  expect(await refused).toBeInstanceOf(Unreachable)
  expect(connection.state()).toBe('online')
})

test('[PWA-2] an upload ends after its time if nothing else is answered either', async () => {
  const { browser, connection, asking } = slowRequest(UPLOAD_TIMEOUT_MS)
  const failure = asking.catch((error: unknown) => error)
  await browser.pass(UPLOAD_TIMEOUT_MS)
  expect(await failure).toBeInstanceOf(Unreachable)
  expect(connection.state()).toBe('offline')
})

test('[PWA-2] a write that timed out gets its answer at a later attempt if every answer takes 40 s, and so does the feed', async () => {
  const world = await memberWorld()
  const { browser, worker, server } = world
  browser.delay = 40_000
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await browser.pass(300_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  server.say(2, 1, 'how are you')
  await worker.call('POST', '/api/device/sync')
  await browser.pass(60_000)
  expect(browser.news).toContain('messages:1-2')
})

test('[PWA-1] a screen whose first answer takes 40 s says after 21 s that there is no connection, and shows the answer when it is there', async () => {
  const { browser, worker } = await memberWorld()
  browser.delay = 40_000
  await browser.until(worker.call('POST', '/api/device/sync'))
  await browser.pass(100_000)
  const asked = browser.clock
  const refused = await browser.until(worker.call('GET', '/api/members/4'))
  expect(refused).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
  expect(browser.clock - asked).toBeLessThan(23_000)
  browser.news.length = 0
  await browser.pass(25_000)
  expect(browser.news).toContain('member:4')
  expect((await worker.call('GET', '/api/members/4')).status).toBe(200)
})

test('[PWA-2] a request that was given more time ends at its next timeout once others are answered', async () => {
  const { browser, connection, asking } = slowRequest(TIMEOUT_MS)
  connection.noteLate(3, false)
  const failure = asking.catch((error: unknown) => error)
  await browser.pass(TIMEOUT_MS + 1_000)
  connection.report(true)
  await browser.pass(TIMEOUT_MS)
  expect(await failure).toBeInstanceOf(Unreachable)
  expect(connection.state()).toBe('online')
})

test('[PWA-11] a request in front of which a member waits gets no more time, such as that of a pending logout', async () => {
  const { browser, connection, asking } = slowRequest(TIMEOUT_MS, false)
  connection.noteLate(3, false)
  const failure = asking.catch((error: unknown) => error)
  await browser.pass(TIMEOUT_MS)
  expect(await failure).toBeInstanceOf(Unreachable)
})
