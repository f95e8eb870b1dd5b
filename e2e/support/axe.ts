/** Screens and dialogs that a crawl of paths does not reach, checked by axe where a test opens them [SHELL-19]. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** @param what names the state of the screen in a failure */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, what).toEqual([])
}
