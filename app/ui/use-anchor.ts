/** Follows the fragment of the address, e.g. `#email`, for a part of a screen that a link can open. */
import { useEffect } from 'react'

export const isAnchorHere = (anchor: string | undefined): boolean =>
  anchor !== undefined && location.hash === `#${anchor}`

/** Calls `open` when a link on the same screen leads to the part; the first fragment is read with `isAnchorHere`. */
export const useAnchor = (anchor: string | undefined, open: () => void): void => {
  useEffect(() => {
    const follow = (): void => {
      if (isAnchorHere(anchor)) open()
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  })
}

/** For a link to a fragment: a second tap changes no address, so the browser would report nothing. */
export const repeatAnchor = (anchor: string): void => {
  if (isAnchorHere(anchor)) window.dispatchEvent(new HashChangeEvent('hashchange'))
}
