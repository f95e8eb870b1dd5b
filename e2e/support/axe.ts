/** Accessibility checks [SHELL-19]: the crawl checks every screen, and tests check the dialogs and states that they open. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** The rules that depend on colours. A colour scheme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Options = {
  /** CSS selector of the part to check; the whole page if absent. */
  within?: string
  rules?: string[]
}

/**
 * Ends all movement, and lets none begin: a colour in transition has no contrast to measure, nor has a text that fades in, such as a count
 * whose answer comes while axe looks.
 * @returns the style sheet that does this
 */
const holdStill = (page: Page) =>
  page.evaluateHandle(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*, ::before, ::after, ::backdrop { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    // Scripts animate, too. Longer animations repeat for as long as the screen waits.
    const short = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 1000)
    await Promise.allSettled(short.map(({ finished }) => finished))
    return sheet
  })

/** @param what names the state of the screen in a failure */
export const expectAccessible = async (page: Page, what: string, { within, rules }: Options = {}): Promise<void> => {
  // Without frames axe can report in the page itself. Its default opens a second page for the report, which costs more than the check.
  expect(page.frames(), 'a page without frames').toHaveLength(1)
  const still = await holdStill(page)
  // The first check of a page brings axe into it. Later ones need not: compiling axe costs as much as a check.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode(true)
  // Only violations need all their elements: finding a selector for each element that passes took most of the time.
  axe.options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (rules) axe.withRules(rules)
  const { violations, passes, incomplete } = await axe.analyze()
  await still.evaluate((held) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== held)
  })
  // Axe does not know that a dialog is above the page: a title over the bar leaves a rule undecided, whatever else it finds.
  expect(passes.length + incomplete.length, 'rules that apply').toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, what).toEqual([])
}

/** Checks all rules in the light colours, and contrasts again in the dark ones. */
export const expectAccessibleInBothThemes = async (
  page: Page,
  what: string,
  within?: { within: string },
): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, what, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${what}, dark`, { ...within, rules: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
}
