/** Takes one payload to all devices of a member; those that could not be reached are asked again, and they alone. */
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
  /** Of those of one topic that wait for a device, it gets the last. */
  topic: string
  /** When it happened, or was due, in ms: its life counts from there. */
  since: number
}

type Parcel = {
  kind: PushKind
  recipient: number
  /** One device alone, where the others have it already. */
  endpoint: string | undefined
  /** Made when it is sent, of how things stand then; null where there is nothing to say any more. */
  make: (person: PersonRow) => Promise<Letter | null>
  /** The same for one device. */
  again: (endpoint: string, runAt: number) => NewJob
}

/** What would live shorter than this is not worth the way. */
const LIFE_MIN_MS = 30_000

export const deliver = async (
  deps: Deps,
  push: PushSender,
  { kind, recipient, endpoint, make, again }: Parcel,
): Promise<void> => {
  // Whoever is looking has it on the open page already; of messages their own job makes sure.
  if (kind !== 'message' && deps.live.isOpen(recipient)) return
  const all = await deps.read.account.subscriptionsOf(recipient, deps.now())
  const targets = endpoint === undefined ? all : all.filter((target) => target.endpoint === endpoint)
  if (targets.length === 0) return
  const person = await deps.read.notices.person(recipient)
  const letter = person && (await make(person))
  if (!letter) return
  const { urgency } = MANNERS[kind]
  const lifeMs = lifeLeft(kind, letter.since, person.timeZone, deps.now())
  // An outage is over, and what it kept back is old.
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
  // Devices that have it are not told again because of one that could not be reached.
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
