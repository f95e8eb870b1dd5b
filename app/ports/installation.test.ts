import { expect, test } from 'vitest'
import { canBeInstalled, installWayOf, type InstallWay } from './installation.ts'

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Version/18.6 Mobile/15E148 Safari/604.1`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

const way = (userAgent: string, more: { touch?: number; installed?: boolean; asks?: boolean } = {}): InstallWay =>
  installWayOf({
    userAgent,
    maxTouchPoints: more.touch ?? 0,
    installed: more.installed ?? false,
    hasPrompt: more.asks ?? false,
  })

test.each<[string, InstallWay, number]>([
  [IPHONE, 'ios', 5],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'ios', 5],
  [`${MAC} Version/18.6 Safari/605.1.15`, 'ios', 5],
  [`${MAC} Version/18.6 Safari/605.1.15`, 'mac', 0],
  [`${MAC} Version/16.6 Safari/605.1.15`, 'none', 0],
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'firefox', 5],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'none', 0],
  [`Mozilla/5.0 (Linux; Android 15; K) ${CHROME} Mobile Safari/537.36`, 'menu', 5],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 'menu', 0],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Mobile/15E148 Instagram 390.0`, 'inside', 5],
  [`Mozilla/5.0 (Linux; Android 15; K; wv) ${CHROME} Mobile Safari/537.36`, 'inside', 5],
])('[PWA-9] %s installs by way of %s', (userAgent, expected, touch) => expect(way(userAgent, { touch })).toBe(expected))

test('[PWA-9] a browser with an install prompt uses it, and an installed app offers nothing', () => {
  expect(way(`Mozilla/5.0 (Linux; Android 15; K) ${CHROME}`, { asks: true })).toBe('prompt')
  expect(way(IPHONE, { installed: true })).toBe('installed')
  expect(way('any', { installed: true, asks: true })).toBe('installed')
})

test('[PWA-9] the app offers no menu entry that may be missing', () => {
  const ways: InstallWay[] = ['installed', 'prompt', 'ios', 'mac', 'firefox', 'menu', 'inside', 'none']
  expect(ways.filter(canBeInstalled)).toEqual(['prompt', 'ios', 'mac', 'firefox'])
})
