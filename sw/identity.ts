/** Asks the server who this is, when the device does not know: the first time, or after a login past the worker. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Server, ServerAnswer } from './server-api.ts'
import type { Session } from './store/session.ts'
import type { Sessions } from './store/sessions.ts'

export type Identity = {
  /** Joins a question that is under way. Throws `Unreachable`. The device knows the answer before it is given back. */
  ask: () => Promise<ServerAnswer<CallAnswer<'user.get'>>>
  /** For a page that wants to know: nobody is answered by what was asked before a login that went past the worker. */
  askForPage: (timeoutMs?: number) => Promise<ServerAnswer<CallAnswer<'user.get'>>>
  /** Takes in who the server says it is; `asked` is the session the question was asked in. */
  learn: (asked: Session, answer: CallAnswer<'user.get'>) => Promise<void>
}

export const createIdentity = (server: Server, sessions: Sessions): Identity => {
  let asking: Promise<ServerAnswer<CallAnswer<'user.get'>>> | null = null

  const learn = async (asked: Session, { user, counts, revoked }: CallAnswer<'user.get'>): Promise<void> => {
    if (user && counts) await sessions.adopt(asked, user, counts)
    else if (revoked) await sessions.forget(asked)
    else await sessions.park(asked)
  }

  const ask = async (timeoutMs?: number): Promise<ServerAnswer<CallAnswer<'user.get'>>> => {
    const session = await sessions.current()
    const answer = await server.ask(session, 'user.get', {}, timeoutMs)
    if (answer.ok && answer.data) await learn(session, answer.data)
    return answer
  }

  const once = (timeoutMs?: number): Promise<ServerAnswer<CallAnswer<'user.get'>>> => {
    asking ??= ask(timeoutMs).finally(() => {
      asking = null
    })
    return asking
  }

  return {
    learn,
    ask: once,
    askForPage: async (timeoutMs) => {
      if (!asking) return once(timeoutMs)
      const answer = await asking
      return answer.ok && !answer.data?.user ? once(timeoutMs) : answer
    },
  }
}
