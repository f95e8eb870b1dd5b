/** Prepares what is likely to be opened next, so that the first tap waits for no file and shows no skeleton. */
import { effect, untracked } from '@preact/signals-react'
import { placeOf, type Place } from '#contract/screen-paths.ts'
import { isLoggedIn } from '../state/session.ts'
import type { RouteName } from './screens.ts'

/** The tabs, and what their rows and cards open. */
const NEXT = ['chats', 'chats-id', 'members', 'members-id', 'likes-type', 'profile'] as const satisfies RouteName[]

const LISTS = ['/chats', '/likes']
/** Their data is on the device. Search and profiles would reach the server. */
const ON_DEVICE: ReadonlySet<RouteName> = new Set<RouteName>(['chats', 'chats-id', 'likes', 'likes-type'])

type Ports = {
  whenIdle: (task: () => void) => void
  fetchScreen: (route: RouteName) => Promise<unknown>
  prefetchData: (place: Place) => Promise<unknown>
  /** Calls the listener with the path of each link of this site that is pressed. */
  onLinkPressed: (listener: (path: string) => void) => void
  /** A worker of an earlier visit controls the page. */
  hasWorker: boolean
}

/**
 * Prepares what a member is likely to open next: the code of the screens and the data of the lists behind the tabs, one at a
 * time while the page is idle, and the data of a list or conversation once its link is pressed, a moment before the tap.
 * Only the worker of an earlier visit is asked, which answers
 * from the device: a first visit prepares nothing.
 */
export const prepareScreens = ({ whenIdle, fetchScreen, prefetchData, onLinkPressed, hasWorker }: Ports): void => {
  if (!hasWorker) return
  const prepareData = (path: string): void => {
    const place = placeOf(path)
    if (place && isLoggedIn.peek() && ON_DEVICE.has(place.route)) void prefetchData(place)
  }
  const prepare = (at: number): void => {
    const route = NEXT[at]
    if (route) whenIdle(() => void fetchScreen(route).then(() => prepare(at + 1)))
    else for (const path of LISTS) whenIdle(() => prepareData(path))
  }
  onLinkPressed(prepareData)
  let isDone = false
  effect(() => {
    if (!isLoggedIn.value || isDone) return
    isDone = true
    untracked(() => prepare(0))
  })
}

export const VISITOR_TEXTS_MS = 20_000

type TextPorts = { after: (ms: number, run: () => void) => void; preload: () => void }

/**
 * Loads the remaining texts of the language ahead of their use. A member's next screen needs them, so they load at once. A visitor's
 * first screens do not use them, and other parts load them themselves (`lazy-part.tsx`). For visitors they load after a while,
 * when the worker has cached them in its second step (`sw/handlers/second-step.ts`), so the bytes travel once.
 */
export const startTextPreload = ({ after, preload }: TextPorts): void => {
  effect(() => {
    if (isLoggedIn.value) untracked(preload)
  })
  // The worker does not know a language that only the address names, so visitors load it here.
  after(VISITOR_TEXTS_MS, preload)
}
