/** The scroll anchor of a conversation: the first message in view, and its distance from the top of the view. */
export type Anchor = { key: string; offset: number }

/** Null if no message is in view. */
export const anchorIn = (box: HTMLElement, list: HTMLElement): Anchor | null => {
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
export const keepAnchor = (box: HTMLElement, list: HTMLElement, { key, offset }: Anchor): void => {
  const item = list.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (!item) return
  const moved = item.getBoundingClientRect().top - box.getBoundingClientRect().top - offset
  if (Math.abs(moved) >= 0.5) box.scrollTop += moved
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
