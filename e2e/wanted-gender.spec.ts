/**
 * The gender that the member wants to meet [ACC-19] is asked first at signup, and before Search and the swipe game show anybody.
 */
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fillAccount, join, person, chooseWantedGender, settleIn, stepButton, stepHeading } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

const UNANSWERED = { looking_for: undefined, consent_sensitive: undefined }

const question = (page: Page) => page.getByRole('radiogroup', { name: text('whom.title') })
const consent = (page: Page) => page.getByRole('checkbox', { name: text('whom.consent') })
const people = (page: Page) => page.locator('main a[href^="/members/"]')
const stored = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/user', { headers: { 'x-request-type': 'client' } })
    const { user } = (await response.json()) as {
      user: { profile: { looking_for: string | null }; settings: { consents: { sensitive: number | null } } }
    }
    return [user.profile.looking_for, user.settings.consents.sensitive !== null] as const
  })

test.beforeEach(({ watch }) => watch.expectComplaints(NETWORK_COMPLAINTS))

test('[ACC-19][ACC-18] signup asks first; without the consent the answer stays on the device and filters all the same', async ({
  page,
}) => {
  await page.goto('/signup')
  await expect(stepHeading(page, text('whom.title'))).toBeVisible()
  await expect(consent(page)).not.toBeChecked()
  await stepButton(page, 'signup.continue').click()
  await expect(page.getByText(text('whom.missing'))).toBeVisible()
  await expectAccessible(page, 'the question at signup, unanswered')
  await chooseWantedGender(page, 'value.looking_for_male')
  // Back to the question, which keeps its answer, also over a reload.
  await page.getByRole('button', { name: text('signup.back') }).click()
  await expect(page.getByRole('radio', { name: text('value.looking_for_male'), exact: true })).toBeChecked()
  await stepButton(page, 'signup.continue').click()
  await page.reload()
  await fillAccount(page, person('Anna'))
  await stepButton(page, 'signup.submit').click()
  await expect(stepHeading(page, text('activation.title'))).toBeVisible()
  expect(await stored(page)).toEqual([null, false])
  const asked = page.waitForRequest(/\/api\/members\?.*gender=male/)
  await page.goto('/members')
  await asked
  await expect(people(page).first()).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  const dealt = page.waitForRequest(/\/api\/swipe\?.*gender=male/)
  await page.goto('/swipe-game')
  await dealt
})

test('[ACC-19] with the consent the answer is stored with the account', { tag: '@long' }, async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('radio', { name: text('value.looking_for_female'), exact: true }).check()
  await consent(page).check()
  await stepButton(page, 'signup.continue').click()
  await fillAccount(page, person('Anna'))
  await stepButton(page, 'signup.submit').click()
  await expect(stepHeading(page, text('activation.title'))).toBeVisible()
  expect(await stored(page)).toEqual(['female', true])
})

test('[ACC-19] a member who never answered is asked before Search and the swipe game show anybody, once', async ({
  page,
  product,
}) => {
  const bert = person('Bert', { gender: 'male', ...UNANSWERED })
  await join(product, bert)
  await settleIn(page, bert)
  for (const path of ['/members', '/members?gender=female', '/swipe-game']) {
    await page.goto(path)
    await expect(question(page)).toBeVisible()
    await expect(people(page)).toHaveCount(0)
    await expectAccessible(page, `the question on ${path}`)
  }
  await page.goto('/members')
  await page.getByRole('radio', { name: text('value.looking_for_female'), exact: true }).check()
  await consent(page).check()
  await page.getByRole('button', { name: text('signup.continue'), exact: true }).click()
  await expect(page).toHaveURL(/gender=female/)
  await expect(people(page).first()).toBeVisible()
  await expect.poll(() => stored(page)).toEqual(['female', true])
  await page.goto('/swipe-game')
  await expect(page.locator('[data-deck]')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})

test('[ACC-18] a member who withdraws the consent is asked again, and the answer may stay on the device, offline too', async ({
  page,
  product,
}) => {
  const bert = person('Bert', { gender: 'male' })
  await join(product, bert)
  await settleIn(page, bert)
  await page.evaluate(() =>
    fetch('/api/consents/sensitive', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ given: false }),
    }),
  )
  await page.goto('/members')
  await expect(question(page)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: text('value.looking_for_female'), exact: true }).check()
  await page.getByRole('button', { name: text('signup.continue'), exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await page.reload()
  await expect(people(page).first()).toBeVisible()
  expect(await stored(page)).toEqual([null, false])
})
