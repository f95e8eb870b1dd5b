/** Adds members for tests directly to the database, without the signup form. */
import * as argon2 from '@node-rs/argon2'
import type { AccountStatus } from '#contract/entities/user.ts'
import type { Locale } from '#contract/locales.ts'
import { createPasswords, type Passwords } from '../adapters/passwords.ts'
import type { AllDeps } from '../deps.ts'
import { hashToken } from '../http/caller.ts'
import { sessionCookieName } from '../http/session-cookie.ts'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'

export type TestMember = { id: number; name: string; email: string; cookie: string; sessionHash: string }

export type MemberExtras = {
  email?: string
  status?: AccountStatus
  paid?: boolean
  credits?: number
  language?: Locale
  gender?: 'male' | 'female'
  birthDate?: string
  country?: string
  region?: string
  city?: string
  fictional?: boolean
  invisible?: boolean
  searchable?: boolean
  lastActive?: number
  aboutMe?: string
  /** Hashed with the test's cheap parameters; `TEST_PASSWORD` if left out. */
  password?: string
}

export const TEST_PASSWORD = 'a long enough password'
const TEST_CREDITS = 5

/** Much cheaper than those of a real site, and without its threads. */
export const testPasswords = (): Passwords =>
  createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }, undefined, argon2)

/** Not the hashing of a server: a test may replace that one, and files that run in one process share the cache. */
const { hash } = testPasswords()
const hashes = new Map<string, string>()

export const addMember = async (deps: AllDeps, name: string, extras: MemberExtras = {}): Promise<TestMember> => {
  const password = extras.password ?? TEST_PASSWORD
  // Cached, since hashing is the slowest part of a test with many members.
  const passwordHash = hashes.get(password) ?? (await hash(password, 'known'))
  if (passwordHash === null) throw new Error('Too many passwords wait to be hashed')
  hashes.set(password, passwordHash)
  const token = Buffer.from(deps.random(32)).toString('base64url')
  const email = extras.email ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.test`
  const status = extras.status ?? 'active'
  const invisible = extras.invisible ?? false
  const birthDate = extras.birthDate ?? '1990-05-20'
  const now = deps.now()

  const id = await deps.write(async (tx) => {
    const user = await tx.account.addUser({
      email,
      passwordHash,
      status,
      language: extras.language ?? 'it',
      signupAt: now,
      paidUser: extras.paid ?? false,
    })
    await tx.account.addProfile(
      {
        id: user,
        name,
        gender: extras.gender ?? 'female',
        birthDate,
        birthYear: Number(birthDate.slice(0, 4)),
        country: extras.country ?? 'IT',
        region: extras.region ?? 'IT-25',
        city: extras.city ?? 'IT-25/milano',
        fictional: extras.fictional ?? false,
        invisible,
        searchable: extras.searchable ?? (status === 'active' && !invisible),
        lastActive: extras.lastActive ?? now,
      },
      extras.aboutMe,
    )
    await tx.money.addEntry({
      userId: user,
      amount: extras.credits ?? TEST_CREDITS,
      reason: 'signup',
      reference: 'signup',
      at: now,
    })
    await tx.account.addSession({
      tokenHash: hashToken(token),
      userId: user,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + SESSION_DAYS * DAY_MS,
    })
    return user
  })
  return { id, name, email, cookie: `${sessionCookieName(deps.env)}=${token}`, sessionHash: hashToken(token) }
}

/** Adds many men as plain rows, from id 1001 on, for walks over all members. */
export const addMany = (sql: (text: string) => unknown, many: number, language: Locale, country: string): void => {
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`
  sql(`insert into users (id, email, password_hash, status, language, signup_at)
    ${rows} select 1000 + i, 'm' || i || '@many.test', '', 'active', '${language}', 0 from n`)
  sql(`insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, searchable, last_active)
    ${rows} select 1000 + i, 'Member ' || i, 'male', '1990-01-01', 1990, '${country}', '', '', 1, 0 from n`)
}
