/** Requests of the desk about fictional profiles' answers, to their use cases. */
import type { answerCalls } from '#contract/desk/calls/answers.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { answerWaiting, openWaiting, waitingConversations } from './answers.ts'

export const answerRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof answerCalls> => ({
  'answers.list': () => waitingConversations(deps),
  'answers.open': ({ params }, { id }) => openWaiting(deps, id, params),
  'answers.send': async ({ params, body }, { id }) => (await answerWaiting(deps, id, params, body)) ?? { sent: true },
})
