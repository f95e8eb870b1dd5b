/** Passkeys in a browser with an authenticator: join without a password, log in by autofill and by button, settings, recovery. */
import { expect, type Page } from 'playwright/test'
import { linkTo } from './support/inbox.ts'
import { fillAllButPassword, join, logIn, ownUser, person, stepHeading } from './support/people.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

const MIA = person('Mia')
/** Chromium logs this message for every refused request. */
const REFUSALS = /Failed to load resource: the server responded with a status of 4\d\d/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A phone whose screen lock answers at once. */
const withAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async (): Promise<number> =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    lose: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    /** Whether the person answers when a page asks. */
    answers: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const logOut = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/logout')
  })

test('[ACC-20] join with a passkey, log in by autofill, keep the last way in, and recover by mail', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(REFUSALS)
  const device = await withAuthenticator(page)

  await test.step('the last question offers a passkey, and no password is needed', async () => {
    await page.goto('/signup')
    await fillAllButPassword(page, MIA)
    await expect(page.getByLabel(text('login.password'), { exact: true })).toHaveCount(0)
    await button(page, text('signup.passkey')).click()
    await expect(stepHeading(page, text('activation.title'))).toBeVisible()
    expect(await device.count()).toBe(1)
    // The login below continues the signup until this is saved.
    await expect.poll(async () => (await ownUser(page)).settings.signup_step).toBeNull()
  })

  await test.step('the autofill of the mail field logs in, without a tap on a button', async () => {
    await logOut(page)
    await page.goto('/login')
    await page.waitForURL('**/members**')
  })

  await test.step('the settings list it as the only way to log in, which stays', async () => {
    await page.goto('/notifications')
    await page
      .locator('summary')
      .filter({ hasText: text('settings.passkeys') })
      .click()
    const own = page.getByRole('main').locator('details li')
    await expect(own).toHaveCount(1)
    await expect(page.getByText(text('settings.passkeyOnly'))).toBeVisible()
    await expect(own.getByRole('button')).toHaveText([text('settings.passkeyRename')])
  })

  await test.step('it gets another name', async () => {
    const own = page.getByRole('main').locator('details li')
    await own.getByRole('button').click()
    await page.getByLabel(text('settings.passkeyName'), { exact: true }).fill('Blue telephone')
    await page
      .locator('details form')
      .getByRole('button', { name: text('settings.passkeyRename'), exact: true })
      .click()
    await expect(own).toContainText('Blue telephone')
  })

  await test.step('a link by mail sets a new passkey in place of the lost one', async () => {
    await logOut(page)
    await device.lose()
    await page.request.post('/api/reset-password', { data: { email: MIA.email } })
    await page.goto(await linkTo(product, MIA.email, '/reset-password/do'))
    await button(page, text('password.passkeyInstead')).click()
    await page.waitForURL('**/members**')
    await page.goto('/notifications')
    await page
      .locator('summary')
      .filter({ hasText: text('settings.passkeys') })
      .click()
    await expect(page.getByRole('main').locator('details li')).toHaveCount(1)
  })

  await test.step('the button logs in as well', async () => {
    // The autofill has begun and waits; the person chooses the button.
    await device.answers(false)
    await logOut(page)
    const asked = page.waitForResponse('**/api/passkeys/options')
    await page.goto('/login')
    await asked
    await expect(page.getByLabel(text('login.email'))).toHaveAttribute('autocomplete', 'username webauthn')
    await device.answers(true)
    await button(page, text('login.passkey')).click()
    await page.waitForURL('**/members**')
  })
})

test(
  '[ACC-20] after a login by password the browser is asked quietly, and its silence does not close the settings',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(REFUSALS)
    const device = await withAuthenticator(page)
    const anna = person('Anna')
    await join(product, anna)
    // Without a password manager Chromium leaves the quiet request open for ever.
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/passkeys/own-options'))
    await logIn(page, anna)
    expect((await asked).postDataJSON()).toMatchObject({ for: 'add', quiet: true })
    // A new document would end the quiet request, so the test follows links.
    await page.locator('a[href="/profile"]:visible').first().click()
    await page.locator('a[href="/notifications"]:visible').first().click()
    await page
      .locator('summary')
      .filter({ hasText: text('settings.passkeys') })
      .click()
    await button(page, text('settings.passkeyAdd')).click()
    const form = page.locator('details form')
    await form.getByLabel(text('settings.passkeyName'), { exact: true }).fill('Red telephone')
    await form.getByLabel(text('settings.passwordNow'), { exact: true }).fill(anna.password)
    await form.getByRole('button', { name: text('settings.passkeyAdd'), exact: true }).click()
    await expect(page.getByRole('main').locator('details li')).toContainText('Red telephone')
    expect(await device.count()).toBe(1)
  },
)
