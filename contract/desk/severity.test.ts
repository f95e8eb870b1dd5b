import { describe, expect, test } from 'vitest'
import { REPORT_REASONS } from '../entities/safety.ts'
import { HOUR_MS } from '../limits.ts'
import { coversPhotos, ITEM_KINDS, itemWeightOf, kindsOf, severityOf } from './severity.ts'

describe('[DESK-4] the severity of an item', () => {
  test.each([
    ['minor', 'grave', 1],
    ['blackmail', 'grave', 1],
    ['scam', 'harm', 24],
    ['harassment', 'harm', 24],
    ['hate', 'harm', 24],
    ['fake', 'rest', 72],
    ['nudity', 'rest', 72],
    ['spam', 'rest', 72],
    ['other', 'rest', 72],
  ] as const)('a report of %s is %s and due after %i h, and a notice of it too', (reason, severity, hours) => {
    for (const kind of ['report', 'notice'] as const)
      expect(itemWeightOf({ kind, reason, at: 1_000 })).toEqual({ severity, dueAt: 1_000 + hours * HOUR_MS })
  })

  test.each([
    ['age', 'grave'],
    ['flag', 'harm'],
    ['photo', 'rest'],
    ['appeal', 'rest'],
    ['complaint', 'rest'],
    ['report', 'rest'],
    ['notice', 'rest'],
    ['chargeback', 'rest'],
    ['approval', 'rest'],
    ['refund', 'rest'],
  ] as const)('an item of the kind %s is %s', (kind, severity) => {
    expect(severityOf(kind, null)).toBe(severity)
  })

  test('a complaint cannot raise its severity by its reason', () => {
    for (const kind of ITEM_KINDS.filter((one) => one !== 'report' && one !== 'notice'))
      for (const reason of REPORT_REASONS) expect(severityOf(kind, reason)).toBe(severityOf(kind, null))
  })
})

test('[DESK-2] each role works on its own kinds: money is not for moderators, and reports are not for finance', () => {
  const money = ['chargeback', 'approval', 'refund']
  expect(kindsOf('marketing')).toEqual([])
  expect(kindsOf('finance')).toEqual(money)
  expect(kindsOf('moderator')).toEqual(ITEM_KINDS.filter((kind) => !money.includes(kind)))
  for (const role of ['support', 'owner'] as const) expect(kindsOf(role)).toEqual(ITEM_KINDS)
})

test('[DESK-6] photos are covered after a report of nudity, of a minor or of blackmail', () => {
  expect(REPORT_REASONS.filter(coversPhotos).toSorted()).toEqual(['blackmail', 'minor', 'nudity'])
})
