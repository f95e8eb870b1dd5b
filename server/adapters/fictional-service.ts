/** The operator's own service that answers for fictional profiles (`docs/operations.md`) [GUARD-7]. */
import * as v from 'valibot'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Question } from '../areas/fictional/responder.ts'
import type { Env } from '../env.ts'
import { operatorService, ServiceRefused, type ServiceOptions } from './operator-service.ts'

export type FictionalService = (question: Question & { name: string }) => Promise<string | null>

const Answer = v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty()) })

/**
 * The service answers 200 with `{"text"}`, or 204 for no answer.
 * @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry
 */
export const fictionalService = (options: ServiceOptions): FictionalService => {
  const ask = operatorService('The service for fictional profiles', options)
  return async ({ profile, member, message, name, language, messages }) => {
    const key = `answer-${message}`
    const body = JSON.stringify({
      id: key,
      conversation: conversationId(profile, member),
      profile: { id: profile, name },
      language,
      messages: messages.map(({ type, text }) => ({ type, text })),
    })
    const answer = await ask({ key, type: 'application/json', body })
    if (answer === null) return null
    const parsed = v.safeParse(Answer, answer)
    if (!parsed.success) throw new ServiceRefused('The service for fictional profiles sent no text')
    return parsed.output.text
  }
}

/** @returns null if the operator has set up no service */
export const openFictionalService = (
  { FICTIONAL_URL: url, FICTIONAL_SECRET: secret }: Pick<Env, 'FICTIONAL_URL' | 'FICTIONAL_SECRET'>,
  now: () => number,
): FictionalService | null =>
  url === undefined || secret === undefined ? null : fictionalService({ url, secret, now })
