import { expect, test } from 'vitest'
import { isOwnScript } from './trusted-scripts.ts'

const PAGE = 'https://visavis.test/members'

test('[SAFE-5] workers start from the service worker and the own build only', () => {
  for (const own of ['/sw.js', 'https://visavis.test/sw.js', '/assets/photos-a1_B2-c3.js'])
    expect([own, isOwnScript(own, PAGE)]).toEqual([own, true])
  for (const other of [
    'https://elsewhere.test/sw.js',
    '//elsewhere.test/sw.js',
    '/sw.js?x=1',
    '/photos/1/full',
    '/assets/../api/user.js',
    '/assets/deep/er.js',
    'data:text/javascript,alert(1)',
    'blob:https://visavis.test/1',
    'javascript:alert(1)',
    'http://[',
  ])
    expect([other, isOwnScript(other, PAGE)]).toEqual([other, false])
})
