/** Sends a fictional profile's answer, in demo mode only, and ends its typing indicator. */
import { answerFor } from '../areas/fictional/answer.ts'
import type { Responder } from '../areas/fictional/responder.ts'
import { sayTyping } from '../areas/chat/typing.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

export const fictionalAnswer =
  (deps: Deps, respond: Responder) =>
  async (about: JobPayload<'fictional.answer'>): Promise<void> => {
    if (deps.env.MODE !== 'demo') return
    const isAnswered = await answerFor(deps, about, respond)
    // If a newer message interrupted the answer, the profile goes on typing: that message has its own answer job.
    if (isAnswered) await sayTyping(deps, about.profile, about.member, false)
  }
