import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import { ENV_NAMES, readEnv } from '../env.ts'
import { exitStatusOf, findingsOf, type DoctorFacts } from './doctor.ts'

const NOW = Date.parse('2026-05-01T10:00:00Z')

/** A site that is ready for people. */
const READY = {
  MODE: 'production',
  DATA_DIR: '/var/lib/visavis',
  PUBLIC_URL: 'https://people.example.org',
  SMTP_URL: 'smtps://me:secret@mail.example.org',
  MAIL_FROM: 'People <hello@people.example.org>',
  VAPID_SUBJECT: 'mailto:hello@people.example.org',
  MOLLIE_API_KEY: 'live_0123456789abcdef',
  MAIL_FEEDBACK_SECRET: 'sixteen-characters',
  TRUST_PROXY: '1',
  SMS_URL: 'https://sms.example.org',
  SMS_TOKEN: 'a-long-token',
  DESK_URL: 'https://desk.people.example.org',
  METRICS_PORT: '9464',
}
const SETTINGS = {
  ...DEFAULT_SITE_SETTINGS,
  support_email: 'help@people.example.org',
  photo_review: 'desk' as const,
  countries: ['IT', 'DE'],
  company: { ...DEFAULT_SITE_SETTINGS.company, name: 'People Ltd' },
}

type Change = { env?: Record<string, string>; variables?: string[] } & Partial<Omit<DoctorFacts, 'env' | 'variables'>>

const factsOf = ({ env = {}, variables = [], ...facts }: Change): DoctorFacts => {
  const given = { ...READY, ...env }
  return {
    env: readEnv(given),
    variables: [...Object.keys(given), ...variables],
    isNewSite: false,
    settings: SETTINGS,
    schema: 'current',
    kind: 'production',
    hasMembers: true,
    hasStaffOwner: true,
    staffWithoutFactor: 0,
    subscriptions: 3,
    hasPushKeys: true,
    identityMarks: 2,
    hasIdentityKey: true,
    bucketFault: null,
    runsJobs: true,
    jobsBeatAt: null,
    lastBackup: NOW - DAY_MS,
    freeBytes: 50_000_000_000,
    isDataDirOpen: false,
    now: NOW,
    ...facts,
  }
}

const linesOf = (change: Change): string[] => findingsOf(factsOf(change)).map(({ level, text }) => `${level}: ${text}`)

test('[DESK-1] a real site without an owner of the desk gets a warning, a demo none', () => {
  const text = 'warning: Nobody can log in to the desk: add the first owner with npm run staff -- add MAIL owner NAME.'
  expect(linesOf({ hasStaffOwner: false })).toEqual([text])
  expect(linesOf({ hasStaffOwner: false, kind: 'demo', env: { MODE: 'demo' } })).not.toContain(text)
})

test.each(['older', 'unfinished', 'newer'] as const)(
  '[OPS-9] the settings of a database that is %s are not judged, since nobody has read them',
  (schema) => {
    const lines = linesOf({ schema, kind: null, settings: DEFAULT_SITE_SETTINGS })
    expect(lines.filter((line) => /company|support/.test(line))).toEqual([])
  },
)

test('[OPS-9] an empty PostgreSQL is refused with the command that begins a site there on every installation', () => {
  const env = { DATABASE_URL: 'postgres://db/vsavis' }
  expect(linesOf({ env, schema: 'none', kind: null, hasMembers: false })[0]).toBe(
    'refusal: The PostgreSQL of DATABASE_URL has no database: correct DATABASE_URL, or begin a new site with npm run migrate.',
  )
})

test('[OPS-9] an installation that is ready has no findings', () => {
  expect(linesOf({})).toEqual([])
  expect(
    linesOf({ schema: 'none', isNewSite: true, kind: null, hasMembers: false, settings: DEFAULT_SITE_SETTINGS }),
  ).toEqual([
    'warning: photo_review is auto: photos are public before a person has seen them.',
    'warning: No legal texts were written for GB, US, CA, AU, NZ, CH: see docs/legal-texts.md.',
  ])
})

const DEMO = { MODE: 'demo', MOLLIE_API_KEY: '', PUBLIC_URL: '' }

describe('[OPS-9] each environment gets exactly its line and exit status', () => {
  test.each<[string, Change, string]>([
    [
      'no PUBLIC_URL',
      { env: { PUBLIC_URL: '' } },
      'refusal: PUBLIC_URL is not set: links in mails would lead to localhost.',
    ],
    [
      'PUBLIC_URL without TLS',
      { env: { PUBLIC_URL: 'http://people.example.org' } },
      'refusal: PUBLIC_URL is http://people.example.org: without https, browsers install no app and cookies are open.',
    ],
    [
      'PUBLIC_URL of this machine',
      { env: { PUBLIC_URL: 'https://localhost:8443' } },
      'refusal: PUBLIC_URL is https://localhost:8443: nobody outside this machine can open it.',
    ],
    [
      'a desk without TLS',
      { env: { DESK_URL: 'http://desk.people.example.org' } },
      'refusal: DESK_URL is http://desk.people.example.org: without https, the passwords and sessions of the desk are open.',
    ],
    [
      'no owner of the desk',
      { hasStaffOwner: false },
      'warning: Nobody can log in to the desk: add the first owner with npm run staff -- add MAIL owner NAME.',
    ],
    [
      'an account of the desk without a second factor',
      { staffWithoutFactor: 1 },
      'warning: 1 account of the desk without a second factor: a first password is enough to take such an account over.',
    ],
    [
      'a short retention',
      { env: { RETENTION_YEARS: '3' } },
      'warning: RETENTION_YEARS is 3: tax law in the EU asks to keep invoices for 6 years or more in most countries.',
    ],
    [
      'no metrics',
      { env: { METRICS_PORT: '' } },
      'warning: METRICS_PORT is not set: no alert can tell of late jobs, a full disk or an old backup.',
    ],
    [
      'open metrics',
      { env: { METRICS_HOST: '0.0.0.0' } },
      'warning: METRICS_HOST is 0.0.0.0: everybody who reaches this port can read the figures of the site.',
    ],
    [
      'a misspelled variable of the desk',
      { variables: ['DESK_ORIGIN'] },
      'refusal: DESK_ORIGIN is not a variable of ours: did you mean DESK_URL?',
    ],
    ['no SMTP', { env: { SMTP_URL: '' } }, 'refusal: SMTP_URL is not set: no activation mail would ever arrive.'],
    [
      'the default sender',
      { env: { MAIL_FROM: '' } },
      'refusal: MAIL_FROM is Visavis <no-reply@visavis.test>: set the sender of your own domain.',
    ],
    [
      'the default push contact',
      { env: { VAPID_SUBJECT: '' } },
      'refusal: VAPID_SUBJECT is mailto:support@visavis.test: push services need an address of yours.',
    ],
    [
      'the demo company',
      { settings: { ...SETTINGS, company: DEFAULT_SITE_SETTINGS.company } },
      'refusal: The company is the demo company: set it with npm run settings, or npm run setup.',
    ],
    [
      'the default support address',
      { settings: { ...SETTINGS, support_email: 'support@visavis.test' } },
      'refusal: The support address is support@visavis.test: set support_email with npm run settings.',
    ],
    [
      'a mistyped DATA_DIR',
      { schema: 'none', kind: null, hasMembers: false },
      'refusal: /var/lib/visavis has no database: correct DATA_DIR, or begin a new site with npm run setup.',
    ],
    [
      '--new-site on a site',
      { isNewSite: true },
      'refusal: /var/lib/visavis has a database already: start without --new-site.',
    ],
    [
      'made-up members',
      { kind: 'demo' },
      'refusal: /var/lib/visavis holds made-up members with a known password: set another DATA_DIR.',
    ],
    [
      'lost push keys',
      { hasPushKeys: false },
      'refusal: vapid.json is missing in /var/lib/visavis, and 3 devices subscribed with it: restore it from a backup.',
    ],
    [
      'a lost key of banned members',
      { hasIdentityKey: false },
      'refusal: identity.key is missing in /var/lib/visavis, and 2 hashes that refuse banned members were made with it: restore it from a backup.',
    ],
    ['no rate limits', { env: { RATE_LIMITS: 'no' } }, 'refusal: RATE_LIMITS is no: that is for tests.'],
    [
      'a stand-in for Mollie',
      { env: { MOLLIE_API_URL: 'http://127.0.0.1:9' } },
      'refusal: MOLLIE_API_URL is set: a stand-in for Mollie is for tests.',
    ],
    [
      'a full disk',
      { freeBytes: 12_345_678 },
      'refusal: The disk of /var/lib/visavis has 12 MB left: make room first.',
    ],
    [
      'a newer database',
      { schema: 'newer' },
      'refusal: The database was written by a newer version: install that version, or restore a backup of this one.',
    ],
    [
      'a misspelled variable',
      { variables: ['SMPT_URL'] },
      'refusal: SMPT_URL is not a variable of ours: did you mean SMTP_URL?',
    ],
    [
      'a variable without its underscore',
      { variables: ['DATADIR'] },
      'refusal: DATADIR is not a variable of ours: did you mean DATA_DIR?',
    ],
    [
      'a variable with our prefix',
      { variables: ['VISAVIS_PORT'] },
      'refusal: VISAVIS_PORT is not a variable of ours: did you mean PORT?',
    ],
    ['no payment key', { env: { MOLLIE_API_KEY: '' } }, 'warning: MOLLIE_API_KEY is not set: nothing can be bought.'],
    [
      'a test payment key',
      { env: { MOLLIE_API_KEY: 'test_0123456789abcdef' } },
      'warning: MOLLIE_API_KEY is a test key: no payment is real.',
    ],
    [
      'sandbox payments',
      { env: { SANDBOX_PAYMENTS: 'yes' } },
      'warning: SANDBOX_PAYMENTS is yes: members can buy credits without paying.',
    ],
    [
      'no bounce secret',
      { env: { MAIL_FEEDBACK_SECRET: '' } },
      'warning: MAIL_FEEDBACK_SECRET is not set: bounces and complaints about mail are not noticed.',
    ],
    [
      'no trusted proxy',
      { env: { TRUST_PROXY: '0' } },
      'warning: TRUST_PROXY is 0: behind a proxy, all visitors share one address and its rate limits.',
    ],
    [
      'an open port beside a proxy',
      { env: { HOST: '0.0.0.0' } },
      'warning: HOST is 0.0.0.0 while TRUST_PROXY is set: whoever reaches the port directly can forge an address.',
    ],
    [
      'an open SMS gateway',
      { env: { SMS_URL: 'http://sms.example.org' } },
      'warning: SMS_URL is not https: phone numbers and codes travel in the open.',
    ],
    ['no SMS gateway', { env: { SMS_URL: '' } }, 'warning: SMS_URL is not set: direct debit is not offered.'],
    [
      'unreviewed photos',
      { settings: { ...SETTINGS, photo_review: 'auto' } },
      'warning: photo_review is auto: photos are public before a person has seen them.',
    ],
    [
      'countries without texts',
      { settings: { ...SETTINGS, countries: ['IT', 'US'] } },
      'warning: No legal texts were written for US: see docs/legal-texts.md.',
    ],
    ['no backup', { lastBackup: null }, 'warning: No backup was ever made: see npm run backup.'],
    [
      'an old backup',
      { lastBackup: NOW - 3 * DAY_MS },
      'warning: The last backup is of 2026-04-28T10:00:00.000Z: see npm run backup.',
    ],
    [
      'a backup that was made while the clock was ahead',
      { lastBackup: NOW + 40 * DAY_MS },
      'warning: The last backup is of 2026-06-10T10:00:00.000Z: see npm run backup.',
    ],
    [
      'an open DATA_DIR',
      { isDataDirOpen: true },
      'warning: /var/lib/visavis can be read by other users of this machine: chmod 700 it.',
    ],
    [
      'a public demo',
      { env: { ...DEMO, PUBLIC_URL: 'https://people.example.org' }, kind: 'demo' },
      'refusal: MODE is demo, but PUBLIC_URL is https://people.example.org: a demo has known passwords. Set MODE=production.',
    ],
    [
      'a demo with a live key',
      { env: { ...DEMO, MOLLIE_API_KEY: 'live_0123456789abcdef' }, kind: 'demo' },
      'refusal: MODE is demo, but MOLLIE_API_KEY takes real money: set MODE=production, or a test_ key.',
    ],
    [
      'a demo on a real site',
      { env: DEMO },
      'refusal: MODE is demo, but /var/lib/visavis holds a real site: set MODE=production, or another DATA_DIR.',
    ],
  ])('%s', (_, change, line) => {
    expect(linesOf(change)).toEqual([line])
    expect(exitStatusOf(findingsOf(factsOf(change)))).toBe(line.startsWith('refusal: ') ? 1 : 0)
  })
})

test('[OPS-9] README.md lists each variable once', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, table = ''] = readme.split('## Environment')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(new Set(listed)).toEqual(new Set(ENV_NAMES.filter((name) => name !== 'NODE_ENV')))
})

test('[OPS-9] a demo starts with a misspelled variable and warns of it', () => {
  expect(linesOf({ env: DEMO, kind: 'demo', variables: ['SMPT_URL'] })).toEqual([
    'warning: SMPT_URL is not a variable of ours: did you mean SMTP_URL?',
  ])
})

test('[OPS-9] variables of other programs are ignored', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'NODE',
    'NODE_OPTIONS',
    'MAIL',
    'LOGNAME',
    'LANG',
    'PWD',
    'SHELL',
    'TERM',
    'npm_config_port',
  ]
  expect(linesOf({ variables: others })).toEqual([])
})

test('[GUARD-6] a country that asks for an age check without a way that is set up gets a warning', () => {
  const settings = { ...SETTINGS, age_check: { IT: 'eu_proof', DE: 'provider', FR: 'none' } as const }
  const env = { AGE_CHECK_URL: 'https://age.example.org', AGE_CHECK_SECRET: 'a secret of thirty-two characters' }
  expect(linesOf({ settings })).toEqual([
    'warning: age_check asks IT, DE for a way that is not set up, so nobody is asked there: set AGE_CHECK_URL or AGE_TRUSTED.',
  ])
  expect(linesOf({ settings, env })).toEqual([
    'warning: age_check asks IT for a way that is not set up, so nobody is asked there: set AGE_CHECK_URL or AGE_TRUSTED.',
  ])
  expect(linesOf({ settings, env: { ...env, AGE_TRUSTED: '/etc/visavis/age.pem' } })).toEqual([])
})

test('[OPS-9] a bucket that refuses stops a start, and one that is away gives a warning', () => {
  const reason = 'The bucket answered 403 AccessDenied'
  expect(linesOf({ bucketFault: { kind: 'refused', reason } })).toEqual([`refusal: FILES_URL: ${reason}.`])
  expect(linesOf({ bucketFault: { kind: 'away', reason } })).toEqual([
    `warning: FILES_URL: ${reason}. Photos are neither stored nor shown.`,
  ])
})

test('[OPS-9] a site on several machines gets a warning when no process runs jobs', () => {
  const env = { DATABASE_URL: 'postgres://db/visavis', BUS_URL: 'redis://bus' }
  const warnings = (change: Change) =>
    linesOf({ env, runsJobs: false, ...change }).filter((line) => line.includes('runs jobs'))
  expect(warnings({ jobsBeatAt: NOW - 1_000 })).toEqual([])
  expect(warnings({ runsJobs: true })).toEqual([])
  expect(warnings({ env: {} })).toEqual([])
  for (const jobsBeatAt of [null, NOW - 2 * 60_000])
    expect(warnings({ jobsBeatAt })).toEqual([
      'warning: No process runs jobs, so no mail and no push is sent: start one with ROLE jobs or both.',
    ])
})

test('[OPS-9] a site on PostgreSQL gets a warning of what its machines do not share', () => {
  const shared = { SITE_KEY: 'A'.repeat(43), FILES_URL: 'https://key:secret@s3.test/photos', BUS_URL: 'redis://bus' }
  const env = { DATABASE_URL: 'postgres://db/visavis', ...shared }
  const text =
    'warning: FILES_URL is not set: machines that do not share DATA_DIR cannot show the photos of one another.'
  expect(linesOf({ env })).not.toContain(text)
  expect(linesOf({ env: { ...env, FILES_URL: '' } })).toContain(text)
})

test('[OPS-9] a server without jobs gets a warning: it is for a restore drill', () => {
  const text = 'warning: ROLE is web without DATABASE_URL, so no mail and no push is sent: that is for a restore drill.'
  expect(linesOf({ env: { ROLE: 'web' } })).toContain(text)
  expect(linesOf({ env: { ROLE: 'web', DATABASE_URL: 'postgres://db/visavis' } })).not.toContain(text)
  expect(linesOf({})).not.toContain(text)
})
