/**
 * A fictional profile reads a message: it starts typing, and the answer follows after a pause. With the staff as responder the
 * message waits at the desk instead [GUARD-7].
 */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { heardSince } from '../areas/fictional/answer.ts'
import { responderModeOf } from '../areas/fictional/responder-mode.ts'
import { asksForTruth } from '../areas/fictional/scripted-responder.ts'
import { markRead } from '../areas/chat/mark-read.ts'
import { sayTyping } from '../areas/chat/typing.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

/** The typing pause before the script's answer. */
const SHORTEST_MS = 2_000
const LONGEST_MS = 5_000

export const fictionalTyping =
  (deps: Deps) =>
  async ({ profile, member, message }: JobPayload<'fictional.typing'>): Promise<void> => {
    const mode = responderModeOf(deps)
    const heard = await heardSince(deps.read, { profile, member, message })
    if (heard.length === 0) return
    const isTruth = asksForTruth(heard)
    if (!isTruth && mode === 'none') return
    if (!isTruth && mode === 'staff') {
      await deps.write((tx) => tx.deskChanged('answers'))
      return
    }
    await markRead(deps, profile, conversationId(profile, member), message)
    const isTyping = mode === 'scripted' || !isTruth
    if (isTyping) await sayTyping(deps, profile, member, true)
    const part = (deps.random(1)[0] ?? 0) / 255
    const pause = mode === 'scripted' ? SHORTEST_MS + Math.round(part * (LONGEST_MS - SHORTEST_MS)) : 0
    await deps.write(async (tx) => {
      const uniqueKey = `fictional.answer ${message}`
      const payload = { profile, member, message }
      await tx.jobs.add({ kind: 'fictional.answer', payload, uniqueKey, runAt: deps.now() + pause }, deps.now())
      tx.jobWaits()
    })
  }
