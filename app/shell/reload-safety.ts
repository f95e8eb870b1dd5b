/** Whether a reload of this page would lose nothing: no typed text, no open dialog, no call or other work in progress. */
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

/** Whether a path is a step of a process such as a payment or signup. A member who left the page may be fetching a code for it. */
export const hasSeveralSteps = (path: string): boolean => {
  const { footAction = false, noAutoReload = false, layout } = SCREENS[placeOf(path)?.route ?? 'index']
  return footAction || noAutoReload || layout === 'lander' || layout === 'empty'
}
