import { expect, test, vi } from 'vitest'
import { isServersPage, isVisitorsPage } from './navigation.ts'
import { pageRoutes, type Files } from './pages.ts'

test('[PWA-1] the shell answers pages of the app, not what is the server’s', () => {
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
  ]
  const ours = ['/', '/members', '/chats/1-2', '/photos', '/developers', '/robots', '/landers/video']
  expect([...theirs, ...ours].filter((path) => isServersPage.test(path))).toEqual(theirs)
})

test('[SITE-6] [SITE-7] visitors’ pages are asked of the server first', () => {
  const theirs = ['/landers/video', '/landers/maplanding/milano', '/pages/terms']
  expect([...theirs, '/', '/pricing', '/members', '/pagesx'].filter((path) => isVisitorsPage.test(path))).toEqual(
    theirs,
  )
})

const { ORIGIN } = vi.hoisted(() => {
  const origin = 'https://visavis.test'
  // Where Workbox looks for the site's own origin; and its words for developers are not for tests.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('location', new URL(origin))
  return { ORIGIN: origin }
})

type Asked = { url: string; mode?: string; method?: string }

/** A request as a browser makes it: a page cannot be asked for by hand. */
const request = ({ url, mode = 'cors', method = 'GET' }: Asked): Request =>
  Object.defineProperty(new Request(new URL(url, ORIGIN), { method }), 'mode', { value: mode })

/** What was installed is `/index.html` and `/assets/shell.js`. */
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
    kept: async ({ url }) => new Response(`what is kept of ${url.pathname}`),
    front: async () => null,
    instead: async () => null,
    ...own,
  }
  const routes = pageRoutes(files)
  const ask = async (what: Asked): Promise<string | null> => {
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

test('[PWA-1] every page of the app is the shell, without asking anyone', async () => {
  const { ask, asked } = device()
  for (const url of ['/', '/members?page=2', '/chats/1-2'])
    expect(await ask({ url, mode: 'navigate' })).toBe('the device’s /index.html')
  expect(asked).toEqual([])
})

test('[PWA-1] the front page is the one that is held, if there is one', async () => {
  const { ask } = device({ front: async () => new Response('front page') })
  expect(await ask({ url: '/', mode: 'navigate' })).toBe('front page')
  expect(await ask({ url: '/members', mode: 'navigate' })).toBe('the device’s /index.html')
  const broken = device({ front: cut })
  expect(await broken.ask({ url: '/', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[PWA-7] where a tap meant another page, that one is opened', async () => {
  const { ask } = device({ instead: async ({ pathname }) => (pathname === '/members' ? `${ORIGIN}/chats/1-2` : null) })
  expect(await ask({ url: '/members', mode: 'navigate' })).toBe(`${ORIGIN}/chats/1-2`)
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[SITE-6] visitors’ pages come from the server, without it they are the app’s', async () => {
  expect(await device().ask({ url: '/landers/video', mode: 'navigate' })).toBe('the server’s /landers/video')
  expect(await device({ fetch: cut }).ask({ url: '/landers/video', mode: 'navigate' })).toBe('the device’s /index.html')
})

test('[PWA-1] what was installed comes from here, other files of the app as they are kept', async () => {
  const { ask, asked } = device()
  expect(await ask({ url: '/assets/shell.js' })).toBe('the device’s /assets/shell.js')
  expect(await ask({ url: '/assets/chats.js' })).toBe('what is kept of /assets/chats.js')
  expect(await ask({ url: '/icons/icon-192.png' })).toBe('what is kept of /icons/icon-192.png')
  expect(asked).toEqual([])
})

test('[PWA-1] an installed file that was taken away for want of room is asked of the server', async () => {
  const { ask } = device({ installed: { getCacheKeyForURL: (url) => url, matchPrecache: async () => undefined } })
  expect(await ask({ url: '/chats', mode: 'navigate' })).toBe('the server’s /index.html')
})

test('the worker keeps out of everything else', async () => {
  const { ask } = device()
  const others: Asked[] = [
    { url: '/api/activate', mode: 'navigate' },
    { url: '/share/video.png' },
    { url: '/chats', method: 'POST', mode: 'navigate' },
    { url: 'https://elsewhere.test/assets/x.js' },
  ]
  for (const other of others) expect(await ask(other)).toBeNull()
})
