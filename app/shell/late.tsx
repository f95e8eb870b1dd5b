/** Screens that are loaded when they are first shown [SHELL-16]. */
import { lazy, useState, type ComponentProps, type ComponentType, type ElementType } from 'react'
import { now } from '../ports/clock.ts'
import { loadAnew } from '../ports/service-worker.ts'
import { loadAllTexts } from '../state/i18n.ts'
import { lastReload, mayReload, noteReload } from './missing-part.ts'

/**
 * A part that comes with all texts of the language beside it. Once it is here it is shown at once: for what React has to
 * wait for, however short, it shows something else first, and that for 300 ms at least.
 * @param load may also come with the first texts alone: then it must say nothing else (`scripts/locale-parts.ts`)
 */
// eslint-disable-next-line typescript/no-explicit-any -- a screen's own props are checked where it is used
export const late = <Screen extends ComponentType<any>>(
  load: () => Promise<Screen>,
  texts: 'all' | 'first' = 'all',
) => {
  let here: Screen | undefined
  const take = async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), texts === 'all' ? loadAllTexts() : undefined])
    here = screen
    return screen
  }
  const Awaited = lazy(async () => ({ default: await take().catch(onMissingPart) }))
  const Part = (props: ComponentProps<Screen>) => {
    // Chosen once: another component would begin anew.
    const [Shown] = useState<ElementType>(() => here ?? Awaited)
    return <Shown {...props} />
  }
  // Fetches the part before it is shown; whether it came is seen when it is.
  return Object.assign(Part, { ahead: (): Promise<unknown> => take().catch(() => undefined) })
}

/** After a deployment the parts of the old version may be gone; a fresh page knows the new ones. */
const onMissingPart = (failure: unknown): Promise<never> => {
  if (!mayReload(now(), lastReload(), navigator.onLine) || !noteReload(now())) throw failure
  loadAnew()
  // The page is about to go: nothing is shown instead of it.
  return new Promise<never>(() => {})
}
