/** Sends one payload to all devices of a member, and retries only the devices that could not be reached. */
import type { Preference } from '#contract/entities/member-settings.ts'
import { PUSH_KINDS, type PushKind } from '#contract/push-kinds.ts'
import type { PushOutcome, PushSender, PushTarget } from '../adapters/push.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { dayLeft } from './day-hours.ts'
import type { JobPayload, NewJob } from './kinds.ts'
import { PermanentFailure, pauseAfter, RetryLater } from './retries.ts'
import { fitted, payloadFor, type PushContents } from './push-payload.ts'
import { DAY_MS } from '#contract/limits.ts'
import { hashToken } from '../http/caller.ts'

type PushJob<Kind extends PushKind> = JobPayload<`push.${Kind}`>

/** Composed when the push is sent, so the text is current; null if there is nothing to report any more. */
type Compose<Kind extends PushKind> = (
  deps: Deps,
  person: PersonRow,
  job: PushJob<Kind>,
) => Promise<PushContents | null>

/** A push with less lifetime left is not sent. */
const LIFE_MIN_MS = 30_000

/** Whether a device got the push, or will after a retry. */
type PushEnd = 'sent' | 'left_out'

/** Runs after the delivery, in the job. */
type Finish<Kind extends PushKind> = (deps: Deps, job: PushJob<Kind>, id: number, end: PushEnd) => Promise<void>

/** The handler of the jobs of one kind. */
export const pushJob =
  <Kind extends PushKind>(kind: Kind, compose: Compose<Kind>, finish?: Finish<Kind>) =>
  (deps: Deps, push: PushSender) =>
  async (job: PushJob<Kind>, id: number): Promise<void> => {
    const end = await deliver(deps, push, {
      kind,
      recipient: 'recipient' in job ? job.recipient : job.member,
      endpoint: job.endpoint,
      compose: (person) => compose(deps, person, job),
      // The job of the same kind with the same payload, which TypeScript cannot follow through the template.
      retry: (endpoint, runAt) => ({ kind: `push.${kind}`, payload: { ...job, endpoint }, runAt }) as NewJob,
    })
    await finish?.(deps, job, id, end)
  }

type Delivery = {
  kind: PushKind
  recipient: number
  /** Set when only this device still needs the push. */
  endpoint: string | undefined
  compose: (person: PersonRow) => Promise<PushContents | null>
  retry: (endpoint: string, runAt: number) => NewJob
}

const deliver = async (
  deps: Deps,
  push: PushSender,
  { kind, recipient, endpoint, compose, retry }: Delivery,
): Promise<PushEnd> => {
  // A member with the app open sees it there already; for messages the job itself checks that.
  if (kind !== 'message' && (await deps.bus.isOpen(recipient))) return 'left_out'
  const all = await deps.read.account.subscriptionsOf(recipient, deps.now())
  const targets = endpoint === undefined ? all : all.filter((target) => target.endpoint === endpoint)
  if (targets.length === 0) return 'left_out'
  const person = await deps.read.notices.person(recipient)
  if (!person || !mayWant(person, kind)) return 'left_out'
  const contents = await compose(person)
  const payload = contents && (await payloadFor(deps, person, kind, contents))
  if (!payload) return 'left_out'
  const { urgency, topic } = PUSH_KINDS[kind]
  const lifeMs = lifeLeft(kind, contents.since ?? contents.at, person.timeZone, deps.now())
  // The push expired while its service or this server was down.
  if (lifeMs < LIFE_MIN_MS) return 'left_out'

  const text = fitted(payload)
  const options = { topic: topic(contents.subject ?? ''), lifeMs, urgency }
  const sends = await Promise.all(
    targets.map(async (target) => ({ target, outcome: await push.send(target, text, options) })),
  )
  let refused: string | null = null
  for (const { target, outcome } of sends) {
    if (outcome.kind === 'gone') await deps.write((tx) => tx.account.forgetSubscription(target.endpoint, target.auth))
    if (outcome.kind === 'refused' && !(await afterRefusal(deps, target, outcome.status)))
      refused = `push service answered ${outcome.status}`
  }
  const late = sends.flatMap(({ target, outcome }) => (outcome.kind === 'later' ? [{ target, outcome }] : []))
  // With one device, this job itself fails or is retried.
  if (targets.length === 1) {
    if (refused !== null) throw new PermanentFailure(refused)
    if (late[0]) throw comeBack(late[0].outcome)
  }
  if (late.length === 0) return sends.some(({ outcome }) => outcome.kind === 'sent') ? 'sent' : 'left_out'
  // Retry only the late devices, so the others are not notified twice.
  await deps.write(async (tx) => {
    for (const { target, outcome } of late) {
      const runAt = deps.now() + Math.max(outcome.afterMs ?? 0, pauseAfter(0, 0))
      await tx.jobs.add(retry(target.endpoint, runAt), deps.now())
    }
  })
  return 'sent'
}

/** For a kind with several preferences, the one that applies is checked when the push is composed. */
const mayWant = (person: PersonRow, kind: PushKind): boolean => {
  const [preference, ...others]: readonly Preference[] = PUSH_KINDS[kind].preferences
  return preference === undefined || others.length > 0 || wantsPush(person, preference)
}

const lifeLeft = (kind: PushKind, since: number, zone: string | null, now: number): number => {
  const { lifeMs, byDay } = PUSH_KINDS[kind]
  const left = since + lifeMs - now
  return byDay ? Math.min(left, dayLeft(zone, now)) : left
}

const comeBack = ({ status, afterMs, fault }: Extract<PushOutcome, { kind: 'later' }>): Error => {
  const unreached = `push service not reached${fault === undefined ? '' : `: ${fault}`}`
  const reason = status === 0 ? unreached : `push service answered ${status}`
  // The log has the code of an error, and not its message.
  const code = status === 0 ? (fault ?? 'not_reached') : `http_${status}`
  return Object.assign(afterMs === null ? new Error(reason) : new RetryLater(reason, afterMs), { code })
}

/** This many refusals within a week end a subscription: they are no accident. */
const REFUSALS_MAX = 3
const TOGETHER_MS = 7 * DAY_MS

/** The subscription was made with another key than ours, so the service will never accept it. */
const FORBIDDEN = 403
/** Our signature or our size is wrong: not the subscription's fault. */
const OURS = new Set([401, 413])

/**
 * Decides whether a subscription is still valid after its push service refused a push.
 * A device posts its subscription again within a day of use, so a subscription deleted too soon comes back.
 * @returns whether the subscription was deleted
 */
const afterRefusal = async (
  { write, now, log }: Pick<Deps, 'write' | 'now' | 'log'>,
  { endpoint, auth }: PushTarget,
  status: number,
): Promise<boolean> => {
  // Log the host only: the full endpoint is half of what is needed to send to this device [SAFE-9].
  log.warn({ status, service: new URL(endpoint).host }, 'push refused')
  if (OURS.has(status)) return false
  const key = `push.refused ${hashToken(endpoint)}`
  return write(async (tx) => {
    const before = await tx.account.attempts(key)
    const count = before && now() - before.since < TOGETHER_MS ? before.count + 1 : 1
    const isOver = status === FORBIDDEN || count >= REFUSALS_MAX
    if (isOver) {
      await tx.account.forgetSubscription(endpoint, auth)
      await tx.account.forgetAttempts(key)
    } else await tx.account.setAttempts(key, { count, since: now(), blockedUntil: 0, blocks: 0 })
    return isOver
  })
}
