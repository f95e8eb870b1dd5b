/** The page: its visibility, network, focus and input, its motion, title and badge. */
import { signal } from '@preact/signals-react'

export const visible = signal(true)

/** `false` is certain. `true` is not: the network may lead nowhere. */
export const onLine = signal(true)

/** Whether the worker sent this document without a network: its markup has the line that says so. */
export const startedOffline = signal(false)

/** Counts returns from the back-forward cache. A cached page has missed every event, device news included. */
export const restored = signal(0)

const read = (): void => {
  visible.value = document.visibilityState === 'visible'
  onLine.value = navigator.onLine
}

export const watchPage = (): void => {
  read()
  startedOffline.value = document.querySelector('#root[data-offline]') !== null
  document.addEventListener('visibilitychange', read)
  window.addEventListener('online', read)
  window.addEventListener('offline', read)
  window.addEventListener('pageshow', ({ persisted }) => {
    read()
    if (persisted) restored.value += 1
  })
}

const missingStyles = new Set<HTMLLinkElement>()

/** Notes which stylesheets did not load. */
export const watchStyles = (): void =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
    },
    { capture: true },
  )

/** Loads those again. The build's own loader asks for a stylesheet once, so a part that is tried again would have no styles. */
export const loadMissingStyles = (): Promise<unknown> => Promise.all([...missingStyles].map(loadStyleAgain))

const loadStyleAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    missingStyles.delete(link)
    const again = document.createElement('link')
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`${link.href} did not load.`)))
    link.replaceWith(Object.assign(again, { rel: 'stylesheet', href: link.href }))
  })

/** Whether the focus is in a text field: nothing should interrupt the member then. */
export const isEditingText = (): boolean =>
  document.activeElement instanceof HTMLTextAreaElement || document.activeElement instanceof HTMLInputElement

/** Downloads a file of this site, as a tap on a link to it does. */
export const download = (url: string): void => {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

/** Moves the focus to the screen, because the element that had it is gone. */
export const focusScreen = (): void => {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}

/** Calls the listener with the path of each link of this site when a finger or the mouse goes down on it. */
export const onLinkPressed = (listener: (path: string) => void): void =>
  document.addEventListener(
    'pointerdown',
    ({ target, isPrimary }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (link && isPrimary && link.origin === location.origin) listener(link.pathname)
    },
    { capture: true, passive: true },
  )

/** Whether a dialog is open: nothing else should open over it. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Unsent input on this page: a field that the member has edited, that is still in the page and not empty. */
const touched = new Set<EventTarget>()

export const watchTyping = (): void =>
  document.addEventListener('input', ({ target }) => target && touched.add(target), { capture: true, passive: true })

export const hasTyped = (): boolean => {
  for (const field of touched) if (!(field instanceof Node && field.isConnected)) touched.delete(field)
  return [...touched].some((field) => !('value' in field) || field.value !== '')
}

/** Whether the member prefers reduced motion: animations then fade instead of moving. */
export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A fade, also for members who want less motion: the style sheet does not shorten it. */
export const fade = (element: Element, from: number, to: number): Animation =>
  element.animate({ opacity: [from, to] }, { duration: 200, easing: 'ease-out', fill: 'both' })

/** The browser's preferred languages, best first: `de-AT`, `en`. */
export const browserLanguages = (): readonly string[] => navigator.languages

/** Work that only this page is doing and would lose on a reload, such as preparing a photo. */
let works = 0

/** Returns the function that ends the work. */
export const beginWork = (): (() => void) => {
  works += 1
  let isOver = false
  return () => {
    if (!isOver) works -= 1
    isOver = true
  }
}

export const isWorking = (): boolean => works > 0

/** Firefox differs where no feature tells it: it asks the member about storage, and refuses prefetched files. */
export const isFirefox = (): boolean => CSS.supports('-moz-appearance', 'none')

/**
 * Whether the browser stores this site's cookies; a session is a cookie. A Chromium that blocks them for this site says that they are
 * enabled, and throws at its storage.
 */
export const storesCookies = (): boolean => {
  try {
    return navigator.cookieEnabled && localStorage !== undefined
  } catch {
    return false
  }
}

type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** §8: the badge is an extra, so a browser that cannot show one is ignored. */
const ignoreBadgeFailure = (): void => {}

/** Shows the number of unread messages and new likes on the app's icon [PWA-8], [SHELL-17]. */
export const showBadge = (count: number, badging: Badging = navigator): void => {
  try {
    const shown = count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.()
    shown?.catch(ignoreBadgeFailure)
  } catch {
    ignoreBadgeFailure()
  }
}

export const showTitle = (title: string): void => {
  if (document.title !== title) document.title = title
}
