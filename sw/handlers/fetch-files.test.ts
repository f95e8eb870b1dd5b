import { afterEach, expect, test, vi } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { cacheFile } from './cached-files.ts'
import { fetchWithIdleTimeout, prefetch, idleTimeoutPlugin, type AppFile } from './fetch-files.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const FILES: AppFile[] = [
  { url: 'index.html', revision: 'one' },
  { url: 'assets/app-12345678.js', revision: null },
  { url: 'assets/gone-12345678.js', revision: null },
  { url: 'assets/late-12345678.js', revision: null },
]

const precache = {
  strategy: { cacheName: 'workbox-precache' },
  getCacheKeyForURL: (url: string) => (url === 'index.html' ? '/index.html?__WB_REVISION__=one' : `/${url}`),
}

test('[PWA-1] all files are requested at once, and a failed one does not stop the others', async () => {
  const caches = new FakeCaches()
  const asked: string[] = []
  const answers: (() => void)[] = []
  const ahead = prefetch(FILES, precache, caches, (url, init) => {
    asked.push(init?.cache ? `${url} ${init.cache}` : url)
    return new Promise((resolve, reject) => {
      answers.push(() => {
        if (url.includes('gone')) reject(new TypeError('no network'))
        else resolve(new Response(url, { status: url.includes('late') ? 503 : 200 }))
      })
    })
  })
  await expect.poll(() => answers.length).toBe(4)
  // No request has been answered yet, so none waits for another.
  expect(asked).toEqual([
    'index.html reload',
    'assets/app-12345678.js',
    'assets/gone-12345678.js',
    'assets/late-12345678.js',
  ])
  for (const answer of answers) answer()
  await expect(ahead).resolves.toBeUndefined()
  expect(caches.urls('workbox-precache').toSorted()).toEqual([
    '/assets/app-12345678.js',
    '/index.html?__WB_REVISION__=one',
  ])
})

test('[PWA-10] files that a new version shares with the previous one are not fetched again', async () => {
  const caches = new FakeCaches()
  await (await caches.open('workbox-precache')).put('/assets/app-12345678.js', new Response('held'))
  const asked: string[] = []
  await prefetch(FILES, precache, caches, async (url) => {
    asked.push(url)
    return new Response(url)
  })
  expect(asked).toEqual(['index.html', 'assets/gone-12345678.js', 'assets/late-12345678.js'])
})

const portal = async () => new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } })

test('[PWA-15] the page of a captive portal is stored under the name of no file, except a document, which is compared with its version', async () => {
  const caches = new FakeCaches()
  await prefetch(FILES, precache, caches, portal)
  expect(caches.urls('workbox-precache')).toEqual(['/index.html?__WB_REVISION__=one'])
  const files = await caches.open('files')
  await expect(cacheFile(files, '/assets/chats-12345678.js', portal)).rejects.toThrow('answered 200 text/html')
  expect(caches.urls('files')).toEqual([])
})

/** Fake timers: `pass` moves the clock. */
const clock = () => {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    startTimer: (run: () => void, ms: number) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pass: async (ms: number): Promise<void> => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('[PWA-15] a file that never comes ends after half a minute, and one that comes slowly is complete', async () => {
  const { startTimer, pass } = clock()
  let signal: AbortSignal | null | undefined
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const silent = fetchWithIdleTimeout(
    (_, init) =>
      new Promise((_resolve, reject) => {
        signal = init?.signal
        signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
      }),
    { startTimer },
  )
  const failure = silent('/assets/app.js').catch((error: unknown) => error)
  await pass(29_000)
  expect(signal?.aborted).toBe(false)
  await pass(1_000)
  expect(await failure).toBeInstanceOf(TypeError)

  const slow = fetchWithIdleTimeout(
    async (_, init) => {
      signal = init?.signal
      return new Response(new ReadableStream({ start: (controller) => void (body = controller) }))
    },
    { startTimer },
  )
  const text = (await slow('/assets/app.js')).text()
  for (const piece of ['one ', 'two ', 'three']) {
    await pass(25_000)
    body?.enqueue(new TextEncoder().encode(piece))
    await pass(0)
  }
  body?.close()
  expect(await text).toBe('one two three')
  await pass(0)
  await pass(60_000)
  expect(signal?.aborted).toBe(false)
})

/** The event that Workbox wants to extend. Node has no such type. */
const FETCH_EVENT = { waitUntil: () => undefined } as never

/** The answers of these tests are not stored. */
const storeNothing = { cacheWillUpdate: () => Promise.resolve(null) }

test('[PWA-15] a file that Workbox fetches ends after half a minute of silence, before its answer and within its body', async () => {
  const { startTimer, pass } = clock()
  const caches = new FakeCaches()
  const signals: AbortSignal[] = []
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('caches', caches)
  // Workbox looks for a worker as soon as it is loaded, and in development checks the classes of its arguments.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('FetchEvent', Event)
  const { CacheFirst } = await import('workbox-strategies')
  vi.stubGlobal('fetch', ({ url, signal }: Request) => {
    signals.push(signal)
    if (url.endsWith('slow.js'))
      return Promise.resolve(new Response(new ReadableStream({ start: (controller) => void (body = controller) })))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('aborted'))))
  })
  const strategy = new CacheFirst({ cacheName: 'files', plugins: [idleTimeoutPlugin({ startTimer }), storeNothing] })
  const answerTo = (path: string): [Promise<Response>, Promise<void>] =>
    strategy.handleAll({ request: new Request(`https://visavis.test${path}`), event: FETCH_EVENT })

  const [failing, failed] = answerTo('/silent.js').map((work: Promise<unknown>) =>
    work.catch((error: unknown) => error),
  )
  await expect.poll(() => signals.length).toBe(1)
  await pass(30_000)
  expect(await failing).toMatchObject({ name: 'no-response' })

  const [answering, ended] = answerTo('/slow.js')
  await answering
  await pass(25_000)
  body?.enqueue(new Uint8Array(1))
  await pass(0)
  await pass(25_000)
  expect(signals[1]?.aborted).toBe(false)
  await pass(5_000)
  expect(signals[1]?.aborted).toBe(true)
  await Promise.all([failed, ended])
})
