/** The smallest phone with the text at 200 %: nothing scrolls sideways, and no control is cut, covered or over another. */
import { expect, type Page } from 'playwright/test'
import { memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { DEMO, logIn } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true, viewport: { width: 320, height: 640 } })

/** Twice the browser's default. A setting of the browser, so that `rem` in media queries follows it too. */
const FONT_SIZE = 32
/** A fictional member of the seeded population. */
const FICTIONAL = 3

/** Lists parts of a screen that a reader cannot see or tap. It runs in the page, so it uses nothing from outside itself. */
const faults = (): string[] => {
  const found: string[] = []
  // eslint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const name = (element: Element): string =>
    `${element.localName}.${element.className} "${(element.textContent || element.ariaLabel || '').slice(0, 40)}"`
  const parents = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...parents(element.parentElement)] : []
  const styled = (element: Element, is: (style: CSSStyleDeclaration) => boolean): boolean =>
    [element, ...parents(element)].some((one) => is(getComputedStyle(one)))

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) found.push(`the page is ${wide} px too wide`)

  const controls = [
    ...document.querySelectorAll<HTMLElement>('button, a[href], summary, label, input, select, textarea, [role=tab]'),
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
    const isShort = getComputedStyle(control).textOverflow === 'ellipsis'
    if (
      !isShort &&
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

const walk = async (page: Page, paths: readonly string[]): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZE } })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(text('ui.loading'))).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: text('ui.loading') })).toHaveCount(0)
    expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(
      FONT_SIZE,
    )
    expect.soft(await page.evaluate(faults), path).toEqual([])
  }
}

test('[SHELL-19] the screens of members fit a small phone with text of 200 %', async ({ page, product, watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await logIn(page, DEMO.premium)
  const me = product.data.memberOf(DEMO.premium.email)
  const [partner = 0] = product.data.partnersOf(me)
  const [stranger = 0] = product.data.strangersTo(me)
  await walk(page, memberPaths({ me, partner, stranger, fictional: FICTIONAL }))
})

test('[SHELL-19] the pages of visitors fit a small phone with text of 200 %', async ({ page, product, watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await walk(page, visitorPaths(product.data.memberWithPhotos(2)))
})
