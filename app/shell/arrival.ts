/** Scroll position and focus after navigation: Back restores both; a new screen starts at its top and gets the focus. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { after } from '../ports/clock.ts'
import { focusScreen } from '../ports/page.ts'
import { tabStore } from '../ports/text-store.ts'

const STORAGE_KEY = 'scroll-places'
const POSITIONS_MAX = 60
/** The time that a list gets to grow back to its former height. */
const RESTORE_TIMEOUT_MS = 3_000

let scrollPositions = new Map<string, number>()
let current = ''
let popped = true
let stopRestoring: (() => void) | undefined
let stopSeeking: (() => void) | undefined
/** Which of several links to a path was followed, such as of a match, who is in a row and in a list: paths without an entry, the first. */
const followed = new Map<string, number>()

/** Turns the browser's own scroll restoration off, because it fails on screens that load late. */
export const watchScrolling = (): void => {
  history.scrollRestoration = 'manual'
  scrollPositions = new Map(stored())
  current = historyKey()
  window.addEventListener('scroll', () => stopRestoring ?? scrollPositions.set(current, window.scrollY), {
    passive: true,
  })
  window.addEventListener('popstate', () => {
    popped = true
  })
  window.addEventListener('pagehide', store)
  window.addEventListener('click', ({ target }) => rememberLink(target), { capture: true })
  for (const act of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(act, () => stopRestoring?.(), { passive: true })
}

/** Scroll positions belong to the member, so forget them at logout [PWA-11]. */
export const forgetScrollPositions = (): void => {
  scrollPositions.clear()
  followed.clear()
  store()
}

/** Whether Back, Forward or a reload shows the next screen: ask as it is drawn first. */
export const isReturning = (): boolean => popped

/** Whether the address that is shown next gets a scroll position back, so that its lists must have their former height at once. */
export const restoresScroll = (): boolean => placeHere() > 0

const placeHere = (): number => (popped ? (scrollPositions.get(historyKey()) ?? 0) : 0)

/**
 * Runs on every new address. A new `screen` moves the focus; any change of the address moves the scroll position.
 * @param screen its path
 */
export const useArrival = (screen: string, search: string): void => {
  const first = useRef(true)
  const before = useRef(screen)
  const isReturn = useRef(false)
  useLayoutEffect(() => {
    current = historyKey()
    const place = placeHere()
    isReturn.current = popped
    popped = false
    // The first screen begins at its top by itself. Any scroll makes the browser lay out the page once more.
    if (place > 0 || !first.current) restore(place)
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the address is what this happens upon
  }, [screen, search])
  useEffect(() => {
    // On the first screen the browser has set the focus already.
    if (!first.current) focusArrival(isReturn.current ? before.current : null)
    first.current = false
    before.current = screen
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the address is what this happens upon
  }, [screen])
}

/** Focuses, after Back, the link to the screen that was left [SHELL-19], so that a keyboard continues at its row and not at the top. */
const focusArrival = (left: string | null): void => {
  stopSeeking?.()
  if (left !== null && focusLink(left)) return
  focusScreen()
  if (left !== null) seekLink(left)
}

const focusLink = (path: string): boolean => {
  const links = linksTo(path)
  const link = links[followed.get(path) ?? 0] ?? links[0]
  link?.focus({ preventScroll: true })
  return link !== undefined && link === document.activeElement
}

const rememberLink = (target: EventTarget | null): void => {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link) return
  const index = linksTo(link.pathname).indexOf(link)
  if (index > 0) followed.set(link.pathname, index)
  else followed.delete(link.pathname)
}

const linksTo = (path: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('#main a[href]')].filter(({ pathname }) => pathname === path)

/** The link may come with a list that loads first. A focus that the member or the screen has moved meanwhile stays. */
const seekLink = (path: string): void => {
  const observer = new MutationObserver(() => {
    if (document.activeElement?.id !== 'main' || focusLink(path)) stopSeeking?.()
  })
  const forget = after(RESTORE_TIMEOUT_MS, () => stopSeeking?.())
  stopSeeking = () => {
    observer.disconnect()
    forget()
    stopSeeking = undefined
  }
  observer.observe(document.body, { childList: true, subtree: true })
}

const restore = (place: number): void => {
  stopRestoring?.()
  window.scrollTo(0, place)
  if (place === 0 || window.scrollY >= place - 1) return
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, place)
    if (window.scrollY >= place - 1) stopRestoring?.()
  })
  const forget = after(RESTORE_TIMEOUT_MS, () => stopRestoring?.())
  stopRestoring = () => {
    observer.disconnect()
    forget()
    stopRestoring = undefined
  }
  observer.observe(document.body)
}

/** The key of the history entry: its own key if the browser has one, else the address. */
const historyKey = (): string => {
  const { navigation } = window as { navigation?: { currentEntry?: { key: string } | null } }
  return navigation?.currentEntry?.key ?? location.pathname + location.search
}

const store = (): void => tabStore.set(STORAGE_KEY, JSON.stringify([...scrollPositions].slice(-POSITIONS_MAX)))

const stored = (): [string, number][] => {
  const value = tabStore.getJson(STORAGE_KEY)
  return Array.isArray(value) ? value.filter(isPosition) : []
}

const isPosition = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
