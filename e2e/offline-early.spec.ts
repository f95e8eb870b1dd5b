/** The network fails before the whole app is cached: a missing screen says so, and opens by itself once the network is back. */
import { expect, type BrowserContext } from 'playwright/test'
import { missingOf, partOf } from './support/app-files.ts'
import { DEMO, logIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { memberCards } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

test.use({ losesNetwork: true })

/** No page asks for this file by itself on its first visit. It has the screen of the likes. */
const HELD = 'member-screens.ts'

type Outage = {
  name: string
  begin: (context: BrowserContext, product: Product) => Promise<void>
  /** The member opens the screen before the outage, so that its code is under way. */
  isAskedBefore?: boolean
  tag?: '@long'
}

const OUTAGES: Outage[] = [
  {
    name: 'running downloads are reset',
    begin: async (context, product) => {
      await context.setOffline(true)
      product.gate.set('down')
    },
  },
  { name: 'running downloads never end', begin: (context) => context.setOffline(true), tag: '@long' },
  {
    name: 'its own download never ends',
    begin: (context) => context.setOffline(true),
    isAskedBefore: true,
    tag: '@long',
  },
]

for (const { name, begin, isAskedBefore = false, tag } of OUTAGES)
  test(
    `[PWA-1][SHELL-16] a screen that is not cached yet says that the network is missing, and opens by itself once it is back: ${name}`,
    { tag: tag ?? [] },
    async ({ context, page, product }) => {
      const part = partOf(HELD)
      const held = product.gate.holdAnswers(`GET ${part}`)
      await logIn(page, DEMO.premium)
      await controlled(page)
      await expect(memberCards(page).first()).toBeVisible()
      const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
      const openLikes = () => tabs.getByRole('link', { name: text('shell.likes') }).click()
      if (isAskedBefore) await openLikes()
      await begin(context, product)
      await expect(page.getByText(text('shell.offline'), { exact: true })).toBeVisible()
      expect(await missingOf(page, [part])).toEqual([part])

      if (!isAskedBefore) await openLikes()
      const away = page.getByRole('heading', { name: text('shell.awayTitle') })
      await expect(away).toBeVisible()
      await expect(page.locator('main')).not.toContainText('500')
      // A cached screen still opens, and going back shows the offline screen again.
      await tabs.getByRole('link', { name: text('shell.search') }).click()
      await expect(memberCards(page).first()).toBeVisible()
      await page.goBack()
      await expect(away).toBeVisible()

      held.release()
      product.gate.set('up')
      await context.setOffline(false)
      await expect(page.getByRole('link', { name: text('likes.received') }).first()).toBeVisible()
      await expect(away).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe('/likes')
    },
  )
