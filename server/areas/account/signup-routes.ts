import type { Context } from 'hono'
import { MAIL_LOCALE_PARAM } from '#contract/device.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import { escaped } from '../../http/heads.ts'
import { withMailLocale } from '../../http/locale.ts'
import type { Handlers } from '../../http/mount.ts'
import { answerPlainPage, plainPage } from '../../http/plain-page.ts'
import { refuse } from '../../http/reply.ts'
import { storedSource } from '../../http/traffic-source.ts'
import { serverText, type ServerTextKey } from '../../texts.ts'
import { countryOf } from '../site/country.ts'
import { activationAsked, useActivation } from './activation.ts'
import { activationSteps, type FindMatches } from './activation-steps.ts'
import { beginAttempt, unprovenMails } from './attempts.ts'
import { originOf, loginReply } from './entering.ts'
import { signUp, type SignupVisit } from './signup.ts'
import { signupChallenge } from './signup-proof.ts'

type SignupCalls = 'signup' | 'signup.challenge' | 'activation.send' | 'activation.open' | 'activation.use'

/** @param findMatches the match finder, which is one step of the activation [ACC-7] */
export const signupRoutes = (deps: Deps, findMatches: FindMatches): Pick<Handlers, SignupCalls> => ({
  signup: async ({ body }, caller, c) => loginReply(deps, await signUp(deps, body, visitOf(c, caller, deps))),

  'signup.challenge': (_, __, c) => signupChallenge(deps, addressOf(c, deps.env)),

  'activation.send': async (_, caller, c) => {
    if (caller.status !== 'not_confirmed') return refuse('already_confirmed')
    const email = (await deps.read.account.userById(caller.id))?.email ?? ''
    const counts = unprovenMails(deps, 'activation', { email, address: addressOf(c, deps.env) })
    return (
      (await deps.bus.use('activation', caller.id)) ??
      (await beginAttempt(deps, counts)) ??
      ndjson((signal) => activationSteps({ deps, member: caller.id, findMatches, signal }))
    )
  },

  'activation.open': async ({ query }, _, c) => {
    const asked = await activationAsked(deps, query.token)
    c.header('cache-control', 'no-store')
    if (asked.state !== 'open') return c.redirect(withMailLocale(c, resultPath(asked.state === 'done')), 303)
    const html = activationPage(asked.language, deps.settings().name, query.token)
    return answerPlainPage(c, deps.env, html)
  },

  'activation.use': async ({ body }, _, c) => {
    const done = await useActivation(deps, body.token)
    c.header('cache-control', 'no-store')
    return c.redirect(withMailLocale(c, resultPath(done)), 303)
  },
})

const resultPath = (done: boolean): string => (done ? '/activate/done' : '/activate/error')

/** A form with a button, so that it works without a script in every browser that a mail app opens. */
const activationPage = (language: string, site: string, token: string): string => {
  const say = (key: ServerTextKey): string => escaped(serverText(language, key))
  return plainPage(language, site, say('mail.activation.subject'), [
    `<p>${say('mail.activation.page')}</p>`,
    `<form method="post" action="/api/activate?${MAIL_LOCALE_PARAM}=${language}"><input type="hidden" name="token" value="${escaped(token)}">`,
    `<button>${say('mail.activation.button')}</button></form>`,
  ])
}

const visitOf = (c: Context, caller: Caller | null, deps: Deps): SignupVisit => ({
  ...originOf(c, caller, deps),
  country: countryOf(c, deps.env, deps.settings()),
  source: storedSource(c),
})

/**
 * A streamed answer: one JSON object per line. If the client disconnects, the work continues; `signal` reports the disconnect.
 * @param begin the items to send, until it ends
 */
const ndjson = (begin: (signal: AbortSignal) => AsyncIterable<unknown>): Response => {
  const disconnected = new AbortController()
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const sendAll = async (): Promise<void> => {
        for await (const item of begin(disconnected.signal))
          if (!disconnected.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(item)}\n`))
        if (!disconnected.signal.aborted) controller.close()
      }
      sendAll().catch((error: unknown) => controller.error(error))
    },
    cancel: () => disconnected.abort(),
  })
  return new Response(lines, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Proxies must pass on each line without buffering.
      'x-accel-buffering': 'no',
    },
  })
}
