/** How the app comes onto this device [PWA-9]: each browser has its own way, and says it by its name alone. */
import { isInstalledApp } from './display-mode.ts'
import { installPrompt } from './install-prompt.ts'

/**
 * `prompt`: the browser asks. `ios`, `mac`, `firefox`, `menu`: by hand, each in its own menu. `inside`: a page within
 * another app, which installs nothing. `none`: the browser cannot.
 */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'mac' | 'firefox' | 'menu' | 'inside' | 'none'

type Browser = { userAgent: string; maxTouchPoints: number; installed: boolean; asks: boolean }

/** Web views of other apps, by what they write behind the browser's name. */
const INSIDE_APP = /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line\/|Snapchat|musical_ly|BytedanceWebview|GSA\/)|; wv\)/
/** Since this version Safari puts pages into the Dock. */
const SAFARI_WITH_DOCK = 17

export const installWayOf = ({ userAgent, maxTouchPoints, installed, asks }: Browser): InstallWay => {
  if (installed) return 'installed'
  if (asks) return 'prompt'
  if (INSIDE_APP.test(userAgent)) return 'inside'
  // An iPad says that it is a Mac; no Mac has a screen to touch.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (isMac(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/\bAndroid\b.*\bFirefox\//.test(userAgent)) return 'firefox'
  if (/\bChrome\//.test(userAgent)) return 'menu'
  return isMac(userAgent) && safariVersion(userAgent) >= SAFARI_WITH_DOCK ? 'mac' : 'none'
}

const isMac = (userAgent: string): boolean => /\bMacintosh\b/.test(userAgent)

const safariVersion = (userAgent: string): number => Number(/\bVersion\/(\d+)[\d.]* Safari\//.exec(userAgent)?.[1] ?? 0)

/** Reading it in a component subscribes it to the browser's question, which may come late. */
export const installWay = (): InstallWay =>
  installWayOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    installed: isInstalledApp(),
    asks: installPrompt.value !== null,
  })

/** Ways that lead there for sure; whether a menu has the entry is not known, so nobody is sent to it unasked. */
const LEADS_THERE: ReadonlySet<InstallWay> = new Set(['prompt', 'ios', 'mac', 'firefox'])

export const canBeInstalled = (way: InstallWay): boolean => LEADS_THERE.has(way)
