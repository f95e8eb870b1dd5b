/**
 * Keeps the link that a member taps on stored markup before the app has started, and shows that it was tapped. The app then starts with that
 * screen. Without this the browser would load the document once more, and begin from nothing [PWA-17]. The build inlines this script into
 * the shell, before the styles of the markup, for which it would wait. `ports/early-input.ts` takes over what it keeps.
 */
const LINK = '#root[data-snapshot] a[href]'
/** If the app has not started so long after the page has loaded, its scripts did not come, and the browser follows the link. */
const START_MS_MAX = 5_000

const rootOf = (): HTMLElement | null => document.querySelector('#root')

const follow = (): void => {
  const path = rootOf()?.dataset['tapped']
  if (path !== undefined) location.assign(path)
}

const followLater = (): void => {
  setTimeout(follow, START_MS_MAX)
}

/** A click with one of these keys opens a tab or a window. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINK) : null
    const root = rootOf()
    if (!link || !root || opensElsewhere(event) || link.target !== '' || link.origin !== location.origin) return
    event.preventDefault()
    document.querySelector('a[data-tapped]')?.removeAttribute('data-tapped')
    link.dataset['tapped'] = ''
    if (root.dataset['tapped'] === undefined) {
      if (document.readyState === 'complete') followLater()
      else addEventListener('load', followLater, { once: true })
    }
    root.dataset['tapped'] = link.pathname + link.search + link.hash
  },
  true,
)
