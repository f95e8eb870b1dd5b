/** What use cases are given; made once in `main.ts`, and per test in `testing/`. */
import type { Logger } from 'pino'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { uuidv7 } from '#contract/rules/uuid.ts'
import type { OpenPayments } from './adapters/payments/open.ts'
import type { PaymentProvider } from './adapters/payments/provider.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { PhotoStore } from './adapters/photo-store.ts'
import type { Databases } from './db/database.ts'
import { queriesOn, type Queries } from './db/queries.ts'
import { writeGroup } from './db/write-group.ts'
import { publicUrl, type Env } from './env.ts'
import type { Live } from './live.ts'
import type { Rates } from './rates.ts'
import type { SettingsSource } from './settings.ts'
import { createSeen, type Seen, type SessionInUse } from './seen.ts'

/** Queries on the writer, inside the current group, and what is announced after its commit. */
export type Tx = Queries & {
  /** The feed of a member stands at `seq` once this is committed: open streams hear of it. */
  changed: (member: number, seq: number) => void
  /** A job was written: the job loop looks at once. */
  jobWaits: () => void
  /** A session was ended elsewhere: its open pages hear of it [ACC-16]. */
  sessionEnded: (member: number, sessionHash: string) => void
}

export type Deps = {
  env: Env
  log: Logger
  /** ms since the epoch */
  now: () => number
  /** Like `now`, for everything that erases or expires by age: a clock that jumps ahead moves it no faster [OPS-14]. */
  safeNow: () => number
  /** `count` random bytes, fit for secrets */
  random: (count: number) => Uint8Array
  /** A UUIDv7 */
  newId: () => string
  /**
   * What is committed. On the writer's connection, whose pages are warm: a group of writes is one turn of the event loop,
   * so no request ever reads between its beginning and its commit (decision 8).
   */
  read: Queries
  write: <Result>(body: (tx: Tx) => Promise<Result> | Result) => Promise<Result>
  live: Live
  settings: () => SiteSettings
  /** The domain of `settings` and of the links in `env` [SITE-15]; empty for the main one, the host of PUBLIC_URL. */
  domain: string
  /** The same use cases with the settings of another domain; with those of the main one where it is none of ours. */
  at: (domain: string) => Deps
  /** Marks a member as active now, and a session as in use; written in batches, at most once a minute. */
  seen: (member: number, session?: SessionInUse) => void
  passwords: Passwords
  photos: PhotoStore
  /** Who moves the money [PAY-4]. */
  payments: PaymentProvider
  /** Counts one use of what is limited [SAFE-6]. */
  rates: Rates
  /** Answers after so many milliseconds, for who waits for what another part of the server does. */
  pause: (ms: number) => Promise<void>
}

export type DepsParts = Partial<Pick<Deps, 'safeNow'>> &
  Pick<Deps, 'env' | 'log' | 'now' | 'random' | 'live' | 'settings' | 'passwords' | 'photos' | 'rates' | 'pause'> & {
    settingsOf: SettingsSource['settingsOf']
    databases: Databases
    openPayments: OpenPayments
    /** Called after a commit that wrote jobs. */
    kickJobs: () => void
    /** Is given the size and time of every committed group of writes, for `/metrics`. */
    measureGroup?: (group: { writes: number; ms: number }) => void
  }

export type AllDeps = Deps & {
  /** Answers when every write handed in so far is committed, those of `seen` too. */
  settled: () => Promise<void>
  seenBatch: Seen
}

export const makeDeps = ({
  databases,
  kickJobs,
  openPayments,
  settingsOf,
  measureGroup,
  ...parts
}: DepsParts): AllDeps => {
  const onWriter = queriesOn(databases.writer)
  const group = writeGroup<Tx>(
    databases.writer,
    (afterCommit) => ({
      ...onWriter,
      changed: (member, seq) => afterCommit(() => parts.live.publish(member, { type: 'change', seq })),
      jobWaits: () => afterCommit(kickJobs),
      sessionEnded: (member, sessionHash) => afterCommit(() => parts.live.endSession(member, sessionHash)),
    }),
    measureGroup,
  )
  const seenBatch = createSeen({ now: parts.now, write: group.write, log: parts.log })
  const onData = { read: onWriter, write: group.write }
  const main: AllDeps = {
    safeNow: parts.now,
    ...parts,
    ...onData,
    domain: '',
    at: (domain) => atDomain(main, domain, settingsOf),
    payments: openPayments({ ...parts, ...onData }),
    newId: () => uuidv7(parts.now(), parts.random(10)),
    read: onWriter,
    write: group.write,
    seen: seenBatch.mark,
    seenBatch,
    settled: async () => {
      await seenBatch.flush()
      await group.settled()
    },
  }
  return main
}

const atDomain = (main: Deps, domain: string, settingsOf: SettingsSource['settingsOf']): Deps => {
  if (settingsOf(domain) === null) return main
  return {
    ...main,
    domain,
    env: { ...main.env, PUBLIC_URL: originAt(domain, main.env) },
    settings: () => settingsOf(domain) ?? main.settings(),
  }
}

/** Served as the main domain is: by the same scheme, at the same port. */
const originAt = (domain: string, env: Env): string => {
  const url = new URL(publicUrl(env))
  url.hostname = domain
  return url.origin
}
