/**
 * Starts the discounts outside the screens: takes a code from the address, and runs the timer of the time bonus's
 * dialog.
 */
import { placeOf } from '#contract/screen-paths.ts'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../../ports/api.ts'
import { after, serverNow } from '../../ports/clock.ts'
import { isDialogOpen, isEditingText, visible } from '../../ports/page.ts'
import type { RouteName } from '../../shell/screens.ts'
import { bonusOffered } from '../../state/open-dialogs.ts'
import { codeInSearch, setDiscountCode } from '../../state/discount-code.ts'
import { memberSettings } from '../../state/member-settings.ts'
import { onMemberLeft, user } from '../../state/session.ts'
import { watchMembersArea } from './bonus-offer.ts'
import { forgetWelcome } from './welcome-hidden.ts'

export const startDiscounts = (): void => {
  onMemberLeft(() => {
    setDiscountCode(null)
    forgetWelcome()
    bonusOffered.value = false
  })
  // After the listener, which runs at once if a member has left: the code of the address belongs to this visit.
  takeCode()
  watchMembersArea({
    after,
    now: serverNow,
    onRoute: watchRoute,
    isBusy: () => isEditingText() || isDialogOpen() || !visible.peek(),
    me: () => user.value,
    settings: () => memberSettings.peek(),
    ask: async () => {
      const answer = await call('discountcode.get', { query: {} })
      return answer.ok ? answer.data : null
    },
    open: () => {
      bonusOffered.value = true
    },
  })
}

/** wouter reports its own navigations by events with these names. */
const NAVIGATIONS = ['popstate', 'pushState', 'replaceState']

/** Calls the listener with the current screen, now and after every navigation. */
const watchRoute = (listener: (route: RouteName | null) => void): void => {
  const report = (): void => listener(placeOf(location.pathname)?.route ?? null)
  for (const event of NAVIGATIONS) window.addEventListener(event, report)
  report()
}

/** Removes the code from the address, or a reload would bring back a code that was removed. */
const takeCode = (): void => {
  const found = codeInSearch(location.search)
  if (!found) return
  if (found.code !== null) setDiscountCode(found.code)
  navigate(location.pathname + (found.query === '' ? '' : `?${found.query}`), { replace: true })
}
