/**
 * The scroll position of a conversation, and which of its chunks are on the page. Opens at the first unread or the
 * newest message, stays in place when content around it changes, and follows new messages at the end.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { chunkAt } from './use-history.ts'
import type { ThreadMessage } from './thread-message.ts'
import { shownIn } from './window.ts'

/** Within this distance of the end, in pixels, the view counts as at the end. */
const NEAR_END = 64

/** The shown chunks, by the id of their first message. */
type ShownCuts = { from: number; to: number; focused: number }

const EVERY_CHUNK: ShownCuts = { from: 0, to: Infinity, focused: -1 }

type Place = { atEnd: boolean; anchor: Anchor | null } & ViewSize

/** The size of the view in pixels. */
type ViewSize = { width: number; height: number }

export type ThreadScroll = {
  box: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** The list whose children are the chunks, and spacers for those not rendered. */
  list: RefObject<HTMLDivElement | null>
  /** The unread divider. */
  divider: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** Heights of the chunks in pixels; null if not measured yet. */
  heights: (number | null)[]
  isShown: (chunk: number) => boolean
  /** The newest message is out of view. */
  isAway: boolean
  /** The number of messages that arrived below the view. */
  news: number
  toEnd: () => void
}

type Options = {
  /** The first message id of each chunk. */
  cuts: readonly number[]
  /** Whether the messages below the divider came while the page was hidden. */
  isMissed: boolean
  /** The place to open at if there is no divider, or null for the end. */
  returnTo: LeftPlace | null
  /** Called with the range of shown chunks. */
  reach: (first: number, last: number) => void
  /** Called when the conversation leaves the screen, with its place; null at the end. */
  onLeave: (place: LeftPlace | null) => void
}

export const useThreadScroll = (
  messages: readonly ThreadMessage[],
  { cuts, isMissed, returnTo, reach, onLeave }: Options,
): ThreadScroll => {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const divider = useRef<HTMLDivElement>(null)
  const place = useRef<Place | null>(null)
  const [measured] = useState(() => new Map<number, number>())
  // Stored by message id: the index of a chunk changes with every older page.
  const [shown, setShown] = useState(EVERY_CHUNK)
  const [isAway, setAway] = useState(false)
  const [news, setNews] = useState(0)
  const heights = cuts.map((cut) => measured.get(cut) ?? null)

  /** Reads the scroll position, and decides which chunks must be on the page. */
  const look = useCallback((): void => {
    if (!box.current || !list.current) return
    const { scrollHeight, scrollTop, clientHeight } = box.current
    const left = scrollHeight - scrollTop - clientHeight
    place.current = { atEnd: left < NEAR_END, anchor: anchorIn(box.current, list.current), ...sizeOf(box.current) }
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
    const isAll = next.first === 0 && next.last === cuts.length - 1
    setShown((now) => {
      // A new state would render the screen twice as it opens.
      if (now === EVERY_CHUNK && isAll && focused === now.focused) return now
      return now.from === from && now.to === to && now.focused === focused ? now : { from, to, focused }
    })
  }, [cuts, measured])

  const onScroll = useCallback((): void => {
    const isEmpty = box.current && list.current && anchorIn(box.current, list.current) === null
    // A fast scroll landed in an empty spacer: render its chunks before the next paint.
    if (isEmpty) flushSync(look)
    else look()
  }, [look])

  const toEnd = useCallback((): void => {
    if (!box.current) return
    box.current.scrollTop = box.current.scrollHeight
    look()
  }, [look])

  // After every rendering and before the paint: scroll to a new message, else restore the reading position.
  const isOpen = useRef(false)
  const seen = useRef<Newest | null>(null)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- runs after every rendering; it compares before it sets state, so it ends
  useLayoutEffect(() => {
    if (!box.current || !list.current || messages.length === 0) return
    for (const chunk of list.current.querySelectorAll<HTMLElement>('[data-chunk]'))
      measured.set(Number(chunk.dataset['chunk']), chunk.getBoundingClientRect().height)
    const newest = newestOf(messages)
    const change = seen.current && changeOf(seen.current, newest)
    if (change === 'arrived' && place.current?.atEnd === false)
      setNews((count) => count + arrivedSince(messages, seen.current))
    seen.current = newest
    if (!isOpen.current || (isMissed && change === 'arrived' && place.current?.atEnd)) {
      box.current.scrollTop = divider.current ? topOf(divider.current, box.current) - 8 : box.current.scrollHeight
      if (returnTo && !divider.current && !isOpen.current) restoreAnchor(box.current, list.current, returnTo)
    } else if (change === 'written' || place.current?.atEnd) box.current.scrollTop = box.current.scrollHeight
    else if (place.current?.anchor) restoreAnchor(box.current, list.current, place.current.anchor)
    isOpen.current = true
    look()
  })

  const shownMessages = useRef(messages)
  useEffect(() => {
    shownMessages.current = messages
  }, [messages])
  useEffect(
    () => () => {
      const left = place.current?.atEnd === false ? place.current.anchor : null
      const id = shownMessages.current.find(({ key }) => key === left?.key)?.id ?? null
      onLeave(left && id !== null ? { ...left, id } : null)
    },
    [onLeave],
  )

  useEffect(() => reach(chunkAt({ cuts }, shown.from), chunkAt({ cuts }, shown.to)), [reach, shown, cuts])

  // A keyboard that opens, a turned phone or a bubble that grows must not move what is read out of view.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!box.current || !list.current) return
      if (place.current?.atEnd) box.current.scrollTop = box.current.scrollHeight
      else if (place.current) restoreView(box.current, list.current, place.current)
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

/** The chunk with the focused element stays rendered, so that scrolling does not take the focus. */
const focusedChunk = (list: HTMLElement): number => {
  const { activeElement } = document
  const chunk =
    activeElement && list.contains(activeElement) ? activeElement.closest<HTMLElement>('[data-chunk]') : null
  return Number(chunk?.dataset['chunk'] ?? -1)
}

const arrivedSince = (messages: readonly ThreadMessage[], before: Newest | null): number =>
  messages.filter(({ mine, id }) => !mine && id !== null && id > (before?.stored ?? 0)).length

/** The scroll anchor of a conversation: the first message in view, and its distance from the top of the view. */
type Anchor = { key: string; offset: number }

/** The place at which a conversation was left, with the id of its message. */
export type LeftPlace = Anchor & { id: number }

/** Null if no message is in view. */
const anchorIn = (box: HTMLElement, list: HTMLElement): Anchor | null => {
  const view = box.getBoundingClientRect()
  for (const chunk of list.querySelectorAll<HTMLElement>('[data-chunk]')) {
    const { top, bottom } = chunk.getBoundingClientRect()
    if (bottom <= view.top || top >= view.bottom) continue
    const item = firstInView(chunk.children, view.top)
    if (item instanceof HTMLElement)
      return { key: item.dataset['key'] ?? '', offset: item.getBoundingClientRect().top - view.top }
  }
  return null
}

/** Scrolls by the distance that the anchor message moved. */
const restoreAnchor = (box: HTMLElement, list: HTMLElement, { key, offset }: Anchor): void => {
  const item = list.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (!item) return
  const moved = item.getBoundingClientRect().top - box.getBoundingClientRect().top - offset
  if (Math.abs(moved) >= 0.5) box.scrollTop += moved
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement): ViewSize => ({ width, height })

/**
 * After a change of size. A keyboard and a growing field take room at the bottom, and the lines above them stay in view, as in every
 * messenger. At another width the lines break anew, so the first message in view stays.
 */
const restoreView = (box: HTMLElement, list: HTMLElement, { anchor, width, height }: Place): void => {
  if (anchor) restoreAnchor(box, list, anchor)
  if (box.clientWidth === width && box.clientHeight !== height) box.scrollTop += height - box.clientHeight
}

/** Items are stacked, so a binary search finds the first one in view with few measurements. */
const firstInView = (items: HTMLCollection, top: number): Element | undefined => {
  let from = 0
  let to = items.length - 1
  while (from < to) {
    const middle = (from + to) >> 1
    if ((items[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle
    else from = middle + 1
  }
  return items[from]
}

/** The newest messages at one look at a conversation. */
type Newest = {
  /** The client id of my newest message; client ids sort by their time of creation. */
  written: string
  /** The id of my newest message; Infinity until the server has stored it. */
  writtenId: number
  /** The id of the partner's newest message, and of the newest of both. */
  arrived: number
  stored: number
}

export const newestOf = (messages: readonly ThreadMessage[]): Newest => {
  let newest: Newest = { written: '', writtenId: 0, arrived: 0, stored: 0 }
  for (const { mine, client_id, id } of messages) {
    const isNewer = mine && client_id > newest.written
    newest = {
      written: isNewer ? client_id : newest.written,
      writtenId: isNewer ? (id ?? Infinity) : newest.writtenId,
      arrived: mine ? newest.arrived : Math.max(newest.arrived, id ?? 0),
      stored: Math.max(newest.stored, id ?? 0),
    }
  }
  return newest
}

/**
 * Compares ids, because neither the number of messages nor the last one shows what is new. A refused message of mine
 * may be below an arriving one, and an older page may be put in front. A message that is discarded or finally sent is
 * not new. My first cached message may also be on an older page.
 */
export const changeOf = (before: Newest, now: Newest): 'written' | 'arrived' | null => {
  if (now.written > before.written && now.writtenId > before.stored && now.arrived <= before.stored) return 'written'
  return now.arrived > before.stored ? 'arrived' : null
}
