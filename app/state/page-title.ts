/** The browser tab's title: the screen, the site, and the count of unread messages and likes [SHELL-17]; and whether there is a screen. */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { countedTitle } from '#contract/rules/badge.ts'
import { counts } from './session.ts'
import { siteTitle } from './site.ts'

/** The route's title, and the title a screen sets for itself, such as a profile's name. */
const ofRoute = signal<string | null>(null)
const ofScreen = signal<string | null>(null)

export const unseenCount: ReadonlySignal<number> = computed(() => counts.value.unread_messages + counts.value.new_likes)

export const screenTitle: ReadonlySignal<string | null> = computed(() => ofScreen.value ?? ofRoute.value)

export const fullTitle: ReadonlySignal<string> = computed(() => {
  const name = screenTitle.value
  return countedTitle(name === null ? siteTitle() : `${name} · ${siteTitle()}`, unseenCount.value)
})

/** Sets the screen's title; `null` leaves it to the route, and to a part of the screen, whose effects run before those of the screen. */
export const usePageTitle = (name: string | null): void => {
  useEffect(() => {
    if (name === null) return undefined
    ofScreen.value = name
    return () => {
      ofScreen.value = null
    }
  }, [name])
}

/** Whether an empty or failed state stands in place of the whole screen: the frame then shows the bars that a bare screen hides. */
export const isScreenReplaced = signal(false)

export const useReplacedScreen = (isReplaced: boolean): void => {
  useEffect(() => {
    if (!isReplaced) return undefined
    isScreenReplaced.value = true
    return () => {
      isScreenReplaced.value = false
    }
  }, [isReplaced])
}

export const useRouteTitle = (name: string | null): void => {
  useEffect(() => {
    ofRoute.value = name
  }, [name])
}
