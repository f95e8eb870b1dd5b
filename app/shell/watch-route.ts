/** Tells what is no component which screen is shown, now and whenever another one is. */
import { placeOf } from './screens.ts'
import type { RouteName } from './routes.ts'

/** wouter tells of its own moves by events of these names. */
const MOVES = ['popstate', 'pushState', 'replaceState']

export const watchRoute = (listener: (route: RouteName | null) => void): void => {
  const tell = (): void => listener(placeOf(location.pathname)?.route ?? null)
  for (const move of MOVES) window.addEventListener(move, tell)
  tell()
}
