/** A fictional profile reads a message, types, and answers [GUARD-7]. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { unansweredMessages, answerFor } from '../areas/fictional/answer.ts'
import { responderModeOf } from '../areas/fictional/responder-mode.ts'
import { asksForTruth, scriptedResponder, truthOfStaff, type Responder } from '../areas/fictional/responder.ts'
import { markRead } from '../areas/chat/mark-read.ts'
import { announceTyping } from '../areas/chat/typing.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { openFictionalService, ServiceRefused } from '../adapters/operator-services.ts'
import { PermanentFailure } from './retries.ts'

/** The typing pause before the script's answer. */
const SHORTEST_MS = 2_000
const LONGEST_MS = 5_000

/**
 * Reads a message and starts typing; the answer follows after a pause. With the staff as responder the message waits at the
 * desk instead.
 */
export const fictionalTyping =
  (deps: Deps) =>
  async ({ profile, member, message }: JobPayload<'fictional.typing'>): Promise<void> => {
    const mode = responderModeOf(deps)
    const messages = await unansweredMessages(deps.read, { profile, member, message })
    if (messages.length === 0) return
    const isTruth = asksForTruth(messages)
    if (!isTruth && mode === 'none') return
    if (!isTruth && mode === 'staff') {
      await deps.write((tx) => tx.deskChanged('answers'))
      return
    }
    await markRead(deps, profile, conversationId(profile, member), message)
    const isTyping = mode === 'scripted' || !isTruth
    if (isTyping) await announceTyping(deps, profile, member, true)
    const part = (deps.random(1)[0] ?? 0) / 255
    const pause = mode === 'scripted' ? SHORTEST_MS + Math.round(part * (LONGEST_MS - SHORTEST_MS)) : 0
    await deps.write(async (tx) => {
      const uniqueKey = `fictional.answer ${message}`
      const payload = { profile, member, message }
      await tx.jobs.add({ kind: 'fictional.answer', payload, uniqueKey, runAt: deps.now() + pause }, deps.now())
    })
  }

/** Sends the answer, and ends the typing indicator. */
export const fictionalAnswer = (deps: Deps) => {
  const respond = responderOf(deps)
  return async (about: JobPayload<'fictional.answer'>): Promise<void> => {
    try {
      const isAnswered = await answerFor(deps, about, respond)
      // If a newer message interrupted the answer, the profile continues typing, because that message has its own
      // answer job.
      if (isAnswered) await announceTyping(deps, about.profile, about.member, false)
    } catch (error) {
      await announceTyping(deps, about.profile, about.member, false)
      throw error instanceof ServiceRefused ? new PermanentFailure(error.message) : error
    }
  }
}

/** The script answers the question whether there is a person, whatever the site's responder. */
const responderOf = (deps: Deps): Responder => {
  const script = scriptedResponder((count) => (deps.random(1)[0] ?? 0) % count)
  const service = openFictionalService(deps.env, deps.now)
  return async (question) => {
    const mode = responderModeOf(deps)
    if (mode === 'staff') return asksForTruth(question.messages) ? truthOfStaff(question) : null
    if (mode === 'scripted' || asksForTruth(question.messages)) return script(question)
    if (mode !== 'http' || service === null) return null
    const name = (await deps.read.notices.person(question.profile))?.name ?? ''
    const text = await service({ ...question, name })
    if (text !== null && text.length > deps.settings().message_length)
      throw new ServiceRefused('The answer for a fictional profile is longer than a message may be')
    return text
  }
}
