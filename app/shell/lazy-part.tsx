/** Screens whose code is loaded when they are first shown [SHELL-16]. */
import { lazy, useState, type ComponentType, type ElementType } from 'react'
import { after, now, pause } from '../ports/clock.ts'
import { isLeaving } from '../ports/leaving.ts'
import { loadMissingStyles } from '../ports/page.ts'
import { reloadNewest } from '../ports/service-worker.ts'
import { connection, onceOnline } from '../state/connection.ts'
import { loadAllTexts } from '../state/i18n.ts'
import { loadAllIcons } from '../ui/icon.tsx'
import { lastReload, mayReload, NoNetwork, noteReload } from './missing-part.ts'

/**
 * A component that is loaded when it is first shown, together with all texts of the language and all icons. A component that has
 * been loaded before is rendered without `lazy`, because React shows a fallback for at least 300 ms however short the wait.
 * @param texts `first`: only the first texts load beside the component. It may then use no other texts
 * (`scripts/locale-parts.ts`) and no other icons (`ui/icons.ts`)
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  texts: 'all' | 'first' = 'all',
) => {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async (): Promise<ComponentType<Props>> => {
    loaded = await partOf(load, texts)
    return loaded
  }
  const makeLazy = () => lazy(async () => ({ default: await unlessOffline(loadPart()).catch(onFailure) }))
  let Awaited = makeLazy()
  const onFailure = (failure: unknown): Promise<never> => {
    // React remembers a failed import. Import again when there is a network, so the next showing can succeed.
    onceOnline(() => {
      Awaited = makeLazy()
    })
    return onMissingPart(failure)
  }
  const Part = (props: Props) => {
    // Chosen once: with another component type, React would discard the state.
    const [Shown] = useState<ElementType>(() => loaded ?? Awaited)
    return <Shown {...props} />
  }
  // Loads the code in advance. A failure shows when the screen is opened.
  return Object.assign(Part, {
    preload: (): Promise<unknown> => loadPart().catch(() => undefined),
    isLoaded: (): boolean => loaded !== undefined,
  })
}

/** Loads a module with the styles, texts and icons that it needs. */
const partOf = async <Part,>(load: () => Promise<Part>, texts: 'all' | 'first'): Promise<Part> => {
  const [part] = await Promise.all([
    load(),
    loadMissingStyles(),
    ...(texts === 'all' ? [loadAllTexts(), loadAllIcons()] : []),
  ])
  return part
}

/** Offline, a request may take minutes to fail. The connection is checked at this interval instead. */
const OFFLINE_CHECK_MS = 5_000

export const unlessOffline = async <Screen,>(coming: Promise<Screen>): Promise<Screen> => {
  let stop: (() => void) | undefined
  const away = new Promise<never>((_, reject) => {
    const look = (): void => {
      if (!connection.peek().online) reject(new NoNetwork())
      stop = after(OFFLINE_CHECK_MS, look)
    }
    stop = after(OFFLINE_CHECK_MS, look)
  })
  try {
    return await Promise.race([coming, away])
  } finally {
    stop?.()
  }
}

/** A browser that does not announce that the page is being left usually has the next document after this time. */
const LEAVING_MS = 2_000

/** A reload would replace the navigation of a member who is leaving (`ports/leaving.ts`). A page that has been left runs no timers. */
const unlessLeaving = async (): Promise<void> => {
  do await pause(LEAVING_MS)
  while (isLeaving())
}

/** After a deployment the old version's files may be gone; a reloaded page knows the new ones. */
export const onMissingPart = async (failure: unknown): Promise<never> => {
  if (failure instanceof NoNetwork) throw failure
  if (!navigator.onLine) throw new NoNetwork({ cause: failure })
  await unlessLeaving()
  if (!mayReload(now(), lastReload()) || !noteReload(now())) throw failure
  reloadNewest()
  // The page is about to reload: show nothing instead of it.
  return new Promise<never>(() => {})
}
