/**
 * Checks an installation before it serves people [OPS-9]. A refusal stops a production start; a warning is logged.
 * `facts.ts` collects the facts, so that every finding here is a pure decision.
 */
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/entities/site-settings.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { ENV_NAMES, isLocalHost, type Env } from '../env.ts'
import type { BucketFault } from '../adapters/bucket-files.ts'
import type { SchemaState } from '../db/database.ts'

export type DoctorFacts = {
  env: Env
  /** The names of all variables that are set, also those of other programs. */
  variables: readonly string[]
  /** Whether the start was asked to create a new site (`--new-site`). */
  isNewSite: boolean
  /** Settings of the site's own domain. */
  settings: SiteSettings
  schema: SchemaState
  kind: 'demo' | 'production' | null
  hasMembers: boolean
  /** Whether an open staff account has the role owner [DESK-1]. */
  hasStaffOwner: boolean
  /** Open staff accounts that nobody has given a second factor yet. */
  staffWithoutFactor: number
  subscriptions: number
  hasPushKeys: boolean
  /** Hashes of banned and reported members. */
  identityMarks: number
  hasIdentityKey: boolean
  /** Whether this process is about to run jobs itself. */
  runsJobs: boolean
  /** The last beat of a process that runs jobs on a shared database, in ms since the epoch; null without one. */
  jobsBeatAt: number | null
  /** Null without a bucket, or if it works. */
  bucketFault: BucketFault | null
  /** ms since the epoch, or null without a backup */
  lastBackup: number | null
  /** Free bytes on the disk of DATA_DIR. */
  freeBytes: number
  /** Whether other users of this machine can read DATA_DIR. */
  isDataDirOpen: boolean
  /** ms since the epoch */
  now: number
}

export type Finding = { level: 'refusal' | 'warning'; text: string }

type Check = { level: Finding['level']; when: (facts: DoctorFacts) => boolean; text: (facts: DoctorFacts) => string }

export const FREE_BYTES_MIN = 200_000_000
/** More than the difference between the clocks of two machines. */
const BEAT_AGE_MAX_MS = MINUTE_MS
/** In both directions: a clock that was ahead has noted a later time than now. */
const BACKUP_AGE_MAX_MS = 2 * DAY_MS
/** Most member states require six to ten years. */
const RETENTION_YEARS_MIN = 6

const refusal = (when: Check['when'], text: Check['text']): Check => ({ level: 'refusal', when, text })
const warning = (when: Check['when'], text: Check['text']): Check => ({ level: 'warning', when, text })

const hostOf = (env: Env): string => (env.PUBLIC_URL === undefined ? '' : new URL(env.PUBLIC_URL).hostname)
/** The database's place, the variable that names it, and the command that begins a site there. The URL has a password. */
const placeOf = ({ DATABASE_URL, DATA_DIR }: Env) =>
  DATABASE_URL === undefined
    ? { name: DATA_DIR, variable: 'DATA_DIR', begin: 'npm run setup' }
    : { name: 'The PostgreSQL of DATABASE_URL', variable: 'DATABASE_URL', begin: 'npm run migrate' }
const isReserved = (address: string): boolean => /(\.test|\.example|\.invalid|\blocalhost)>?$/.test(address)

const misspelledText = ({ variables }: DoctorFacts): string =>
  misspelled(variables)
    .map(({ name, meant }) => `${name} is not a variable of ours: did you mean ${meant}?`)
    .join('\n')
const isMisspelled = ({ variables }: DoctorFacts): boolean => misspelled(variables).length > 0

/** A demo shows its mails and its password to everybody, so it must not be public or take money. */
const DEMO_CHECKS: Check[] = [
  refusal(
    ({ env }) => env.PUBLIC_URL?.startsWith('https:') === true && !isLocalHost(hostOf(env)),
    ({ env }) => `MODE is demo, but PUBLIC_URL is ${env.PUBLIC_URL}: a demo has known passwords. Set MODE=production.`,
  ),
  refusal(
    ({ env }) => env.MOLLIE_API_KEY?.startsWith('live_') === true,
    () => 'MODE is demo, but MOLLIE_API_KEY takes real money: set MODE=production, or a test_ key.',
  ),
  // A demo harms nobody by starting with a default.
  warning(isMisspelled, (facts) => misspelledText(facts)),
  refusal(
    ({ kind }) => kind === 'production',
    ({ env }) =>
      `MODE is demo, but ${placeOf(env).name} holds a real site: set MODE=production, or another ${placeOf(env).variable}.`,
  ),
]

const PRODUCTION_CHECKS: Check[] = [
  refusal(isMisspelled, (facts) => misspelledText(facts)),
  refusal(
    ({ env }) => env.PUBLIC_URL === undefined,
    () => 'PUBLIC_URL is not set: links in mails would lead to localhost.',
  ),
  refusal(
    ({ env }) => env.PUBLIC_URL?.startsWith('http:') === true,
    ({ env }) => `PUBLIC_URL is ${env.PUBLIC_URL}: without https, browsers install no app and cookies are open.`,
  ),
  refusal(
    ({ env }) => env.PUBLIC_URL !== undefined && isLocalHost(hostOf(env)),
    ({ env }) => `PUBLIC_URL is ${env.PUBLIC_URL}: nobody outside this machine can open it.`,
  ),
  refusal(
    ({ env }) => env.DESK_URL?.startsWith('http:') === true,
    ({ env }) => `DESK_URL is ${env.DESK_URL}: without https, the passwords and sessions of the desk are open.`,
  ),
  refusal(
    ({ env }) => env.SMTP_URL === undefined,
    () => 'SMTP_URL is not set: no activation mail would ever arrive.',
  ),
  refusal(
    ({ env }) => isReserved(env.MAIL_FROM),
    ({ env }) => `MAIL_FROM is ${env.MAIL_FROM}: set the sender of your own domain.`,
  ),
  refusal(
    ({ env }) => isReserved(env.VAPID_SUBJECT),
    ({ env }) => `VAPID_SUBJECT is ${env.VAPID_SUBJECT}: push services need an address of yours.`,
  ),
  refusal(
    // An older database is examined again after its migration: until then nobody knows its settings.
    ({ settings, schema }) => schema === 'current' && settings.company.name === DEFAULT_SITE_SETTINGS.company.name,
    () => 'The company is the demo company: set it with npm run settings, or npm run setup.',
  ),
  refusal(
    ({ settings, schema }) => schema === 'current' && isReserved(settings.support_email),
    ({ settings }) => `The support address is ${settings.support_email}: set support_email with npm run settings.`,
  ),
  refusal(
    ({ schema, isNewSite }) => schema === 'none' && !isNewSite,
    ({ env }) => {
      const { name, variable, begin } = placeOf(env)
      return `${name} has no database: correct ${variable}, or begin a new site with ${begin}.`
    },
  ),
  refusal(
    ({ schema, isNewSite }) => schema !== 'none' && isNewSite,
    ({ env }) => `${placeOf(env).name} has a database already: start without --new-site.`,
  ),
  refusal(
    ({ kind }) => kind === 'demo',
    ({ env }) =>
      `${placeOf(env).name} holds made-up members with a known password: set another ${placeOf(env).variable}.`,
  ),
  refusal(
    ({ hasPushKeys, subscriptions }) => !hasPushKeys && subscriptions > 0,
    ({ env, subscriptions }) =>
      `vapid.json is missing in ${env.DATA_DIR}, and ${subscriptions} devices subscribed with it: restore it from a backup.`,
  ),
  // A new key would be made in silence, and each banned member could come back.
  refusal(
    ({ hasIdentityKey, identityMarks }) => !hasIdentityKey && identityMarks > 0,
    ({ env, identityMarks }) =>
      `identity.key is missing in ${env.DATA_DIR}, and ${identityMarks} hashes that refuse banned members were made with it: restore it from a backup.`,
  ),
  refusal(
    ({ bucketFault }) => bucketFault?.kind === 'refused',
    ({ bucketFault }) => `FILES_URL: ${bucketFault?.reason ?? ''}.`,
  ),
  // A server starts without its bucket: everything but photos works.
  warning(
    ({ bucketFault }) => bucketFault?.kind === 'away',
    ({ bucketFault }) => `FILES_URL: ${bucketFault?.reason ?? ''}. Photos are neither stored nor shown.`,
  ),
  warning(
    ({ env }) => env.FILES_URL?.startsWith('http:') === true && !isLocalHost(new URL(env.FILES_URL).hostname),
    () => 'FILES_URL is not https: photos travel in the open.',
  ),
  refusal(
    ({ env }) => env.RATE_LIMITS === 'no',
    () => 'RATE_LIMITS is no: that is for tests.',
  ),
  refusal(
    ({ env }) => env.MOLLIE_API_URL !== undefined,
    () => 'MOLLIE_API_URL is set: a stand-in for Mollie is for tests.',
  ),
  refusal(
    ({ freeBytes }) => freeBytes < FREE_BYTES_MIN,
    ({ env, freeBytes }) => `The disk of ${env.DATA_DIR} has ${megabytes(freeBytes)} MB left: make room first.`,
  ),
  warning(
    ({ schema, hasStaffOwner }) => schema === 'current' && !hasStaffOwner,
    () => 'Nobody can log in to the desk: add the first owner with npm run staff -- add MAIL owner NAME.',
  ),
  warning(
    ({ staffWithoutFactor }) => staffWithoutFactor > 0,
    ({ staffWithoutFactor }) =>
      `${staffWithoutFactor} ${staffWithoutFactor === 1 ? 'account' : 'accounts'} of the desk without a second factor: a first password is enough to take such an account over.`,
  ),
  warning(
    ({ env }) => env.RETENTION_YEARS < RETENTION_YEARS_MIN,
    ({ env }) =>
      `RETENTION_YEARS is ${env.RETENTION_YEARS}: tax law in the EU asks to keep invoices for ${RETENTION_YEARS_MIN} years or more in most countries.`,
  ),
  warning(
    ({ env }) => env.METRICS_PORT === undefined,
    () => 'METRICS_PORT is not set: no alert can tell of late jobs, a full disk or an old backup.',
  ),
  warning(
    ({ env }) => env.METRICS_PORT !== undefined && !isLocalHost(env.METRICS_HOST),
    ({ env }) =>
      `METRICS_HOST is ${env.METRICS_HOST}: everybody who reaches this port can read the figures of the site.`,
  ),
  warning(
    ({ env }) => env.MOLLIE_API_KEY === undefined && env.SANDBOX_PAYMENTS === 'no',
    () => 'MOLLIE_API_KEY is not set: nothing can be bought.',
  ),
  warning(
    ({ env }) => env.SANDBOX_PAYMENTS === 'yes',
    () => 'SANDBOX_PAYMENTS is yes: members can buy credits without paying.',
  ),
  warning(
    ({ env }) => env.MOLLIE_API_KEY?.startsWith('test_') === true,
    () => 'MOLLIE_API_KEY is a test key: no payment is real.',
  ),
  warning(
    ({ env }) => env.MAIL_FEEDBACK_SECRET === undefined,
    () => 'MAIL_FEEDBACK_SECRET is not set: bounces and complaints about mail are not noticed.',
  ),
  warning(
    ({ env }) => env.TRUST_PROXY === 0,
    () => 'TRUST_PROXY is 0: behind a proxy, all visitors share one address and its rate limits.',
  ),
  warning(
    ({ env }) => env.TRUST_PROXY > 0 && env.HOST === '0.0.0.0',
    () => 'HOST is 0.0.0.0 while TRUST_PROXY is set: whoever reaches the port directly can forge an address.',
  ),
  warning(
    ({ env }) => env.SMS_URL?.startsWith('http:') === true,
    () => 'SMS_URL is not https: phone numbers and codes travel in the open.',
  ),
  warning(
    ({ env }) => env.SMS_URL === undefined,
    () => 'SMS_URL is not set: direct debit is not offered.',
  ),
  warning(
    (facts) => countriesWithoutCheck(facts).length > 0,
    (facts) =>
      `age_check asks ${countriesWithoutCheck(facts).join(', ')} for a way that is not set up, so nobody is asked there: set AGE_CHECK_URL or AGE_TRUSTED.`,
  ),
  warning(
    ({ settings }) => settings.photo_review === 'auto',
    () => 'photo_review is auto: photos are public before a person has seen them.',
  ),
  warning(
    ({ settings }) => countriesWithoutTexts(settings).length > 0,
    ({ settings }) =>
      `No legal texts were written for ${countriesWithoutTexts(settings).join(', ')}: see docs/legal-texts.md.`,
  ),
  warning(
    ({ env, lastBackup, hasMembers, now }) =>
      env.DATABASE_URL === undefined &&
      hasMembers &&
      (lastBackup === null || Math.abs(now - lastBackup) > BACKUP_AGE_MAX_MS),
    ({ lastBackup }) =>
      lastBackup === null
        ? 'No backup was ever made: see npm run backup.'
        : `The last backup is of ${new Date(lastBackup).toISOString()}: see npm run backup.`,
  ),
  warning(
    ({ env }) => env.DATABASE_URL !== undefined,
    () => 'DATABASE_URL is set: npm run backup copies no PostgreSQL, so back it up with pg_dump or pgBackRest.',
  ),
  warning(
    ({ env, schema, runsJobs, jobsBeatAt, now }) =>
      env.DATABASE_URL !== undefined &&
      schema === 'current' &&
      !runsJobs &&
      (jobsBeatAt === null || now - jobsBeatAt > BEAT_AGE_MAX_MS),
    () => 'No process runs jobs, so no mail and no push is sent: start one with ROLE jobs or both.',
  ),
  warning(
    ({ env }) => env.DATABASE_URL === undefined && env.ROLE === 'web',
    () => 'ROLE is web without DATABASE_URL, so no mail and no push is sent: that is for a restore drill.',
  ),
  warning(
    ({ env }) => env.DATABASE_URL !== undefined && env.SITE_KEY === undefined,
    () => 'SITE_KEY is not set: machines that do not share DATA_DIR send pushes with keys of their own, which fail.',
  ),
  warning(
    ({ env }) => env.DATABASE_URL !== undefined && env.FILES_URL === undefined,
    () => 'FILES_URL is not set: machines that do not share DATA_DIR cannot show the photos of one another.',
  ),
  warning(
    ({ env }) => env.DATABASE_URL !== undefined && env.BUS_URL === undefined,
    () => 'BUS_URL is not set: with a second process, its events arrive late and its rate limits count apart.',
  ),
  warning(
    ({ isDataDirOpen }) => isDataDirOpen,
    ({ env }) => `${env.DATA_DIR} can be read by other users of this machine: chmod 700 it.`,
  ),
]

const ANY_CHECKS: Check[] = [
  refusal(
    ({ schema }) => schema === 'newer',
    () => 'The database was written by a newer version: install that version, or restore a backup of this one.',
  ),
]

/** Every finding about an installation, refusals first. */
export const findingsOf = (facts: DoctorFacts): Finding[] =>
  [...ANY_CHECKS, ...(facts.env.MODE === 'production' ? PRODUCTION_CHECKS : DEMO_CHECKS)]
    .filter(({ when }) => when(facts))
    .map(({ level, text }) => ({ level, text: text(facts) }))
    .toSorted((one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'))

/** The exit status of `npm run doctor`: 1 where a production start would be refused. */
export const exitStatusOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ level }) => level === 'refusal') ? 1 : 0

/** The countries whose law the static pages name. */
const COUNTRIES_WITH_TEXTS = new Set(['IT', 'DE', 'AT', 'ES', 'FR', 'BE', 'NL', 'PL', 'IE'])

const countriesWithoutTexts = ({ countries }: SiteSettings): string[] =>
  countries.filter((country) => !COUNTRIES_WITH_TEXTS.has(country))

/** The countries that require a check of the age which their members cannot pass [GUARD-6]. */
const countriesWithoutCheck = ({ env, settings: { age_check: checks } }: DoctorFacts): string[] =>
  Object.entries(checks).flatMap(([country, check]) => {
    const isOpen =
      (check !== 'eu_proof' && env.AGE_CHECK_URL !== undefined) ||
      (check !== 'provider' && env.AGE_TRUSTED !== undefined)
    return check === 'none' || isOpen ? [] : [country]
  })

const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000)

/** Prefixes of our variables. Other programs use `HOST…` and `PORT…` too, so those are missing here. */
const OUR_PREFIX = /^(VISAVIS|SMTP|MOLLIE|VAPID|SANDBOX|METRICS|DESK|RETENTION|DRAIN)_/
/** Names that resemble ours and belong to other programs. */
const OTHERS = new Set(['NODE', 'HOME', 'HOSTNAME', 'MAIL'])

const misspelled = (variables: readonly string[]): { name: string; meant: string }[] =>
  variables.flatMap((name) => {
    if (ENV_NAMES.includes(name) || OTHERS.has(name)) return []
    const [nearest] = ENV_NAMES.map((meant) => ({
      meant,
      distance: distanceOf(name.replace(/^VISAVIS_/, ''), meant),
    })).toSorted((one, other) => one.distance - other.distance)
    if (nearest === undefined) return []
    const isClose = nearest.distance <= (name.length >= 6 ? 2 : 1)
    return isClose || OUR_PREFIX.test(name) ? [{ name, meant: nearest.meant }] : []
  })

/** Damerau–Levenshtein distance: insertions, deletions, substitutions and swapped neighbours cost 1 each. */
const distanceOf = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + (same ? 0 : 1),
          isSwap ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(current)
  }
  return rows[one.length]?.[other.length] ?? 0
}
