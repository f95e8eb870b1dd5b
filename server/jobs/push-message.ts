/** Sends a message to the recipient's devices; not to who is looking, since their open page has it already. */
import type { PushOutcome, PushSender, PushTarget } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp, pauseAfter, TryLater } from './loop.ts'
import { fitted, pushPayload } from './push-payload.ts'

export const pushMessage =
  (deps: Deps, push: PushSender) =>
  async ({ message, recipient, endpoint }: JobPayload<'push.message'>): Promise<void> => {
    if (deps.live.isOpen(recipient)) return
    const all = await deps.read.account.subscriptionsOf(recipient, deps.now())
    const targets = endpoint === undefined ? all : all.filter((target) => target.endpoint === endpoint)
    if (targets.length === 0) return
    const payload = await pushPayload(deps, message, recipient)
    if (!payload) return
    const text = fitted(payload)
    const topic = payload.visavis.message?.conversation ?? 'message'
    const outcomes = await Promise.all(targets.map((target) => push.send(target, text, topic)))

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
        const job = { message, recipient, endpoint: target.endpoint }
        await tx.jobs.add({ kind: 'push.message', payload: job, runAt }, deps.now())
      }
      tx.jobWaits()
    })
  }

const comeBack = ({ status, afterMs }: { status: number; afterMs: number | null }): Error => {
  const reason = status === 0 ? 'push service not reached' : `push service answered ${status}`
  return afterMs === null ? new Error(reason) : new TryLater(reason, afterMs)
}
