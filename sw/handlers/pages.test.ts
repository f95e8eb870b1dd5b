import { expect, test } from 'vitest'
import { isServersPage, isVisitorsPage } from './navigation.ts'
import { fetchAhead, type AppFile } from './fetch-ahead.ts'

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

test('[PWA-1] files under hashed names are all asked for at once, and one that does not come stops nothing', async () => {
  const files: AppFile[] = [
    { url: 'index.html', revision: 'one' },
    { url: 'assets/app-12345678.js', revision: null },
    { url: 'assets/gone-12345678.js', revision: null },
    { url: 'assets/late-12345678.js', revision: null },
  ]
  const asked: string[] = []
  const answers: (() => void)[] = []
  const ahead = fetchAhead(files, (url) => {
    asked.push(url)
    return new Promise((resolve, reject) => {
      answers.push(() => (url.includes('gone') ? reject(new TypeError('no network')) : resolve(new Response(url))))
    })
  })
  // None has been answered yet: nobody waits for another.
  expect(asked).toEqual(['assets/app-12345678.js', 'assets/gone-12345678.js', 'assets/late-12345678.js'])
  for (const answer of answers) answer()
  await expect(ahead).resolves.toBeUndefined()
})
