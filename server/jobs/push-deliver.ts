/** Takes one payload to all devices of a member; those that could not be reached are asked again, and they alone. */
import type { PushOutcome, PushSender, PushTarget } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import type { NewJob } from './kinds.ts'
import { GiveUp, pauseAfter, TryLater } from './loop.ts'

type Parcel = {
  recipient: number
  /** One device alone, where the others have it already. */
  endpoint: string | undefined
  /** The text and the topic (a later one of the same topic takes its place), or null where there is nothing to say. */
  make: () => Promise<{ text: string; topic: string } | null>
  /** The same for one device. */
  again: (endpoint: string, runAt: number) => NewJob
}

export const deliver = async (
  deps: Deps,
  push: PushSender,
  { recipient, endpoint, make, again }: Parcel,
): Promise<void> => {
  // Whoever is looking has it on the open page already.
  if (deps.live.isOpen(recipient)) return
  const all = await deps.read.account.subscriptionsOf(recipient, deps.now())
  const targets = endpoint === undefined ? all : all.filter((target) => target.endpoint === endpoint)
  if (targets.length === 0) return
  const parcel = await make()
  if (!parcel) return

  const outcomes = await Promise.all(targets.map((target) => push.send(target, parcel.text, parcel.topic)))
  const late: { target: PushTarget; outcome: PushOutcome & { kind: 'later' } }[] = []
  for (const [index, outcome] of outcomes.entries()) {
    const target = targets[index]
    if (!target) continue
    if (outcome.kind === 'gone') await deps.write((tx) => tx.account.forgetSubscription(target.endpoint, target.auth))
    if (outcome.kind === 'later') late.push({ target, outcome })
    if (outcome.kind === 'refused') {
      deps.log.warn({ status: outcome.status, service: new URL(target.endpoint).host }, 'push refused')
      if (targets.length === 1) throw new GiveUp(`push service answered ${outcome.status}`)
    }
  }
  const [first] = late
  if (!first) return
  if (targets.length === 1) throw comeBack(first.outcome)
  // Devices that have it are not told again because of one that could not be reached.
  await deps.write(async (tx) => {
    for (const { target, outcome } of late) {
      const runAt = deps.now() + (outcome.afterMs ?? pauseAfter(0, 0))
      await tx.jobs.add(again(target.endpoint, runAt), deps.now())
    }
    tx.jobWaits()
  })
}

const comeBack = ({ status, afterMs }: { status: number; afterMs: number | null }): Error => {
  const reason = status === 0 ? 'push service not reached' : `push service answered ${status}`
  return afterMs === null ? new Error(reason) : new TryLater(reason, afterMs)
}
