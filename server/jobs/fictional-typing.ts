/**
 * A fictional profile reads a message and starts typing, in demo mode only. The answer follows after a typing pause.
 */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { heardSince } from '../areas/fictional/answer.ts'
import { markRead } from '../areas/chat/mark-read.ts'
import { sayTyping } from '../areas/chat/typing.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

/** The typing pause before the answer. */
const SHORTEST_MS = 2_000
const LONGEST_MS = 5_000

export const fictionalTyping =
  (deps: Deps) =>
  async ({ profile, member, message }: JobPayload<'fictional.typing'>): Promise<void> => {
    if (deps.env.MODE !== 'demo') return
    if ((await heardSince(deps.read, { profile, member, message })).length === 0) return
    await markRead(deps, profile, conversationId(profile, member), message)
    await sayTyping(deps, profile, member, true)
    const part = (deps.random(1)[0] ?? 0) / 255
    const runAt = deps.now() + SHORTEST_MS + Math.round(part * (LONGEST_MS - SHORTEST_MS))
    await deps.write(async (tx) => {
      const uniqueKey = `fictional.answer ${message}`
      await tx.jobs.add(
        { kind: 'fictional.answer', payload: { profile, member, message }, uniqueKey, runAt },
        deps.now(),
      )
      tx.jobWaits()
    })
  }
