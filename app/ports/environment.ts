/** This browser's name and features, and its clipboard, for diagnostics. Nothing in it is about the member. */
import { isInstalledApp } from './installation.ts'
import { workers } from './service-worker.ts'

export type Environment = {
  /** The app's entry file; its name changes with every build. */
  app: string
  browser: string
  installed: boolean
  /** `granted`, `denied`, `default`; `none` if the browser has no notifications. */
  permission: string
  features: { present: string[]; missing: string[] }
}

export const readEnvironment = async (): Promise<Environment> => {
  const registration = await workers()
    ?.getRegistration()
    .catch(() => undefined)
  const has: Record<string, boolean> = {
    'service worker': workers() !== undefined,
    locks: 'locks' in navigator,
    sync: registration !== undefined && 'sync' in registration,
    'periodic sync': registration !== undefined && 'periodicSync' in registration,
    badge: 'setAppBadge' in navigator,
    push: 'PushManager' in window,
    notifications: 'Notification' in window,
    storage: 'storage' in navigator,
    broadcast: 'BroadcastChannel' in window,
  }
  const names = Object.keys(has)
  return {
    app: appName(),
    browser: navigator.userAgent,
    installed: isInstalledApp(),
    permission: 'Notification' in window ? Notification.permission : 'none',
    features: { present: names.filter((name) => has[name]), missing: names.filter((name) => !has[name]) },
  }
}

const appName = (): string => {
  const { src = '' } = document.querySelector<HTMLScriptElement>('script[type=module][src]') ?? {}
  return src.slice(src.lastIndexOf('/') + 1)
}

/** @returns whether the text was copied: some browsers have no clipboard, or do not accept this tap as a request */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Selects a text, so that the member can copy it by hand. */
export const selectText = (element: Element): void => getSelection()?.selectAllChildren(element)
