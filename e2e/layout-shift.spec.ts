/** Neither an offer nor a queued write moves anything on a page [SHELL-20], [PWA-5]. */
import { expect } from 'playwright/test'
import { expectNothingMoved, watchFromNow } from './support/layout-shift.ts'
import { settleInAsCarlo } from './support/people.ts'
import { bubble, heart, memberCard, openChat, write } from './support/screens.ts'
import { test } from './support/push-service.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true, onDisk: true })

test(
  '[PWA-2][PWA-5][SHELL-20] only Chats shows the offer of notifications; neither the offer nor the note of a queued write moves anything',
  { tag: '@long' },
  async ({ context, page, product }) => {
    await context.grantPermissions(['notifications'], { origin: product.url })
    const { anna } = await settleInAsCarlo(page, product)

    await test.step('a queued write shows a note after two seconds', async () => {
      const card = memberCard(page, anna.id)
      await expect(card).toBeVisible()
      await watchFromNow(page)
      const held = product.gate.holdAnswers(`PUT /api/likes/${anna.id}`)
      const sending = page.getByText(text('shell.waiting_one'))
      await heart(card).click()
      const tapped = Date.now()
      await expect(sending).toBeVisible()
      expect(Date.now() - tapped, 'not at once').toBeGreaterThan(1_500)
      const note = await sending.locator('..').boundingBox()
      const tabs = await page.getByRole('navigation', { name: text('shell.navigation') }).boundingBox()
      expect(note && tabs && Math.abs(note.y + note.height - tabs.y), 'it lies on the tabs').toBeLessThanOrEqual(1)
      await expectNothingMoved(page, 'the note of a queued write')
      held.release()
      await expect(sending).toHaveCount(0)
      await expectNothingMoved(page, 'the note that has gone')
    })

    await test.step('only Chats shows the offer, and no row moves when it appears', async () => {
      const offer = page.getByText(text('offer.pushAfterMessage'))
      await openChat(page, anna.id)
      await write(page, 'Ciao Anna')
      await expect(bubble(page, 'Ciao Anna')).toContainText(text('chat.stateSent'))
      await expect(offer, 'not in the conversation').toHaveCount(0)
      await watchFromNow(page)
      await page.getByRole('link', { name: text('shell.backToChats') }).click()
      await expect(offer).toBeVisible()
      await expectNothingMoved(page, 'the offer in Chats')
      for (const path of ['/members', '/likes']) {
        await page.locator(`nav a[href="${path}"]:visible`).click()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(offer, path).toHaveCount(0)
      }
      await page.locator('nav a[href="/chats"]:visible').click()
      await expect(offer).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText(pattern('shell.offline'))).toBeVisible()
      await expect(offer, 'nobody can take it without a connection').toHaveCount(0)
    })
  },
)
