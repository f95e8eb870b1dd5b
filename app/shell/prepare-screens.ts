/**
 * Preloads the code of the screens that a member is likely to open next, one at a time while the page is idle, so that the
 * first tap waits for no file. It runs only if the worker of an earlier visit serves the files from the device: a first
 * visit preloads nothing.
 */
import { effect, untracked } from '@preact/signals-react'
import { isLoggedIn } from '../state/session.ts'
import type { RouteName } from './screens.ts'

/** The tabs, and what their rows and cards open. */
const NEXT = ['chats', 'chats-id', 'members', 'members-id', 'likes-type', 'profile'] as const satisfies RouteName[]

type Ports = {
  whenIdle: (task: () => void) => void
  fetchScreen: (route: RouteName) => Promise<unknown>
  /** A worker of an earlier visit controls the page. */
  hasWorker: boolean
}

export const prepareScreens = ({ whenIdle, fetchScreen, hasWorker }: Ports): void => {
  if (!hasWorker) return
  const prepare = (at: number): void => {
    const route = NEXT[at]
    if (route) whenIdle(() => void fetchScreen(route).then(() => prepare(at + 1)))
  }
  let isDone = false
  effect(() => {
    if (!isLoggedIn.value || isDone) return
    isDone = true
    untracked(() => prepare(0))
  })
}
