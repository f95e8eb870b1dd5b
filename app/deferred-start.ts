/** Starts everything that the first screen can render without: live news, likes, the worker. */
import { effect } from '@preact/signals-react'
import { forgetDrafts } from './state/member-texts.ts'
import { dropComplaint } from './features/complaints/complaint-draft.ts'
import { startDiscounts } from './features/discount/start-discounts.ts'
import { deletePurchaseOfTab, deletePurchaseStorage } from './features/credits/purchase-storage.ts'
import { startEntryWarning } from './features/entry-warning/entry-warning-state.ts'
import { forgetFilter } from './features/members/first-search.ts'
import { pageTracking, startTracking } from './features/tracking/consent.ts'
import { forgetSavedFilters } from './features/members/saved-filters.ts'
import { forgetSignup, wasOpen } from './features/signup/signup-storage.ts'
import { deviceStore } from './ports/text-store.ts'
import { after } from './ports/clock.ts'
import type { NewsChannel } from './ports/device-news.ts'
import { watchDroppedFiles } from './ports/dropped-files.ts'
import { whenIdle } from './ports/idle.ts'
import { onLinkPressed } from './ports/page.ts'
import { setPeriodicSync } from './ports/periodic-sync.ts'
import { isOnPhone } from './ports/screen-size.ts'
import { controlled } from './ports/service-worker.ts'
import { followLaunches, followTaps } from './shell/outside-taps.ts'
import { signupOpen } from './shell/open-signup.tsx'
import { prepareScreens, startTextPreload } from './shell/prepare-screens.ts'
import { fetchScreen, prefetchData } from './shell/screen.tsx'
import { startVersions } from './shell/start-versions.tsx'
import { followOtherTabs, keepLanguageOnBack, preloadAllTexts } from './state/i18n.ts'
import { startFreshness } from './state/freshness.ts'
import { startLikes } from './state/likes.ts'
import { forgetPushState } from './state/push.ts'
import { startOffers } from './state/offers.ts'
import { isLoggedIn, onMemberForgotten, onMemberLeft, onTabForgotten, sessionKnown } from './state/session.ts'
import { forgetWantedGender } from './state/wanted-gender.ts'
import { watchLostFocus } from './ui/lost-focus.ts'

export const startDeferred = (news: NewsChannel): void => {
  onMemberForgotten(forgetDrafts)
  onMemberForgotten(forgetFilter)
  onMemberForgotten(forgetSavedFilters)
  onMemberForgotten(forgetWantedGender)
  onMemberForgotten(deletePurchaseStorage)
  onTabForgotten(deletePurchaseOfTab)
  onMemberLeft(() => dropComplaint(deviceStore, null))
  onMemberLeft(forgetSignup)
  onMemberLeft(forgetPushState)
  // After a reload, signup continues where the visitor was [ACC-1].
  if (wasOpen() && !isOnPhone()) signupOpen.value = true
  startTracking(pageTracking, isLoggedIn.peek())
  startPeriodicSync()
  startEntryWarning()
  startDiscounts()
  startLikes()
  startOffers()
  startFreshness(news)
  followTaps()
  followOtherTabs()
  keepLanguageOnBack()
  watchLostFocus('#main')
  watchDroppedFiles()
  followLaunches()
  startTextPreload({ after, preload: () => void preloadAllTexts() })
  prepareScreens({ whenIdle, fetchScreen, prefetchData, onLinkPressed, hasWorker: controlled.peek() })
  void startVersions()
}

/** Registers Periodic Background Sync while a member is logged in on this device [PWA-4], and unregisters it at logout [PWA-11]. */
const startPeriodicSync = (): void => {
  effect(() => {
    if (controlled.value && sessionKnown.value) void setPeriodicSync(isLoggedIn.value)
  })
}
