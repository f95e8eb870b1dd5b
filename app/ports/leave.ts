/** Leaving the app for a page that is not a screen of it, e.g. where one pays. */

/** A page of the web, never a script in disguise. */
export const isWebPage = (url: string): boolean => /^https?:$/.test(new URL(url, location.href).protocol)

export const leaveFor = (url: string): void => {
  if (isWebPage(url)) location.assign(url)
}

/** Runs when the browser brings this page back as it was left; gives the function that stops it. */
export const onBroughtBack = (run: () => void): (() => void) => {
  const shown = (event: PageTransitionEvent): void => {
    if (event.persisted) run()
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
