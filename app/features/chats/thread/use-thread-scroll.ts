/**
 * Where a conversation is scrolled to, and which of its chunks are on the page: opens at what is unread or the newest,
 * stays exactly where one reads whatever comes and goes around it, follows at the end.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { anchorIn, keepAnchor, type Anchor } from './anchor.ts'
import { chunkAt } from './history.ts'
import { changeOf, newestOf, type Newest } from './newest.ts'
import type { ThreadMessage } from './thread-message.ts'
import { shownIn } from './window.ts'

/** This close to the end counts as at the end, in pixels. */
const NEAR_END = 64

/** As the ids of messages: what is shown begins with the chunks from one to another. */
type ShownCuts = { from: number; to: number; focused: number }

type Place = { atEnd: boolean; anchor: Anchor | null }

export type ThreadScroll = {
  box: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** The list whose children are the chunks, and room for those that are not there. */
  list: RefObject<HTMLDivElement | null>
  /** The divider over what is unread. */
  divider: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** Heights of the chunks in pixels, null where not measured yet. */
  heights: (number | null)[]
  isShown: (chunk: number) => boolean
  /** The newest is out of sight. */
  isAway: boolean
  /** So many messages came below what is on the screen. */
  news: number
  toEnd: () => void
}

/**
 * @param cuts the chunks, by where each begins
 * @param reach is told which chunks are shown
 */
export const useThreadScroll = (
  messages: readonly ThreadMessage[],
  cuts: readonly number[],
  reach: (first: number, last: number) => void,
): ThreadScroll => {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const divider = useRef<HTMLDivElement>(null)
  const place = useRef<Place | null>(null)
  const [measured] = useState(() => new Map<number, number>())
  // By where the chunks begin: their numbers change with every page that comes in front.
  const [shown, setShown] = useState<ShownCuts>({ from: 0, to: Infinity, focused: -1 })
  const [isAway, setAway] = useState(false)
  const [news, setNews] = useState(0)
  const heights = cuts.map((cut) => measured.get(cut) ?? null)

  /** Reads the page: where one is, and what must be on it. */
  const look = useCallback((): void => {
    if (!box.current || !list.current) return
    const { scrollHeight, scrollTop, clientHeight } = box.current
    const left = scrollHeight - scrollTop - clientHeight
    place.current = { atEnd: left < NEAR_END, anchor: anchorIn(box.current, list.current) }
    if (left < NEAR_END) setNews(0)
    setAway(left > clientHeight)
    const top = list.current.getBoundingClientRect().top - box.current.getBoundingClientRect().top
    const next = shownIn(
      cuts.map((cut) => measured.get(cut) ?? null),
      { top, height: clientHeight },
    )
    const from = cuts[next.first] ?? 0
    const to = cuts[next.last] ?? 0
    const focused = focusedChunk(list.current)
    setShown((now) => (now.from === from && now.to === to && now.focused === focused ? now : { from, to, focused }))
  }, [cuts, measured])

  const onScroll = useCallback((): void => {
    const isEmpty = box.current && list.current && anchorIn(box.current, list.current) === null
    // Thrown into room that holds nothing: what belongs there is put there before anything is painted.
    if (isEmpty) flushSync(look)
    else look()
  }, [look])

  const toEnd = useCallback((): void => {
    if (!box.current) return
    box.current.scrollTop = box.current.scrollHeight
    look()
  }, [look])

  // After every rendering, before it is painted: what is new is followed, else what one reads stays where it is.
  const isOpen = useRef(false)
  const seen = useRef<Newest | null>(null)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- after every one; what it sets is compared first, so it ends
  useLayoutEffect(() => {
    if (!box.current || !list.current || messages.length === 0) return
    for (const chunk of list.current.querySelectorAll<HTMLElement>('[data-chunk]'))
      measured.set(Number(chunk.dataset['chunk']), chunk.getBoundingClientRect().height)
    const newest = newestOf(messages)
    const change = seen.current && changeOf(seen.current, newest)
    if (change === 'arrived' && place.current?.atEnd === false)
      setNews((count) => count + arrivedSince(messages, seen.current))
    seen.current = newest
    if (!isOpen.current)
      box.current.scrollTop = divider.current ? topOf(divider.current, box.current) - 8 : box.current.scrollHeight
    else if (change === 'written' || place.current?.atEnd) box.current.scrollTop = box.current.scrollHeight
    else if (place.current?.anchor) keepAnchor(box.current, list.current, place.current.anchor)
    isOpen.current = true
    look()
  })

  useEffect(() => reach(chunkAt({ cuts }, shown.from), chunkAt({ cuts }, shown.to)), [reach, shown, cuts])

  // A keyboard opens, a bubble grows by its reason: the end stays in view.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!box.current) return
      if (place.current?.atEnd) box.current.scrollTop = box.current.scrollHeight
      look()
    })
    for (const element of [box.current, content.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [look])

  const isShown = (chunk: number): boolean => {
    const cut = cuts[chunk] ?? 0
    return (cut >= shown.from && cut <= shown.to) || cut === shown.focused
  }
  return { box, content, list, divider, onScroll, heights, isShown, isAway, news, toEnd }
}

const topOf = (element: HTMLElement, box: HTMLElement): number =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop

/** What has the focus is not taken away by scrolling. */
const focusedChunk = (list: HTMLElement): number => {
  const { activeElement } = document
  const chunk =
    activeElement && list.contains(activeElement) ? activeElement.closest<HTMLElement>('[data-chunk]') : null
  return Number(chunk?.dataset['chunk'] ?? -1)
}

const arrivedSince = (messages: readonly ThreadMessage[], before: Newest | null): number =>
  messages.filter(({ mine, id }) => !mine && id !== null && id > (before?.stored ?? 0)).length
