/** Sends one payload to all devices of a member, and retries only the devices that could not be reached. */
import type { PushPayload } from '#contract/push.ts'
import type { PushOutcome, PushSender, PushTarget } from '../adapters/push.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { dayLeft } from './day-hours.ts'
import type { NewJob } from './kinds.ts'
import { GiveUp, pauseAfter, TryLater } from './loop.ts'
import { MANNERS, type PushKind } from './push-manners.ts'
import { fitted } from './push-payload.ts'
import { afterRefusal } from './push-refusals.ts'

export type Letter = {
  payload: PushPayload
  /** A device that was offline gets only the last push of each topic. */
  topic: string
  /** The time of the event, in ms: the push's lifetime starts there. */
  since: number
}

type Parcel = {
  kind: PushKind
  recipient: number
  /** Set when only this device still needs the push. */
  endpoint: string | undefined
  /** Called when the push is sent, so the text is current; null if there is nothing to report any more. */
  make: (person: PersonRow) => Promise<Letter | null>
  /** The retry job for one device. */
  again: (endpoint: string, runAt: number) => NewJob
}

/** A push with less lifetime left is not sent. */
const LIFE_MIN_MS = 30_000

export const deliver = async (
  deps: Deps,
  push: PushSender,
  { kind, recipient, endpoint, make, again }: Parcel,
): Promise<void> => {
  // A member with the app open sees it there already; for messages the job itself checks that.
  if (kind !== 'message' && deps.live.isOpen(recipient)) return
  const all = await deps.read.account.subscriptionsOf(recipient, deps.now())
  const targets = endpoint === undefined ? all : all.filter((target) => target.endpoint === endpoint)
  if (targets.length === 0) return
  const person = await deps.read.notices.person(recipient)
  const letter = person && (await make(person))
  if (!letter) return
  const { urgency } = MANNERS[kind]
  const lifeMs = lifeLeft(kind, letter.since, person.timeZone, deps.now())
  // The push expired while its service or this server was down.
  if (lifeMs < LIFE_MIN_MS) return

  const text = fitted(letter.payload)
  const manner = { topic: letter.topic, lifeMs, urgency }
  const outcomes = await Promise.all(targets.map((target) => push.send(target, text, manner)))
  const late: { target: PushTarget; outcome: PushOutcome & { kind: 'later' } }[] = []
  let refused: string | null = null
  for (const [index, outcome] of outcomes.entries()) {
    const target = targets[index]
    if (!target) continue
    if (outcome.kind === 'gone') await deps.write((tx) => tx.account.forgetSubscription(target.endpoint, target.auth))
    if (outcome.kind === 'later') late.push({ target, outcome })
    if (outcome.kind === 'refused') {
      const isForgotten = await afterRefusal(deps, target, outcome.status)
      if (!isForgotten) refused = `push service answered ${outcome.status}`
    }
  }
  if (refused !== null && targets.length === 1) throw new GiveUp(refused)
  const [first] = late
  if (!first) return
  if (targets.length === 1) throw comeBack(first.outcome)
  // Retry only the late devices, so the others are not notified twice.
  await deps.write(async (tx) => {
    for (const { target, outcome } of late) {
      const runAt = deps.now() + Math.max(outcome.afterMs ?? 0, pauseAfter(0, 0))
      await tx.jobs.add(again(target.endpoint, runAt), deps.now())
    }
    tx.jobWaits()
  })
}

const lifeLeft = (kind: PushKind, since: number, zone: string | null, now: number): number => {
  const { lifeMs, byDay } = MANNERS[kind]
  const left = since + lifeMs - now
  return byDay ? Math.min(left, dayLeft(zone, now)) : left
}

const comeBack = ({ status, afterMs }: { status: number; afterMs: number | null }): Error => {
  const reason = status === 0 ? 'push service not reached' : `push service answered ${status}`
  return afterMs === null ? new Error(reason) : new TryLater(reason, afterMs)
}
