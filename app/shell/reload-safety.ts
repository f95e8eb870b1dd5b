/** Says whether a reload of this page loses nothing: no text typed, no dialog open, no call or work under way. */
import { placeOf } from '#contract/screen-paths.ts'
import { callsUnderWay } from '../ports/api.ts'
import { isDialogOpen, hasTyped, isWorking, isTyping } from '../ports/page.ts'
import { SCREENS } from './screens.ts'

export const isSafeToReload = (): boolean =>
  !isDialogOpen() &&
  !isTyping() &&
  !hasTyped() &&
  !isWorking() &&
  callsUnderWay() === 0 &&
  !hasSeveralSteps(location.pathname)

/** Screens of several steps, such as paying and signing up. A member who is away may be fetching a code. */
export const hasSeveralSteps = (path: string): boolean => {
  const { leads = false, choosing = false, layout } = SCREENS[placeOf(path)?.route ?? 'index']
  return leads || choosing || layout === 'lander' || layout === 'empty'
}
