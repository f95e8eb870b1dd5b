/** The smallest phone with the text at 200 %: finds what does not fit. */
import { expect, type Page } from 'playwright/test'

export const SMALLEST = { width: 320, height: 640 }

/** Twice the browser's default. A setting of the browser, so that `rem` in media queries follows it too. */
const FONT_SIZE = 32

export const enlargeText = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZE } })
}

/**
 * Waits for the end of all animations that end. A dialog that still rises is over the edge of the window, also during the one millisecond that
 * reduced motion leaves it, and so are the two photos of a match that fly towards each other for a second.
 */
const untilStill = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap(({ effect, finished, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime) ? [finished] : [],
        ),
    ),
  )

/** @param what names the state of the screen in a failure */
export const expectFits = async (page: Page, what: string): Promise<void> => {
  await untilStill(page)
  expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(
    FONT_SIZE,
  )
  expect.soft(await page.evaluate(faults), what).toEqual([])
}

/** Looks at an open dialog, or a line over the screen, in the smallest window with large text, and puts both back. */
export const expectFitsSmallest = async (page: Page, what: string): Promise<void> => {
  const before = page.viewportSize()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZE } })
  await page.setViewportSize(SMALLEST)
  await expectFits(page, what)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZE / 2 } })
  await cdp.detach()
  if (before) await page.setViewportSize(before)
}

/** Lists parts of a screen that a reader cannot see or tap. It runs in the page, so it uses nothing from outside itself. */
const faults = (): string[] => {
  const found: string[] = []
  // eslint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const name = (element: Element): string =>
    `${element.localName}.${element.className} "${(element.textContent || element.ariaLabel || '').slice(0, 40)}"`
  // eslint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const wordsOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
    return (copy.textContent ?? '').trim()
  }
  const parents = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...parents(element.parentElement)] : []
  const styled = (element: Element, is: (style: CSSStyleDeclaration) => boolean): boolean =>
    [element, ...parents(element)].some((one) => is(getComputedStyle(one)))

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) found.push(`the page is ${wide} px too wide`)

  // A dialog or menu takes all taps; the controls behind it are not used.
  const top = [...document.querySelectorAll<HTMLElement>('dialog:modal, [popover]:popover-open')].at(-1)
  if (top !== undefined) {
    const { left, top: above, right, bottom } = top.getBoundingClientRect()
    if (left < -1 || above < -1 || right > document.documentElement.clientWidth + 1 || bottom > innerHeight + 1)
      found.push(`over the edge of the window: ${name(top)}`)
    if (top.scrollWidth > top.clientWidth + 1) found.push(`it scrolls sideways: ${name(top)}`)
  }
  /** A word that a browser may hyphenate is longer (`hyphenate-limit-chars`). Links and rows may have a member's own words. */
  // eslint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const brokenWords = (control: Element): string[] => {
    if (!control.matches('button, label, [role=tab]')) return []
    const nodes = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{M}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (word.length < 10 && new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1)
          broken.push(word)
      }
    return broken
  }
  const controls = [
    ...(top ?? document).querySelectorAll<HTMLElement>(
      'button, a[href], summary, label, input, select, textarea, [role=tab]',
    ),
  ].filter((control) => {
    const { width, height } = control.getBoundingClientRect()
    // Invisible inputs lie over their visible label.
    return control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 2 && height > 2
  })
  for (const control of controls) {
    const { left, right } = control.getBoundingClientRect()
    const isInStrip = styled(control, ({ overflowX }) => overflowX === 'auto' || overflowX === 'scroll')
    if (!isInStrip && (left < -1 || right > document.documentElement.clientWidth + 1))
      found.push(`outside the window: ${name(control)}`)
    if (control.localName === 'button' && control.scrollHeight > control.clientHeight + 1 && wordsOf(control) !== '')
      found.push(`its lines do not fit: ${name(control)}`)
    for (const word of brokenWords(control)) found.push(`it breaks ${word}: ${name(control)}`)
    const isShort = getComputedStyle(control).textOverflow === 'ellipsis'
    // A drawing may lean out of its control; the letters in it stand for photos.
    const isDrawing = control.matches('button, a') && wordsOf(control) === ''
    if (
      !isShort &&
      !isDrawing &&
      control.localName !== 'input' &&
      control.scrollWidth > control.clientWidth + 1 &&
      control.clientWidth > 0
    )
      found.push(`its words do not fit: ${name(control)}`)
  }

  /** The part of a box that its scrolling or cutting parents show. */
  const shown = (element: Element): DOMRect => {
    const box = element.getBoundingClientRect()
    let { left, top, right, bottom } = box
    for (const parent of parents(element)) {
      if (getComputedStyle(parent).overflowY === 'visible' || parent === document.body) continue
      const room = parent.getBoundingClientRect()
      ;[left, top] = [Math.max(left, room.left), Math.max(top, room.top)]
      ;[right, bottom] = [Math.min(right, room.right), Math.min(bottom, room.bottom)]
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  // Bars that stay in place while the page scrolls lie over its controls on purpose.
  const isInPlace = (element: Element): boolean =>
    styled(element, ({ position }) => position === 'fixed' || position === 'sticky')
  for (const group of [controls.filter((one) => !isInPlace(one)), controls.filter(isInPlace)]) {
    const boxes = group.map(shown)
    for (const [index, one] of group.entries())
      for (const [next, other] of [...group.entries()].slice(index + 1)) {
        const [a, b] = [boxes[index], boxes[next]]
        if (!a || !b || one.contains(other) || other.contains(one)) continue
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        // A button may lie inside a photo that is a link itself.
        const isInside = [a, b].some((box) => width >= box.width - 1 && height >= box.height - 1)
        if (width > 2 && height > 2 && !isInside) found.push(`over each other: ${name(one)} and ${name(other)}`)
      }
  }
  return found
}
