/** Where a conversation is scrolled to: opens at what is unread or the newest, stays where one reads, follows at the end. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { changeOf, newestOf, type Newest } from './newest.ts'
import type { ThreadMessage } from './thread-message.ts'

/** This close to the end counts as at the end, in pixels. */
const NEAR_END = 64

type Place = { atEnd: boolean; top: number; height: number }

export type ThreadScroll = {
  box: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** The divider over what is unread. */
  divider: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** Something came below what is on screen. */
  hasNews: boolean
  toEnd: () => void
}

/** @param topKey changes when something is put in front of the messages */
export const useThreadScroll = (messages: readonly ThreadMessage[], topKey: string): ThreadScroll => {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const divider = useRef<HTMLDivElement>(null)
  const place = useRef<Place | null>(null)
  const [hasNews, setHasNews] = useState(false)

  const note = useCallback((): void => {
    if (box.current) place.current = placeOf(box.current)
    if (place.current?.atEnd) setHasNews(false)
  }, [])

  const toEnd = useCallback((): void => {
    if (!box.current) return
    box.current.scrollTop = box.current.scrollHeight
    note()
  }, [note])

  // Opening: the first unread message below the header, or the end.
  const isFilled = messages.length > 0
  useLayoutEffect(() => {
    if (!isFilled || !box.current) return
    box.current.scrollTop = divider.current ? divider.current.offsetTop - 8 : box.current.scrollHeight
    note()
  }, [isFilled, note])

  // What was put in front pushes everything down by its height; what one reads stays where it is.
  const shownTop = useRef(topKey)
  useLayoutEffect(() => {
    const isSame = shownTop.current === topKey
    shownTop.current = topKey
    if (isSame || !box.current || !place.current) return
    if (place.current.atEnd) box.current.scrollTop = box.current.scrollHeight
    else box.current.scrollTop = place.current.top + box.current.scrollHeight - place.current.height
    note()
  }, [topKey, note])

  // What I have just written is seen; what arrived is followed at the end, else said.
  const seen = useRef<Newest | null>(null)
  useLayoutEffect(() => {
    const newest = newestOf(messages)
    const change = seen.current && changeOf(seen.current, newest)
    seen.current = newest
    if (change === 'written' || (change === 'arrived' && place.current?.atEnd)) toEnd()
    else if (change === 'arrived') setHasNews(true)
  }, [messages, toEnd])

  // A keyboard opens, a bubble grows by its reason: the end stays in view.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (place.current?.atEnd) toEnd()
      else note()
    })
    for (const element of [box.current, content.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [toEnd, note])

  return { box, content, divider, onScroll: note, hasNews, toEnd }
}

const placeOf = (box: HTMLElement): Place => ({
  atEnd: box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END,
  top: box.scrollTop,
  height: box.scrollHeight,
})
