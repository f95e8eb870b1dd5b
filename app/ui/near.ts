/** Whether a part of a page has come near the view, so that what lies far below asks for nothing. */
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Half a screen ahead: on a phone, a thumb takes longer for that way than a card for its photo. */
const AHEAD = '50%'

/** @returns the element's ref, and whether it has ever been near */
export const useIsNear = <Element extends HTMLElement>(): [RefObject<Element | null>, boolean] => {
  const ref = useRef<Element>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear]
}
