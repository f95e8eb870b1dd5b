import { beforeAll, expect, test } from 'vitest'
import { loadAllTexts, loadLocale, t, locale } from '../../state/i18n.ts'
import { reportText, type ReportFacts, numberText, sizeOf } from './report.ts'

const MARK = 'MARKED'

const facts: ReportFacts = {
  environment: {
    app: 'index-abc.js',
    browser: 'Browser/1.0',
    installed: true,
    permission: 'granted',
    features: { present: ['locks', 'sync'], missing: ['badge'] },
  },
  language: 'en',
  online: false,
  push: 'on',
  device: {
    connection: 'offline',
    waiting: 1,
    storage: 'full',
    push: true,
    // The app reads all these values from the device, but none of them may be in the text.
    failed: [
      {
        id: '0199aaaa-0000-7000-8000-000000000001',
        kind: 'messages.send',
        failure: { error: 'blocked', name: MARK },
        profile: 87_654,
      },
    ],
  },
  report: {
    version: '562f7b2a',
    synced_at: 1_700_000_000_000,
    queue: [
      { kind: 'messages.send', state: 'queued', age_ms: 90_400, attempts: 2, reason: null },
      { kind: 'likes.put', state: 'failed', age_ms: 5_000, attempts: 1, reason: 'blocked' },
    ],
  },
  space: { used: 2_500_000, quota: 11_000_000_000 },
  isProtected: false,
  now: 1_700_000_100_000,
}

beforeAll(async () => {
  await loadLocale('it')
  await loadAllTexts()
  // Text keys instead of texts would contain nothing personal, and the test would prove nothing.
  if (t('diagnostics.yes') !== 'sì') throw new Error('The texts are not here')
})

test('[PWA-13] the text lists versions, connection, pushes, storage, features and the queue', () => {
  const lines = reportText(facts).split('\n')
  const said = (key: Parameters<typeof t>[0], value: string) => expect(lines).toContain(`${t(key)}: ${value}`)
  said('diagnostics.app', 'index-abc.js')
  said('diagnostics.worker', '562f7b2a')
  said('diagnostics.connection', t('diagnostics.no'))
  said('diagnostics.permission', 'granted')
  said('diagnostics.subscribed', t('diagnostics.yes'))
  said('diagnostics.told', t('diagnostics.yes'))
  said('diagnostics.full', t('diagnostics.yes'))
  said('diagnostics.protected', t('diagnostics.no'))
  said('diagnostics.features', 'locks, sync')
  said('diagnostics.missing', 'badge')
  said('diagnostics.queue', '2')
  expect(lines.slice(-2)).toEqual([
    '- messages.send · queued · 90 s · × 2',
    '- likes.put · failed · 5 s · × 1 · blocked',
  ])
})

test('[PWA-13] the text contains nobody’s name, number or id', () => {
  const text = reportText(facts)
  for (const personal of [MARK, '87654', '0199aaaa']) expect(text).not.toContain(personal)
})

test('[PWA-13] without a worker and without browser data the text names both as missing', () => {
  const lines = reportText({ ...facts, device: null, report: null, space: null, isProtected: null }).split('\n')
  expect(lines).toContain(`${t('diagnostics.worker')}: ${t('diagnostics.none')}`)
  expect(lines).toContain(`${t('diagnostics.lastSync')}: ${t('diagnostics.never')}`)
  expect(lines).toContain(`${t('diagnostics.space')}: ?`)
  expect(lines.at(-1)).toBe(`${t('diagnostics.queue')}: 0`)
})

test('[PWA-13] sizes use the numbers and units of the language', () => {
  locale.value = 'de'
  expect(sizeOf(3_450_000).replaceAll('\u00A0', ' ')).toBe('3,5 MB')
  expect(sizeOf(11_000_000_000).replaceAll('\u00A0', ' ')).toBe('11 GB')
  expect(numberText(20_000)).toBe('20.000')
  locale.value = 'en'
  expect(sizeOf(424_000)).toBe('424 kB')
  expect(sizeOf(0)).toBe('0 byte')
  expect(numberText(20_000)).toBe('20,000')
})
