/** The age check in a browser: the gate, the sandbox's wallet and provider, and what was refused before [GUARD-6]. */
import { expect } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { join, person, settleIn } from './support/people.ts'
import { bubble, openChat, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('[GUARD-6] a member writes only after a check: refused, then a wallet without a valid proof, then a valid one', async ({
  page,
  product,
}) => {
  const anna = await join(product, person('Anna'))
  const mia = person('Mia')
  const { id } = await join(product, mia)
  // The server reads the setting again within ten seconds: most of them pass while the device is filled.
  product.data.askForAge(id, 'IT')
  await settleIn(page, mia)
  await openChat(page, anna.id)
  await write(page, 'hello before the check')
  const refused = bubble(page, 'hello before the check')
  await expect(refused).toContainText(pattern('error.age_check_required'))
  await refused.getByRole('link', { name: text('shell.ageGo') }).click()

  await test.step('the screen says why, what is stored, and the ways', async () => {
    const go = page.getByRole('button', { name: text('age.euProofGo') })
    await expect(async () => {
      if (!(await go.isVisible())) await page.reload()
      await expect(go).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByText(text('age.stored'))).toBeVisible()
    await expectAccessibleInBothThemes(page, 'the age check')
    await page.setViewportSize(DESKTOP)
    await go.click()
    await expect(page.getByRole('img', { name: text('age.qr') })).toBeVisible()
    await expectAccessibleInBothThemes(page, 'the code of the age check')
    await page.setViewportSize(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  })

  const inWallet = async (choice: string): Promise<void> => {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: text('age.sandbox') }).click()
    const wallet = await opened
    await wallet.locator(`input[value=${choice}]`).check()
    await wallet.getByRole('button').click()
    await wallet.getByRole('status').waitFor()
    await wallet.close()
    await page.bringToFront()
  }

  await test.step('a self-made proof is refused with its reason, and another try is offered', async () => {
    await inWallet('self_made')
    await expect(page.getByText(text('age.fault_untrusted'))).toBeVisible()
  })

  await test.step('a valid proof opens everything, and the refused message is sent again', async () => {
    await page.getByRole('button', { name: text('age.euProofGo') }).click()
    await inWallet('over_18')
    await expect(page.getByRole('heading', { name: text('age.passedTitle') })).toBeVisible()
    await openChat(page, anna.id)
    await refused.getByRole('button', { name: text('chat.retry') }).click()
    await expect(refused).toContainText(text('chat.stateSent'))
  })
})

test('[GUARD-6] the provider sends the member back with a result', { tag: '@long' }, async ({ page, product }) => {
  const mia = person('Mia')
  await join(product, mia)
  const me = await settleIn(page, mia)
  product.data.askForAge(me, 'IT')
  const go = page.getByRole('button', { name: text('age.providerGo') })
  await expect(async () => {
    await page.goto('/age')
    await expect(go).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await go.click()
  await page.locator('input[value=cancelled]').check()
  await page.getByRole('button').click()
  await expect(page.getByText(text('age.fault_abandoned'))).toBeVisible()
  await go.click()
  await page.locator('input[value=over_18]').check()
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { name: text('age.passedTitle') })).toBeVisible()
})
