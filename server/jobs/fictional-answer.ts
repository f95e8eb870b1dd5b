/**
 * Sends a fictional profile's answer, and ends its typing indicator [GUARD-7]. The script answers the question whether there is a
 * person, whatever the site's responder.
 */
import { openFictionalService } from '../adapters/fictional-service.ts'
import { ServiceRefused } from '../adapters/operator-service.ts'
import { answerFor } from '../areas/fictional/answer.ts'
import type { Responder } from '../areas/fictional/responder.ts'
import { responderModeOf } from '../areas/fictional/responder-mode.ts'
import { asksForTruth, scriptedResponder } from '../areas/fictional/scripted-responder.ts'
import { sayTyping } from '../areas/chat/typing.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp } from './loop.ts'

export const fictionalAnswer = (deps: Deps) => {
  const respond = responderOf(deps)
  return async (about: JobPayload<'fictional.answer'>): Promise<void> => {
    try {
      const isAnswered = await answerFor(deps, about, respond)
      // If a newer message interrupted the answer, the profile continues typing, because that message has its own
      // answer job.
      if (isAnswered) await sayTyping(deps, about.profile, about.member, false)
    } catch (error) {
      await sayTyping(deps, about.profile, about.member, false)
      throw error instanceof ServiceRefused ? new GiveUp(error.message) : error
    }
  }
}

const responderOf = (deps: Deps): Responder => {
  const script = scriptedResponder((count) => (deps.random(1)[0] ?? 0) % count)
  const service = openFictionalService(deps.env, deps.now)
  return async (question) => {
    const mode = responderModeOf(deps)
    if (mode === 'scripted' || asksForTruth(question.heard)) return script(question)
    if (mode !== 'http' || service === null) return null
    const name = (await deps.read.notices.person(question.profile))?.name ?? ''
    const text = await service({ ...question, name })
    if (text !== null && text.length > deps.settings().message_length)
      throw new ServiceRefused('The answer for a fictional profile is longer than a message may be')
    return text
  }
}
