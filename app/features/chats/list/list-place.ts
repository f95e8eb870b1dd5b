/** Stores the scroll position of the chat list for the return to it. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

let left = 0

export const wasScrolled = (): boolean => left > 0

export const useListPlace = (isFilled: boolean): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || !isFilled) return undefined
    // Even a write of zero makes the browser lay out the page once more.
    if (left > 0) list.scrollTop = left
    const keep = (): void => {
      left = list.scrollTop
    }
    list.addEventListener('scroll', keep, { passive: true })
    return () => list.removeEventListener('scroll', keep)
  }, [isFilled])
  return ref
}
