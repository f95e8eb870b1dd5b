import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { ageState, answerInBrowser, answerOfWallet, beginProof, beginProvider, receiveProviderResult } from './check.ts'

type AgeCalls = keyof Handlers & `age.${string}`

export const ageRoutes = (deps: Deps): Pick<Handlers, AgeCalls> => ({
  'age.get': (_, caller) => ageState(deps, caller.id),
  'age.provider': (_, caller) => beginProvider(deps, caller),
  // A wrong or late result changes nothing, and the screen shows the present state.
  'age.return': async ({ query }, caller, c) => {
    await receiveProviderResult(deps, query, caller?.id ?? null)
    c.header('cache-control', 'no-store')
    return c.redirect('/age', 303)
  },
  'age.proof': (_, caller) => beginProof(deps, caller),
  'age.proof_answer': ({ params, body }, caller) => answerInBrowser(deps, caller, params.id, body.vp_token),
  'age.wallet_answer': ({ params, body }) => answerOfWallet(deps, params.id, body),
})
