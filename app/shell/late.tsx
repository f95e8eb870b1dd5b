/** Screens that are loaded when they are first shown [SHELL-16]. */
import { lazy, type ComponentType } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { now } from '../ports/clock.ts'
import { loadAllTexts } from '../state/i18n.ts'

const KEY = 'chunk-reload-at'

/** A part that does not load reloads the page: at most once a minute, and only online. */
export const mayReload = (now: number, lastReload: number | null, online: boolean): boolean =>
  online && (lastReload === null || now - lastReload >= MINUTE_MS)

/**
 * A part that comes with all texts of the language beside it.
 * @param load may also come with the first texts alone: then it must say nothing else (`scripts/locale-parts.ts`)
 */
// eslint-disable-next-line typescript/no-explicit-any -- a screen's own props are checked where it is used
export const late = <Screen extends ComponentType<any>>(
  load: () => Promise<Screen>,
  texts: 'all' | 'first' = 'all',
) => {
  const take = async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), texts === 'all' ? loadAllTexts() : undefined])
    return screen
  }
  return Object.assign(
    lazy(async () => ({ default: await take().catch(onMissingPart) })),
    // Fetches the part before it is shown; whether it came is seen when it is.
    { ahead: () => void take().catch(() => undefined) },
  )
}

/** After a deployment the parts of the old version are gone; a fresh page knows the new ones. */
const onMissingPart = (failure: unknown): Promise<never> => {
  if (!mayReload(now(), lastReload(), navigator.onLine)) throw failure
  try {
    sessionStorage.setItem(KEY, String(now()))
  } catch {
    // Without storage nothing would stop a second reload.
    throw failure
  }
  location.reload()
  // The page is about to go: nothing is shown instead of it.
  return new Promise<never>(() => {})
}

const lastReload = (): number | null => {
  try {
    const text = sessionStorage.getItem(KEY)
    return text === null ? null : Number(text)
  } catch {
    return null
  }
}
