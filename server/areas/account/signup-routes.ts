import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { ndjson } from '../../http/ndjson.ts'
import { refuse } from '../../http/reply.ts'
import { storedSource } from '../../http/traffic-source.ts'
import { countryOf } from '../site/country.ts'
import { useActivation } from './activation.ts'
import { activationSteps, type FindMatches } from './activation-steps.ts'
import { originOf, welcome } from './entering.ts'
import { signUp, type Visit } from './signup.ts'

type SignupCalls = 'signup' | 'activation.send' | 'activation.use'

/** @param findMatches of the match finder, whose work is a step of the activation [ACC-7] */
export const signupRoutes = (deps: Deps, findMatches: FindMatches): Pick<Handlers, SignupCalls> => ({
  signup: async ({ body }, caller, c) => welcome(deps, await signUp(deps, body, visitOf(c, caller, deps))),

  'activation.send': async (_, caller) => {
    if (caller.status !== 'not_confirmed') return refuse('already_confirmed')
    return (
      deps.rates('activation', caller.id) ??
      ndjson((signal) => activationSteps({ deps, member: caller.id, findMatches, signal }))
    )
  },

  'activation.use': async ({ query }, _, c) => {
    const done = await useActivation(deps, query.token)
    c.header('cache-control', 'no-store')
    return c.redirect(done ? '/activate/done' : '/activate/error', 303)
  },
})

const visitOf = (c: Context, caller: Caller | null, deps: Deps): Visit => ({
  ...originOf(c, caller, deps),
  country: countryOf(c, deps.env, deps.settings()),
  source: storedSource(c),
})
