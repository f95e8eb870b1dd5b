import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_PARTS } from '../contract/desk/announcement-form.ts'
import { AUDIT_ACTS, AUDIT_SUBJECTS } from '../contract/desk/audit.ts'
import { SETTLEMENT_FAULTS } from '../contract/desk/books.ts'
import { COST_KINDS } from '../contract/desk/campaigns.ts'
import { DECISION_SOURCES, IDENTITY_KINDS } from '../contract/desk/case.ts'
import { DESK_ERROR_STATUS, SETTING_RULES } from '../contract/desk/errors.ts'
import { DESK_REFUND_REASONS, REFUND_PARTS } from '../contract/desk/member-money.ts'
import { FOUND_BY } from '../contract/desk/members.ts'
import { FUNNEL_STEPS, GROUP_MIN } from '../contract/desk/numbers.ts'
import { QUEUE_FILTERS } from '../contract/desk/queue.ts'
import { STAFF_ROLES } from '../contract/desk/roles.ts'
import { SETTING_GROUPS, SETTING_KEYS } from '../contract/desk/settings.ts'
import { DUE_MS, ITEM_KINDS, SEVERITIES } from '../contract/desk/severity.ts'
import { SECOND_FACTORS } from '../contract/desk/staff.ts'
import { MESSAGE_WARNINGS } from '../contract/entities/chat.ts'
import { DISCOUNT_VALIDITIES, LEDGER_REASONS, PAYMENT_STATUSES } from '../contract/entities/money.ts'
import { PHOTO_REASONS, PHOTO_STATUSES } from '../contract/entities/photo.ts'
import { FACT_NAMES, PROFILE_FACTS } from '../contract/entities/profile-facts.ts'
import { GENDERS, INTERESTS } from '../contract/entities/profile.ts'
import { DECISION_KINDS, REPORT_REASONS } from '../contract/entities/safety.ts'
import { DEVICE_KINDS } from '../contract/entities/session.ts'
import { FICTIONAL_RESPONDERS } from '../contract/entities/site-settings.ts'
import { USER_STATUSES } from '../contract/entities/user.ts'
import { FIELD_ERRORS } from '../contract/errors.ts'
import { PAYMENT_METHODS } from '../contract/payment-methods.ts'
import { mayNotAct, SANCTIONS } from '../contract/rules/may-act.ts'
import { EVIDENCE_DAYS, UNDO_MS } from '../contract/desk/limits.ts'
import { HOUR_MS, PHOTO_BYTES_MAX, REACTIVATION_DAYS } from '../contract/limits.ts'
import { rulesOf, wordsOf } from './text-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'locales', 'desk')
const textsOf = (locale: string): Record<string, string> =>
  v.parse(
    v.record(v.string(), v.pipe(v.string(), v.nonEmpty())),
    JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8')),
  )
const english = textsOf('en')
const parametersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').toSorted()
const isPlural = (key: string): boolean =>
  /_(one|other)$/.test(key) && ['one', 'other'].every((form) => key.replace(/_(one|other)$/, `_${form}`) in english)
const baseOf = (key: string): string => (isPlural(key) ? key.replace(/_(one|other)$/, '') : key)

const code = readdirSync(join(root, 'app', 'desk'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(root, 'app', 'desk', name), 'utf8'))
  .join('\n')
/** The areas of keys that are made from codes: `tCode('error', code)`. */
const codeAreas = new Set([...code.matchAll(/tCode\(\s*'(\w+)'/g)].map(([, area]) => area ?? ''))

/** The faults of fields that only members fill in. */
const MEMBERS_FAULTS = new Set([
  'email_disposable',
  'email_own',
  'name_is_email',
  'contact_inside',
  'push_service_unknown',
  'iban_invalid',
  'phone_invalid',
])

/** The codes of each area of keys, where a list of the contract has them. */
const CODES: Record<string, readonly string[]> = {
  act: AUDIT_ACTS,
  announceKind: ANNOUNCEMENT_KINDS,
  announceKindHint: ANNOUNCEMENT_KINDS,
  announcePart: ANNOUNCEMENT_PARTS,
  codeValidity: DISCOUNT_VALIDITIES,
  costKind: COST_KINDS,
  decision: DECISION_KINDS,
  decisionKind: DECISION_KINDS,
  decisionSource: DECISION_SOURCES,
  device: DEVICE_KINDS,
  error: Object.keys(DESK_ERROR_STATUS),
  fact: FACT_NAMES.flatMap((name) => [name, ...PROFILE_FACTS[name].options.map((option) => `${name}_${option}`)]),
  factor: SECOND_FACTORS,
  fault: SETTLEMENT_FAULTS,
  fictionalBy: FICTIONAL_RESPONDERS,
  field: FIELD_ERRORS.filter((fault) => !MEMBERS_FAULTS.has(fault)),
  filter: QUEUE_FILTERS,
  found: MESSAGE_WARNINGS,
  foundBy: FOUND_BY,
  gender: GENDERS,
  interest: INTERESTS,
  kind: ITEM_KINDS,
  ledger: LEDGER_REASONS,
  linkKind: IDENTITY_KINDS,
  memberStatus: USER_STATUSES,
  method: PAYMENT_METHODS,
  paymentStatus: PAYMENT_STATUSES,
  photoReason: PHOTO_REASONS,
  photoStatus: PHOTO_STATUSES,
  reason: REPORT_REASONS,
  refundPart: REFUND_PARTS,
  refundReason: DESK_REFUND_REASONS,
  responder: FICTIONAL_RESPONDERS,
  role: STAFF_ROLES,
  sanction: SANCTIONS,
  setting: SETTING_KEYS,
  settingFault: SETTING_RULES,
  settingGroup: SETTING_GROUPS,
  severity: SEVERITIES,
  severityNote: SEVERITIES,
  subject: AUDIT_SUBJECTS,
  step: FUNNEL_STEPS,
}

const isUsed = (key: string): boolean => codeAreas.has(key.split('.')[0] ?? '') || code.includes(`'${baseOf(key)}'`)

/** Limits that a text names as its first number. */
const NAMED_LIMITS: Readonly<Record<string, number>> = {
  'memberActNote.delete': REACTIVATION_DAYS,
  // In months.
  'memberActNote.end_hold': Math.floor(EVIDENCE_DAYS / 30),
  'case.sent_one': UNDO_MS / 1_000,
  'case.sent_other': UNDO_MS / 1_000,
  'severity.grave': DUE_MS.grave / HOUR_MS,
  'severity.harm': DUE_MS.harm / HOUR_MS,
  'severity.rest': DUE_MS.rest / HOUR_MS,
  'partners.note': GROUP_MIN,
  'error.photo_too_large': PHOTO_BYTES_MAX / 1024 / 1024,
}

describe('[DESK-16] the texts of the desk', () => {
  const others = readdirSync(folder)
    .map((name) => name.replace('.json', ''))
    .filter((locale) => locale !== 'en')

  test('German is complete', () => {
    expect(Object.keys(textsOf('de')).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  test.each(others)('%s has no text that English lacks, and keeps each parameter', (locale) => {
    const wrong = Object.entries(textsOf(locale)).filter(
      ([key, text]) => parametersOf(text).join() !== parametersOf(english[key] ?? '').join() || !(key in english),
    )
    expect(wrong).toEqual([])
  })

  test.each(['en', 'de'] as const)('%s follows the typography and the words of its language', (locale) => {
    // The tables of the English desk write 46 % with a space.
    const rules = rulesOf(locale).filter(({ fault }) => fault !== 'a space before a percent sign')
    const wrong = rules.flatMap(({ fault, pattern }) =>
      Object.entries(textsOf(locale)).flatMap(([key, text]) =>
        pattern.test(wordsOf(text)) ? [[fault, key, text]] : [],
      ),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['en', /withdrawal/],
    ['de', /Widerruf/],
  ] as const)(
    '[DESK-7] [PAY-11] the effects of a suspension and a ban in %s name the withdrawal, which stays open',
    (locale, words) => {
      expect(mayNotAct({ sanction: 'banned', sanctionUntil: null, ageDue: null }, 'rights', 0)).toBeNull()
      for (const key of ['effect.suspend', 'effect.ban']) expect(textsOf(locale)[key]).toMatch(words)
    },
  )

  // Without a text `tCode` shows the code itself.
  test('each code that a list of the contract names has a text', () => {
    const keys = Object.entries(CODES).flatMap(([area, codes]) => codes.map((one) => `${area}.${one}`))
    expect(keys.filter((key) => !(key in english))).toEqual([])
  })

  test.each(['en', 'de'])('[DESK-3] the filter of the audit has no act twice in %s', (locale) => {
    const texts = textsOf(locale)
    const acts = AUDIT_ACTS.map((act) => texts[`act.${act}`])
    expect(acts.filter((text, index) => acts.indexOf(text) !== index)).toEqual([])
  })

  test.each(Object.entries(NAMED_LIMITS))('the text %s names the limit of the contract', (key, limit) => {
    for (const locale of ['en', 'de']) expect(textsOf(locale)[key]?.match(/\d+/)?.[0]).toBe(String(limit))
  })

  test('each text is used', () => {
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  })
})
