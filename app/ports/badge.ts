/** The app's badge and the page's title: where unread messages and new likes are counted [PWA-8], [SHELL-17]. */

type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** §8: the badge is an extra; a browser that cannot show one is left alone. */
const ignoreBadgeFailure = (): void => {}

export const showBadge = (count: number, badging: Badging = navigator): void => {
  try {
    const shown = count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.()
    shown?.catch(ignoreBadgeFailure)
  } catch {
    ignoreBadgeFailure()
  }
}

export const showTitle = (title: string): void => {
  if (document.title !== title) document.title = title
}
