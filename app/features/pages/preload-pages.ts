/**
 * Loads the static pages of the language ahead of their use, with the values they show. Whoever chats can then open the
 * safety centre without a connection: the worker caches the files on first use.
 */
import { afterMovement, mayPrefetch, whenIdle } from '../../ports/idle.ts'
import { prefetch } from '../../state/resource.ts'

/** @returns the function that cancels it */
export const preloadPages = (): (() => void) => {
  let cancel: (() => void) | null = null
  let isLeft = false
  // Between two frames of a movement the page counts as idle, too.
  afterMovement(() => {
    if (!isLeft) cancel = whenIdle(load)
  })
  return () => {
    isLeft = true
    cancel?.()
  }
}

const load = (): void => {
  if (!mayPrefetch()) return
  void prefetch('companyinfo.get', {})
  // Offline, or after an update, a file may be missing: the page itself then says so.
  void import('./page-screen.tsx').then((part) => part.loadPages()).catch(() => {})
}
