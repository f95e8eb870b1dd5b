/** The dependencies of use cases; made once at the start, and per test in `testing/`. */
import type { Logger } from 'pino'
import type { DeskHint } from '#contract/desk/events.ts'
import { openAgeWays, type AgeWays } from './adapters/age-ways.ts'
import { openIdentityKey } from './adapters/identity-key.ts'
import { createStaffSecrets, type StaffSecrets } from './adapters/staff-secrets.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import type { PaymentProvider } from './adapters/payments/provider.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { FileStore } from './adapters/file-store.ts'
import { isStorageFull } from './adapters/storage-fault.ts'
import type { Bus } from './bus/bus.ts'
import { BUSINESS_EVENTS, type BusinessEvent } from './logging.ts'
import type { CommitNeeds, Engine, MeasureCommit, Write } from './db/engine.ts'
import { groupedWrites, type WriteGrouped } from './db/grouped-writes.ts'
import { withQueries, type Queries } from './db/queries.ts'
import { publicUrl, type Env } from './env.ts'
import { currentRequest, inRequest } from './request-context.ts'
import type { SettingsSource } from './settings.ts'
import { createLastSeenBatch, type LastSeenBatch, type SessionInUse } from './last-seen.ts'
import { createVisits, type Visit } from './visits.ts'

/** Queries inside the current transaction, and the events to send after its commit. */
export type Tx = Queries & {
  /** The member's feed reaches `seq` with this commit: open streams get a hint. */
  changed: (member: number, seq: number) => void
  /** Something that the desk shows has changed: its open pages get a hint. */
  deskChanged: (hint: DeskHint) => void
  /** A session was ended by another session: its open pages are notified [ACC-16]. */
  sessionEnded: (member: number, sessionHash: string) => void
  /**
   * Logs an event of the business after the commit [OPS-13].
   *
   * @param detail `kind`: a word from a closed list, such as a status; `member`: only of those who leave. Never a member's own data
   */
  happened: (event: BusinessEvent, detail?: EventDetail) => void
  /** Sends statements whose answers the body does not need, all at once: the transaction commits only if they succeed. */
  commitNeeds: CommitNeeds
}

export type Deps = {
  env: Env
  log: Logger
  /** ms since the epoch */
  now: () => number
  /**
   * Like `now`, for everything that is erased or expires by age: a clock that jumps ahead does not speed it up
   * [OPS-14].
   */
  safeNow: () => number
  /** The key of the hashes that refuse banned members; read at its first use. */
  identityKey: () => Buffer
  /** Encrypts the authenticator secrets of staff. */
  staffSecrets: StaffSecrets
  /** `count` random bytes, fit for secrets */
  random: (count: number) => Uint8Array
  /** A UUIDv7 */
  newId: () => string
  /** Reads committed data. */
  read: Queries
  write: Write<Tx>
  /** Writes a request together with the others of its kind that arrive at the same time. */
  writeGrouped: WriteGrouped<Tx>
  /** Open streams, presence and rate limits, of all processes. */
  bus: Bus
  settings: () => SiteSettings
  /**
   * The domain of `settings` and of the links in `env` [SITE-15]; empty for the main domain, the host of PUBLIC_URL.
   */
  domain: string
  /** The same dependencies with the settings of another domain; an unknown domain gets those of the main one. */
  at: (domain: string) => Deps
  /** Marks a member as active and a session as in use; written in batches, at most once a minute per member. */
  seen: (member: number, session?: SessionInUse) => void
  /** Counts a visit; written once a minute. */
  visited: (visit: Visit) => void
  passwords: Passwords
  photos: FileStore
  /** The payment provider [PAY-4]. */
  payments: PaymentProvider
  /** The ways of the age check that are set up [GUARD-6]. */
  age: AgeWays
  /** Resolves after a delay, in a turn of the event loop that no step of another job shares (`turns.ts`). */
  pause: (ms: number) => Promise<void>
}

export type OpenPayments = (on: Pick<Deps, 'read' | 'write' | 'now' | 'env' | 'log'>) => PaymentProvider

type DepsParts = Partial<Pick<Deps, 'safeNow' | 'identityKey' | 'staffSecrets'>> &
  Pick<Deps, 'env' | 'log' | 'now' | 'random' | 'bus' | 'settings' | 'passwords' | 'photos' | 'pause'> & {
    settingsOf: SettingsSource['settingsOf']
    engine: Engine
    openPayments: OpenPayments
    /** Called after a commit that wrote jobs. */
    kickJobs: () => void
    /** Gets the size and time of every committed group of writes, for `/metrics`. */
    measureGroup?: MeasureCommit
  }

export type AllDeps = Deps & {
  /** When a write last met a full disk, in ms of a clock that never jumps; 0 if none has. */
  fullDiskAt: () => number
  /** Resolves when every write requested so far is committed, including those of `seen` and `visited`. */
  settled: () => Promise<void>
  seenBatch: LastSeenBatch
}

export const makeDeps = ({
  engine,
  kickJobs,
  openPayments,
  settingsOf,
  measureGroup,
  ...parts
}: DepsParts): AllDeps => {
  const { read } = engine
  const kickOnce = oncePerTurn(kickJobs)
  const writer = engine.writer<Tx>((queries, afterCommit, commitNeeds) => {
    const jobs = readOnce(() => wakingJobs(queries.jobs, () => afterCommit(kickOnce)))
    return withQueries(queries, {
      get jobs() {
        return jobs()
      },
      commitNeeds,
      changed: (member, seq) => afterCommit(() => parts.bus.publish(member, { type: 'change', seq })),
      deskChanged: (hint) => afterCommit(() => parts.bus.publishToDesk(hint)),
      sessionEnded: (member, sessionHash) => afterCommit(() => parts.bus.endSession(member, sessionHash)),
      happened: (event, detail) => {
        // A group runs the writes of several requests, so the id is read before the commit.
        const request = currentRequest()
        afterCommit(() => logEvent(parts.log, event, detail, request))
      },
    })
  }, measureGroup)
  /** A body may run in the turn of another request; it gets its own request's context back. */
  let fullDiskAt = 0
  const write: Deps['write'] = (body, holds) => {
    const request = currentRequest()
    const written = writer.write((tx) => inRequest(request, () => body(tx)), holds)
    written.catch((error: unknown) => {
      if (isStorageFull(error)) fullDiskAt = performance.now()
    })
    return written
  }
  const seenBatch = createLastSeenBatch({ now: parts.now, write, log: parts.log })
  const visits = createVisits({ now: parts.now, write, log: parts.log })
  const onData = { read, write }
  const main: AllDeps = {
    safeNow: parts.now,
    staffSecrets: createStaffSecrets(parts.env.DATA_DIR),
    age: openAgeWays(parts.env, parts.now()),
    identityKey: readOnce(() => openIdentityKey(parts.env.DATA_DIR)),
    ...parts,
    ...onData,
    writeGrouped: groupedWrites(write, writer.groupsAtOnce),
    domain: '',
    at: (domain) => atDomain(main, domain, settingsOf),
    payments: openPayments({ ...parts, ...onData }),
    newId: () => uuidv7(parts.now(), parts.random(10)),
    seen: seenBatch.mark,
    seenBatch,
    fullDiskAt: () => fullDiskAt,
    visited: visits.count,
    settled: async () => {
      await seenBatch.flush()
      await visits.flush()
      await writer.settled()
    },
  }
  return main
}

/** A group of writes may add many jobs, and one look of the loop finds all of them. */
const oncePerTurn = (run: () => void): (() => void) => {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      run()
    })
  }
}

/** Each query that adds a job wakes the job loop, which looks right after the commit. */
const wakingJobs = (jobs: Queries['jobs'], wake: () => void): Queries['jobs'] => ({
  ...jobs,
  add: (...job) => {
    wake()
    return jobs.add(...job)
  },
  addAll: (...added) => {
    wake()
    return jobs.addAll(...added)
  },
  addDue: (...job) => {
    wake()
    return jobs.addDue(...job)
  },
})

const readOnce = <Value>(read: () => Value): (() => Value) => {
  let value: Value | undefined
  return () => (value ??= read())
}

type EventDetail = { kind?: string; member?: number }

const logEvent = (log: Logger, event: BusinessEvent, detail: EventDetail | undefined, request: string | null): void =>
  log.info({ event, ...detail, ...(request === null ? {} : { request }) }, BUSINESS_EVENTS[event])

const atDomain = (main: Deps, domain: string, settingsOf: SettingsSource['settingsOf']): Deps => {
  if (settingsOf(domain) === null) return main
  return {
    ...main,
    domain,
    env: { ...main.env, PUBLIC_URL: originAt(domain, main.env) },
    settings: () => settingsOf(domain) ?? main.settings(),
  }
}

/** The domain's origin: same scheme and port as the main domain. */
const originAt = (domain: string, env: Env): string => {
  const url = new URL(publicUrl(env))
  url.hostname = domain
  return url.origin
}
