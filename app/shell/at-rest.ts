/** Says whether a reload of this page loses nothing: no text typed, no dialog open, no call or work under way. */
import { callsUnderWay } from '../ports/api.ts'
import { isDialogOpen } from '../ports/open-dialog.ts'
import { isTyping } from '../ports/page.ts'
import { hasTyped } from '../ports/typed.ts'
import { isWorking } from '../ports/unfinished.ts'
import { ABOUT, placeOf } from './screens.ts'

export const isAtRest = (): boolean =>
  !isDialogOpen() &&
  !isTyping() &&
  !hasTyped() &&
  !isWorking() &&
  callsUnderWay() === 0 &&
  !isInTheMiddle(location.pathname)

/** Screens of several steps, such as paying and signing up. A member who is away may be fetching a code. */
export const isInTheMiddle = (path: string): boolean => {
  const about = ABOUT[placeOf(path)?.route ?? 'index']
  return about.leads === true || about.choosing === true || about.layout === 'lander' || about.layout === 'empty'
}
