/**
 * Tracks whether a text that must be read before a purchase was on the screen [PAY-13]; an earlier tap scrolls to the
 * text and moves the focus there, so that it is also read out.
 */
import { useEffect, useRef, type RefObject } from 'react'

/**
 * In a low window the button follows the required text (`credits.module.css`); otherwise it covers the text's lower
 * end.
 */
const LOW_PX = 520
const HALF = 0.5

type Disclosure = {
  ref: RefObject<HTMLDivElement | null>
  /** True if the text was on the screen; otherwise scrolls it into view and focuses it: a tap that does nothing would say nothing. */
  wasSeen: () => boolean
}

export const useDisclosure = (): Disclosure => {
  const ref = useRef<HTMLDivElement>(null)
  const seen = useRef(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ intersectionRatio }) => intersectionRatio >= HALF)) seen.current = true
      },
      { threshold: HALF, rootMargin: `0px 0px ${window.innerHeight < LOW_PX ? '0px' : '-20%'} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    ref,
    wasSeen: () => {
      if (seen.current) return true
      ref.current?.focus({ preventScroll: true })
      ref.current?.scrollIntoView({ block: 'center' })
      return false
    },
  }
}
