/** Arriving at a screen: lists restore their scroll position on Back, a new screen begins at its top and gets the focus. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { after } from '../ports/clock.ts'
import { focusScreen } from '../ports/page.ts'

const STORED = 'scroll-places'
const KEPT = 60
/** How long a list may take to grow back to its former height. */
const PATIENCE_MS = 3_000

let places = new Map<string, number>()
let current = ''
let popped = true
let stopRestoring: (() => void) | undefined

/** Takes scroll restoration over from the browser, which does not know screens that load late. */
export const watchScrolling = (): void => {
  history.scrollRestoration = 'manual'
  places = new Map(stored())
  current = historyKey()
  window.addEventListener('scroll', () => stopRestoring ?? places.set(current, window.scrollY), { passive: true })
  window.addEventListener('popstate', () => {
    popped = true
  })
  window.addEventListener('pagehide', store)
  for (const act of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(act, () => stopRestoring?.(), { passive: true })
}

/** Scroll positions belong to the member, so forget them at logout [PWA-11]. */
export const forgetPlaces = (): void => {
  places.clear()
  store()
}

/** Runs on every new address. A new `screen` moves the focus; any change of the address moves the scroll position. */
export const useArrival = (screen: string, search: string): void => {
  useLayoutEffect(() => {
    current = historyKey()
    const place = popped ? (places.get(current) ?? 0) : 0
    popped = false
    restore(place)
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the address is what this happens upon
  }, [screen, search])
  const first = useRef(true)
  useEffect(() => {
    // On the first screen the browser has set the focus already.
    if (!first.current) focusScreen()
    first.current = false
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the address is what this happens upon
  }, [screen])
}

const restore = (place: number): void => {
  stopRestoring?.()
  window.scrollTo(0, place)
  if (place === 0 || window.scrollY >= place - 1) return
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, place)
    if (window.scrollY >= place - 1) stopRestoring?.()
  })
  const forget = after(PATIENCE_MS, () => stopRestoring?.())
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

const store = (): void => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-KEPT)))
  } catch {
    // Storage is full or forbidden: a reload begins at the top.
  }
}

const stored = (): [string, number][] => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]')
    return Array.isArray(value) ? value.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
