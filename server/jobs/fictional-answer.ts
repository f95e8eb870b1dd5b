/** A fictional profile answers, in the demo alone; whatever comes of it, it has stopped typing. */
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
    // Who is interrupted goes on typing: the next message has an answer of its own.
    if (isAnswered) await sayTyping(deps, about.profile, about.member, false)
  }
