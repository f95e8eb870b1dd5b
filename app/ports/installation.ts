/** The installation of the app on this device [PWA-9]: whether it is installed, and how a browser offers it. */
import { signal } from '@preact/signals-react'

/** Whether this is the installed app in its own window; false when a page is made at build time. */
export const isInstalledApp = (): boolean =>
  typeof window !== 'undefined' &&
  (matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
    // Older versions of iOS have only this.
    (navigator as { standalone?: boolean }).standalone === true)

/** Chromium's event; no standard has it. */
export type InstallPrompt = Event & {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's prompt; null if there is none, it was used, or the app is installed. */
export const installPrompt = signal<InstallPrompt | null>(null)

/** Stores the browser's install prompt, which fires once a page and may fire before the rest of the app has loaded. */
export const captureInstallPrompt = (): void =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // The event of this name has this form.
    installPrompt.value = event as InstallPrompt
  })

/**
 * `prompt`: the browser asks. `ios`, `mac`, `firefox`, `menu`: the member installs by hand, in a menu that differs by
 * browser. `inside`: a page within another app, which installs nothing. `none`: the browser cannot. Only the browser's
 * name distinguishes these.
 */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'mac' | 'firefox' | 'menu' | 'inside' | 'none'

type Browser = { userAgent: string; maxTouchPoints: number; installed: boolean; hasPrompt: boolean }

/** Web views of other apps, by their addition to the browser's name. */
const INSIDE_APP = /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line\/|Snapchat|musical_ly|BytedanceWebview|GSA\/)|; wv\)/
/** Since this version Safari can add pages to the Dock. */
const SAFARI_WITH_DOCK = 17

export const installWayOf = ({ userAgent, maxTouchPoints, installed, hasPrompt }: Browser): InstallWay => {
  if (installed) return 'installed'
  if (hasPrompt) return 'prompt'
  if (INSIDE_APP.test(userAgent)) return 'inside'
  // An iPad names itself a Mac, but no Mac has a touch screen.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (isMac(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/\bAndroid\b.*\bFirefox\//.test(userAgent)) return 'firefox'
  if (/\bChrome\//.test(userAgent)) return 'menu'
  return isMac(userAgent) && safariVersion(userAgent) >= SAFARI_WITH_DOCK ? 'mac' : 'none'
}

const isMac = (userAgent: string): boolean => /\bMacintosh\b/.test(userAgent)

const safariVersion = (userAgent: string): number => Number(/\bVersion\/(\d+)[\d.]* Safari\//.exec(userAgent)?.[1] ?? 0)

/** A component that reads this is rendered again when the browser's prompt arrives, which may be late. */
export const installWay = (): InstallWay =>
  installWayOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    installed: isInstalledApp(),
    hasPrompt: installPrompt.value !== null,
  })

/** Ways that certainly work. `menu` is missing: the app cannot know whether the browser's menu has the entry. */
const RELIABLE_WAYS: ReadonlySet<InstallWay> = new Set(['prompt', 'ios', 'mac', 'firefox'])

export const canBeInstalled = (way: InstallWay): boolean => RELIABLE_WAYS.has(way)
