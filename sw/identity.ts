/**
 * Asks the server who is logged in when the device does not know: on the first visit, or after a login that bypassed
 * the worker.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { ignored } from './ignored.ts'
import type { Server, ServerAnswer } from './server-api.ts'
import type { DeviceSession } from './store/session.ts'
import type { Sessions } from './store/sessions.ts'

export type Identity = {
  /** Shares a request that is already running. The answer is stored before it is returned. Throws `Unreachable`. */
  ask: () => Promise<ServerAnswer<CallAnswer<'user.get'>>>
  /**
   * `ask` for a page. A login may have bypassed the worker, so an answer that was requested before the page asked does
   * not count for it.
   */
  askForPage: (timeoutMs?: number) => Promise<ServerAnswer<CallAnswer<'user.get'>>>
  /**
   * Asks if the device does not know who is logged in: on the first visit, or after the browser has cleared its data. Without an answer it
   * still does not know. Throws only if the store fails.
   */
  askIfUnknown: () => Promise<void>
  /** Stores the member whom the server named; `asked` is the session of the request. */
  learn: (asked: DeviceSession, answer: CallAnswer<'user.get'>) => Promise<void>
}

export const createIdentity = (server: Server, sessions: Sessions): Identity => {
  let asking: Promise<ServerAnswer<CallAnswer<'user.get'>>> | null = null

  const learn = async (asked: DeviceSession, { user, counts, revoked }: CallAnswer<'user.get'>): Promise<void> => {
    if (user && counts) await sessions.adopt(asked, user, counts)
    else if (revoked) await sessions.forget(asked, 'server')
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
    askIfUnknown: async () => {
      if (!(await sessions.shell.read()).known) await ignored(once())
    },
    askForPage: async (timeoutMs) => {
      if (!asking) return once(timeoutMs)
      const answer = await asking
      return answer.ok && !answer.data?.user ? once(timeoutMs) : answer
    },
  }
}
