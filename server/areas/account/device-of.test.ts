import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf, USER_AGENT_MAX } from './device-of.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'desktop Chrome Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`, 'desktop Edge Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'desktop Firefox Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0 Safari/537.36 OPR/120.0`, 'desktop Opera Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'desktop Safari macOS',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0 Safari/537.36`, 'desktop Chrome ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0 Mobile Safari/537.36`, 'phone Chrome Android'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0 Safari/537.36`, 'tablet Chrome Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'phone Samsung Internet Android',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'phone Firefox Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'phone Safari iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'phone Chrome iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15',
    'tablet Firefox iPadOS',
  ],
  ['curl/8.5.0', 'unknown  '],
  ['', 'unknown  '],
])('[ACC-16] %s is %s', (userAgent, told) => {
  const { device, browser, system } = deviceOf(userAgent)
  expect(`${device} ${browser} ${system}`).toBe(told)
})

test('[SAFE-3] a user agent is read only as far as a session stores it, so that its length cannot stop the server', () => {
  const systems = [USER_AGENT_MAX - 8, USER_AGENT_MAX].map((place) => deviceOf(`${'x'.repeat(place)} Windows`).system)
  expect(systems).toEqual(['Windows', ''])
})

test('[ACC-16] any user agent is described in our own words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (userAgent) => {
      const { browser, system } = deviceOf(userAgent)
      expect(`${browser}${system}`).toMatch(/^[A-Za-z ]*$/)
    }),
    { seed: 20_261_121, numRuns: 500 },
  )
})
