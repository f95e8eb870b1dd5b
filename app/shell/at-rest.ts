/** Whether this page could be loaded anew and nobody would miss anything: nothing typed, nothing open, nothing going on. */
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

/** Screens that lead to one thing, step by step: paying, signing up. Whoever is away has perhaps gone for a code. */
export const isInTheMiddle = (path: string): boolean => {
  const about = ABOUT[placeOf(path)?.route ?? 'index']
  return about.leads === true || about.choosing === true || about.layout === 'lander' || about.layout === 'empty'
}
