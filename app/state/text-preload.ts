/**
 * Loads the remaining texts of the language ahead of their use. A member's next screen needs them, so they load at once. A visitor's
 * first screens do not use them, and other parts load them themselves (`shell/lazy-part.tsx`). For visitors they load after a while,
 * when the worker has cached them in its second step (`sw/handlers/second-step.ts`), so the bytes travel once.
 */
import { effect, untracked } from '@preact/signals-react'
import { isLoggedIn } from './session.ts'

export const VISITOR_TEXTS_MS = 20_000

type Ports = { after: (ms: number, run: () => void) => void; preload: () => void }

export const startTextPreload = ({ after, preload }: Ports): void => {
  effect(() => {
    if (isLoggedIn.value) untracked(preload)
  })
  // The worker does not know a language that only the address names, so visitors load it here.
  after(VISITOR_TEXTS_MS, preload)
}
