/**
 * When the rest of the language comes without being asked for. A member needs it with the next screen: at once. A visitor's
 * first screens say nothing of it, and what does brings it (`shell/late.tsx`): it comes once they have stayed, after the
 * worker has taken it in its second step (`sw/handlers/second-step.ts`), so that it costs them nothing a second time.
 */
import { effect, untracked } from '@preact/signals-react'
import { isLoggedIn } from './session.ts'

export const VISITOR_TEXTS_MS = 20_000

type Ports = { after: (ms: number, run: () => void) => void; bring: () => void }

export const startTexts = ({ after, bring }: Ports): void => {
  effect(() => {
    if (isLoggedIn.value) untracked(bring)
  })
  // Also for the language of an address, which the worker does not know of.
  after(VISITOR_TEXTS_MS, bring)
}
