import { expect, test, vi } from 'vitest'
import { ASK_LOGOUT_PATH } from '#contract/device.ts'
import { apiCallOf } from './api.ts'
import { isServersPage, isVisitorsPage, pageRoutes, type Files } from './pages.ts'

test('[PWA-1] the shell answers pages of the app, not those of the server', () => {
  const theirs = [
    '/api/activate',
    '/photos/1/card',
    '/dev/inbox',
    '/sandbox/1',
    '/share/video.png',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/change-password',
    '/desk',
    '/desk/cases/17',
  ]
  const ours = ['/', '/members', '/chats/1-2', '/photos', '/developers', '/robots', '/landers/video', '/desktop']
  expect([...theirs, ...ours].filter((path) => isServersPage.test(path))).toEqual(theirs)
})

test('[SITE-6] [SITE-7] visitors’ pages are requested from the server first', () => {
  const theirs = ['/landers/video', '/landers/maplanding/milano', '/pages/terms']
  expect([...theirs, '/', '/pricing', '/members', '/pagesx'].filter((path) => isVisitorsPage.test(path))).toEqual(
    theirs,
  )
})

const { ORIGIN } = vi.hoisted(() => {
  const origin = 'https://visavis.test'
  // Workbox reads the site's origin from `location`. Production mode hides its messages for developers.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('location', new URL(origin))
  return { ORIGIN: origin }
})

type PageRequest = { url: string; mode?: string; method?: string }

/** A request as a browser makes it: code cannot construct one with the mode `navigate`. */
const request = ({ url, mode = 'cors', method = 'GET' }: PageRequest): Request =>
  Object.defineProperty(new Request(new URL(url, ORIGIN), { method }), 'mode', { value: mode })

/** The precached files are `/index.html` and `/assets/shell.js`. */
const device = (own: Partial<Files> = {}) => {
  const asked: string[] = []
  const files: Files = {
    fetch: async (what) => {
      const path = what.replace(ORIGIN, '')
      asked.push(path)
      return new Response(`the server’s ${path}`)
    },
    installed: {
      getCacheKeyForURL: (url) => (/\/(index\.html|assets\/shell\.js)$/.test(url) ? url : undefined),
      matchPrecache: async (path) => new Response(`the device’s ${path}`),
    },
    restore: () => {},
    cachedOnUse: async ({ url }) => new Response(`what is kept of ${url.pathname}`),
    front: async () => null,
    started: async (shell) => shell,
    instead: async () => null,
    isLoggedIn: async () => true,
    ...own,
  }
  const routes = pageRoutes(files)
  const ask = async (what: PageRequest): Promise<string | null> => {
    const asking = request(what)
    const event = Object.assign(new Event('fetch'), { request: asking, waitUntil: () => {} })
    const answer = await routes.handleRequest({ request: asking, event })
    return answer ? (answer.headers.get('location') ?? answer.text()) : null
  }
  return { ask, asked }
}

const cut = async (): Promise<Response> => {
  throw new TypeError('no network')
}

test('[PWA-1] the shell answers every page of the app without a request', async () => {
  const { ask, asked } = device()
  for (const url of ['/', '/members?page=2', '/chats/1-2'])
    expect(await ask({ url, mode: 'navigate' })).toBe('the device’s /index.html')
  expect(asked).toEqual([])
})

test('[PWA-1] the cached front page is used, if there is one', async () => {
  const { ask } = device({ front: async () => new Response('front page') })
  expect(await ask({ url: '/', mode: 'navigate' })).toBe('front page')
  expect(await ask({ url: '/members', mode: 'navigate' })).toBe('the device’s /index.html')
  const broken = device({ front: cut })
  expect(await broken.ask({ url: '/', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[PWA-17] the shell answers as it starts at this address', async () => {
  const { ask } = device({
    started: async (shell, { pathname }) => new Response(`${pathname} in ${await shell.text()}`),
  })
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('/chats in the device’s /index.html')
  const broken = device({ started: cut })
  expect(await broken.ask({ url: '/chats', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[PWA-7] the target of a tapped notification replaces the opened page', async () => {
  const { ask } = device({ instead: async ({ pathname }) => (pathname === '/members' ? `${ORIGIN}/chats/1-2` : null) })
  expect(await ask({ url: '/members', mode: 'navigate' })).toBe(`${ORIGIN}/chats/1-2`)
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[PWA-11] [SAFE-4] a logout that is opened as a page leads to the question, also without a network', async () => {
  const { ask, asked } = device({ fetch: cut })
  for (const url of ['/api/logout', '/api/logout.php'])
    expect(await ask({ url, mode: 'navigate' })).toBe(`${ORIGIN}${ASK_LOGOUT_PATH}`)
  expect(await ask({ url: '/api/logout' })).toBe(null)
  expect(asked).toEqual([])
  const visitor = device({ isLoggedIn: async () => false })
  expect(await visitor.ask({ url: '/api/logout', mode: 'navigate' })).toBe(`${ORIGIN}/`)
})

test('[SITE-6] visitors’ pages come from the server, or offline from the shell', async () => {
  expect(await device().ask({ url: '/landers/video', mode: 'navigate' })).toBe('the server’s /landers/video')
  expect(await device({ fetch: cut }).ask({ url: '/landers/video', mode: 'navigate' })).toBe('the device’s /index.html')
})

const answering = (status: number) => device({ fetch: async () => new Response('a page', { status }) })

test('[SHELL-5] the shell answers in place of a server that fails, or of a proxy whose server is away', async () => {
  for (const status of [500, 502, 503])
    expect(await answering(status).ask({ url: '/pages/terms', mode: 'navigate' })).toBe('the device’s /index.html')
  expect(await answering(404).ask({ url: '/pages/terms', mode: 'navigate' })).toBe('a page')
})

test('[PWA-1] precached files come from the device, other files from the cache of used files', async () => {
  const { ask, asked } = device()
  expect(await ask({ url: '/assets/shell.js' })).toBe('the device’s /assets/shell.js')
  expect(await ask({ url: '/assets/chats.js' })).toBe('what is kept of /assets/chats.js')
  expect(await ask({ url: '/icons/icon-192.png' })).toBe('what is kept of /icons/icon-192.png')
  expect(asked).toEqual([])
})

test('[PWA-1] a precached file that the browser evicted is requested from the server, and the device restores it', async () => {
  const restore = vi.fn<() => void>()
  const installed = { getCacheKeyForURL: (url: string) => url, matchPrecache: async () => undefined }
  const { ask } = device({ installed, restore })
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('the server’s /index.html')
  expect(restore).toHaveBeenCalledOnce()
})

const broken = async (): Promise<never> => {
  throw new DOMException('Unexpected internal error', 'UnknownError')
}

test('[PWA-1] if Cache Storage itself fails, pages and files come from the server', async () => {
  const installed = {
    getCacheKeyForURL: (url: string) => (url.endsWith('.js') ? url : undefined),
    matchPrecache: broken,
  }
  const { ask } = device({ installed, front: broken, cachedOnUse: broken })
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('the server’s /chats')
  expect(await ask({ url: '/assets/shell.js' })).toBe('the server’s /assets/shell.js')
  expect(await ask({ url: '/icons/icon-192.png' })).toBe('the server’s /icons/icon-192.png')
})

test('[DESK-16] the worker lets the pages, files and calls of the desk through untouched', async () => {
  const { ask, asked } = device()
  const requests: PageRequest[] = [
    { url: '/desk', mode: 'navigate' },
    { url: '/desk/cases/17', mode: 'navigate' },
    { url: '/desk/assets/index-12345678.js' },
    { url: '/desk/assets/petrona-12345678.woff2' },
  ]
  for (const one of requests) expect(await ask(one)).toBeNull()
  expect(asked).toEqual([])
  for (const url of ['/api/desk/queue', '/api/desk/events', '/api/desk/login'])
    expect(apiCallOf(request({ url }), ORIGIN)).toBeNull()
  expect(apiCallOf(request({ url: '/api/chats' }), ORIGIN)).not.toBeNull()
})

test('the worker does not answer other requests', async () => {
  const { ask } = device()
  const others: PageRequest[] = [
    { url: '/api/activate', mode: 'navigate' },
    { url: '/share/video.png' },
    { url: '/chats', method: 'POST', mode: 'navigate' },
    { url: 'https://elsewhere.test/assets/x.js' },
  ]
  for (const other of others) expect(await ask(other)).toBeNull()
})
