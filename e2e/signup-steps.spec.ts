/** The way in, step by step: on a phone's page and in the dialog elsewhere, resumed, offline, refused [ACC-1]. */
import sharp from 'sharp'
import { expect, type Page } from 'playwright/test'
import {
  activationLink,
  DEMO,
  fillAccount,
  fillTown,
  fillYou,
  join,
  logIn,
  ownUser,
  PASSWORD,
  person,
  chooseWantedGender,
  stepButton,
  stepHeading,
  withoutPush,
} from './support/people.ts'
import { signUpClient } from './support/client.ts'
import type { Product } from './support/product.ts'
import { heart } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

const DESKTOP = { width: 1280, height: 800 }

const signupLink = (page: Page) => page.getByRole('link', { name: text('index.signup') }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const atStep = (page: Page, number: number) =>
  expect(page.getByRole('progressbar', { name: text('signup.progress') })).toHaveAttribute(
    'aria-valuenow',
    String(number),
  )

/** Each of the four steps is done, and the mail has its link. */
const expectActivation = async (page: Page, product: Product, email: string): Promise<void> => {
  const steps = page.getByRole('list', { name: text('activate.steps') }).getByRole('listitem')
  const words = ['checkingProfile', 'creatingAccount', 'findingMatches', 'sendingMail'] as const
  for (const [index, word] of words.entries()) {
    await expect(steps.nth(index)).toContainText(text(`activate.${word}`))
    await expect(steps.nth(index)).toContainText(text('activate.stateDone'))
  }
  await expect(page.getByText(email)).toBeVisible()
  expect(await activationLink(product, email)).toContain('/api/activate?token=')
  await expect.poll(async () => (await ownUser(page)).settings.signup_step).toBeNull()
}

test('[SHELL-13][ACC-1][ACC-7][ACC-19] a phone gets the page, and resumes where it was after every reload, also without a network', async ({
  context,
  page,
  product,
  watch,
}) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const anna = person('Anna')
  await page.goto('/')
  await signupLink(page).click()
  await expect(page).toHaveURL('/signup')
  await chooseWantedGender(page)

  await test.step('name and birthday, and the card that others will see', async () => {
    await expect(stepHeading(page, text('signup.youTitle'))).toBeFocused()
    await atStep(page, 2)
    await fillYou(page, anna)
    await expect(page.getByRole('region', { name: text('signup.seeing') })).toContainText(/Anna, \d\d/)
  })

  await test.step('a phone on its side with its keyboard open leaves the window to the field', async () => {
    const upright = page.viewportSize() ?? DESKTOP
    await page.setViewportSize({ width: 844, height: 190 })
    const field = page.getByLabel(text('signup.name'), { exact: true })
    await field.focus()
    await expect(field).toBeInViewport({ ratio: 1 })
    await expect(stepButton(page, 'signup.continue')).not.toBeInViewport()
    await page.setViewportSize(upright)
    await stepButton(page, 'signup.continue').click()
  })

  await test.step('the place by its first letters, and Back', async () => {
    await atStep(page, 3)
    await fillTown(page, anna)
    await stepButton(page, 'signup.continue').click()
    await page.getByRole('button', { name: text('signup.back') }).click()
    await expect(page.getByRole('combobox', { name: text('signup.city') })).toHaveValue('Milano')
    await stepButton(page, 'signup.continue').click()
  })

  await test.step('a photo, which a reload keeps', async () => {
    await atStep(page, 4)
    const jpeg = await sharp({ create: { width: 480, height: 600, channels: 3, background: '#c86' } })
      .jpeg()
      .toBuffer()
    await page
      .locator('input[data-photos=library]')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await stepButton(page, 'signup.continue').click()
    await atStep(page, 5)
    await page.reload()
    await atStep(page, 5)
    await expect(page.getByRole('region', { name: text('signup.seeing') })).toContainText(/Anna, \d\d.*Milano/)
  })

  await test.step('without a network it says what is missing, and keeps what was typed but the password', async () => {
    const password = page.getByLabel(text('login.password'), { exact: true })
    await controlled(page)
    await page.getByLabel(text('login.email')).fill(anna.email)
    await password.fill(PASSWORD)
    await context.setOffline(true)
    await expect(page.getByText(text('signup.needsNetwork'))).toBeVisible()
    await stepButton(page, 'signup.submit').click()
    await expect(page.getByRole('alert')).toContainText(text('error.network_unavailable'))
    await page.reload()
    await expect(page.getByRole('region', { name: text('signup.seeing') })).toContainText(/Anna, \d\d.*Milano/)
    await expect(page.getByLabel(text('login.email'))).toHaveValue(anna.email)
    await expect(password).toHaveValue('')
    expect(
      await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
    ).not.toContain(PASSWORD)
    await context.setOffline(false)
    await expect(page.getByText(text('signup.needsNetwork'))).toHaveCount(0)
    await password.fill(PASSWORD)
    await stepButton(page, 'signup.submit').click()
  })

  await test.step('the four steps of the mail, then one next step, and the offer to say more', async () => {
    await expect(page).toHaveURL('/complete-signup')
    await expect(stepHeading(page, text('activation.title'))).toBeFocused()
    await expectActivation(page, product, anna.email)
    await expect.poll(async () => (await ownUser(page)).profile.photos.length).toBe(1)
    expect((await ownUser(page)).profile.city_id).toBe('IT-25/milano')
    await page.getByRole('link', { name: text('signup.seeMatches') }).click()
    await page.getByRole('link', { name: text('signup.aWord') }).click()
    await expect(stepHeading(page, text('signup.personalTitle'))).toBeVisible()
  })
})

test(
  '[ACC-1][ACC-7][ACC-18] an account without these answers is asked for them, and resumes where it was',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(NETWORK_COMPLAINTS)
    const anna = person('Anna', { country: undefined, countryregion: undefined, city: undefined })
    await signUpClient(product.url, anna)
    await page.goto('/login')
    await page.getByLabel(text('login.email')).fill(anna.email)
    await page.getByLabel(text('login.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
    await expect(page).toHaveURL('/complete-signup')

    await test.step('a photo', async () => {
      await expect(stepHeading(page, text('signup.photoTitle'))).toBeFocused()
      await atStep(page, 1)
      await controlled(page)
      const jpeg = await sharp({ create: { width: 480, height: 600, channels: 3, background: '#c86' } })
        .jpeg()
        .toBuffer()
      await page
        .locator('input[data-photos=library]')
        .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: jpeg })
      await expect(page.getByRole('img', { name: text('me.photo') })).toBeVisible()
      await stepButton(page, 'signup.continue').click()
    })

    await test.step('Back and a reload: the step reached, with what was said', async () => {
      await atStep(page, 2)
      await expect.poll(async () => (await ownUser(page)).settings.signup_step).toBe(2)
      await page.getByRole('button', { name: text('signup.back') }).click()
      await atStep(page, 1)
      await page.reload()
      await atStep(page, 2)
      const step = page.getByRole('region', { name: text('signup.placeTitle') })
      await step.getByLabel(text('members.country')).selectOption('IT')
      await step.getByLabel(text('members.region')).selectOption('IT-25')
      await step.getByLabel(text('signup.city')).selectOption('IT-25/milano')
      await stepButton(page, 'signup.continue').click()
    })

    await test.step('nothing sensitive is offered before the consent, which is not ticked', async () => {
      await atStep(page, 3)
      const consent = page.getByRole('checkbox', { name: text('consent.sensitive') })
      await expect(consent).not.toBeChecked()
      await expect(page.getByLabel(text('value.looking_for'))).toHaveCount(0)
      await expect(page.getByRole('button', { name: text('interest.sex'), exact: true })).toHaveCount(0)
      await consent.check()
      await page.getByLabel(text('value.looking_for')).selectOption('both')
      for (const interest of ['interest.sex', 'interest.tea'] as const)
        await page.getByRole('button', { name: text(interest), exact: true }).click()
      await stepButton(page, 'signup.continue').click()
      await atStep(page, 4)
      // If the feed brought the profile while it was sent, the device shows the feed's until the next sync (`changeUser` of the worker).
      await expect
        .poll(async () => (await ownUser(page)).profile)
        .toMatchObject({ looking_for: 'both', city_id: 'IT-25/milano' })
      const { settings, profile } = await ownUser(page)
      expect(settings.consents.sensitive).not.toBeNull()
      expect(profile.interests.toSorted()).toEqual(['sex', 'tea'])
    })

    await test.step('the text about oneself survives a reload', async () => {
      await page.getByLabel(text('me.about')).fill('Due righe')
      await page.reload()
      await expect(page.getByLabel(text('me.about'))).toHaveValue('Due righe')
      await stepButton(page, 'signup.continue').click()
    })

    await test.step('the four steps of the mail: a failure with the next step, then each done, then people', async () => {
      await expect(stepHeading(page, text('signup.pushTitle'))).toBeVisible()
      await expect.poll(async () => (await ownUser(page)).settings.signup_step).toBe(5)
      product.gate.set('down')
      await withoutPush(page)
      await expect(page.getByText(text('error.network_unavailable')).first()).toBeVisible()
      product.gate.set('up')
      await page.getByRole('button', { name: text('ui.tryAgain') }).click()
      await expectActivation(page, product, anna.email)
      await page.getByRole('link', { name: text('signup.seeMatches') }).click()
      await expect(page).toHaveURL('/signup-matches')
      await expect(page.getByRole('heading', { name: text('signup.matchesTitle') })).toBeVisible()
    })
    expect((await ownUser(page)).profile.photos).toHaveLength(1)
  },
)

test(
  '[SHELL-13][ACC-1] a desktop gets the dialog, which no slip closes, and which a reload, another device and an address resume',
  { tag: '@long' },
  async ({ page, browser, product, watch }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/members')
    await page.goto('/premium')
    await signupLink(page).click()
    await expect(dialog(page)).toBeVisible()
    await expect(page).toHaveURL('/premium')
    await page.keyboard.press('Escape')
    await expect(dialog(page), 'nothing typed').toHaveCount(0)

    await signupLink(page).click()
    await fillAccount(page, person('Bruno', { gender: 'male' }))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(20, 400)
    await expect(dialog(page), 'something typed').toBeVisible()
    await dialog(page)
      .getByRole('button', { name: text('ui.close') })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(text('signup.kept'))).toBeVisible()

    await signupLink(page).click()
    await expect(page.getByLabel(text('login.email'))).toHaveValue('bruno@example.test')
    const password = page.getByLabel(text('login.password'), { exact: true })
    await password.fill(PASSWORD)
    await stepButton(page, 'signup.submit').click()
    await expect(stepHeading(page, text('activation.title'))).toBeFocused()
    await expect(page, 'the page one was on').toHaveURL('/premium')
    await expect.poll(async () => (await ownUser(page)).settings.signup_step).toBeNull()

    await page.reload()
    await expect(dialog(page)).toBeVisible()
    await expect(stepHeading(page, text('activation.title'))).toBeVisible()

    await page.goto('/members?api_signup_complete=1')
    await expect(page).toHaveURL('/complete-signup')
    await expect(stepHeading(page, text('activation.title'))).toBeVisible()

    const other = await browser.newContext({
      baseURL: product.url,
      locale: 'it-IT',
      viewport: { width: 390, height: 844 },
    })
    watch.over(other)
    const phone = await other.newPage()
    await phone.goto('/login')
    await phone.getByLabel(text('login.email')).fill('bruno@example.test')
    await phone.getByLabel(text('login.password'), { exact: true }).fill(PASSWORD)
    await phone.getByRole('button', { name: text('login.submit'), exact: true }).click()
    await phone.waitForURL('**/members**')
    await phone.goto('/complete-signup')
    await expect(stepHeading(phone, text('activation.title'))).toBeVisible()
    await other.close()

    await test.step('the address asks a visitor to log in, and leads a member with nothing left to the search', async () => {
      const third = await browser.newContext({ baseURL: product.url, locale: 'it-IT' })
      watch.over(third)
      const visitor = await third.newPage()
      await visitor.goto('/members?api_signup_complete=1')
      await expect(visitor).toHaveURL('/login')
      await logIn(visitor, DEMO.free)
      await visitor.goto('/members?api_signup_complete=1')
      await expect(visitor, 'nothing is left').toHaveURL('/members')
      await third.close()
    })
  },
)

test('[ACC-2][ACC-3][ACC-4][ACC-5][ACC-8][LIKE-8][CHAT-13][SHELL-14] an invalid field shows its error; a known address leads to login, and the login leads back', async ({
  page,
  product,
  watch,
}) => {
  // Chromium logs every refused request.
  watch.expectComplaints(/Failed to load resource/)
  await page.goto('/signup')
  await chooseWantedGender(page)
  const field = (key: 'login.email' | 'signup.name' | 'login.password') => page.getByLabel(text(key), { exact: true })
  const isRefused = async (at: Parameters<typeof field>[0], words: string) => {
    await expect(field(at)).toHaveAccessibleDescription(new RegExp(words.replaceAll('+', String.raw`\+`)))
    await expect(field(at)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(at)).toBeFocused()
  }
  for (const [name, words] of [
    ['@dora', text('field.name_starts_with_at')],
    ['dora@example.test', text('field.name_is_address')],
  ] as const) {
    await fillYou(page, person('Dora', { name }))
    await stepButton(page, 'signup.continue').click()
    await isRefused('signup.name', words)
  }
  await fillYou(page, person('Dora'))
  await stepButton(page, 'signup.continue').click()
  const submit = stepButton(page, 'signup.submit')
  for (const [password, words] of [
    ['short', text('field.password_too_short')],
    ['123456789012', text('field.password_common')],
  ] as const) {
    await fillAccount(page, person('Dora', { password }))
    await submit.click()
    await isRefused('login.password', words)
  }

  await fillAccount(page, person('Dora', { email: DEMO.free.email }))
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(text('error.email_taken'))
  await page
    .getByRole('alert')
    .getByRole('link', { name: text('shell.login') })
    .click()
  await expect(page).toHaveURL('/login')
  await expect(field('login.email'), 'the address comes along').toHaveValue(DEMO.free.email)

  await test.step('five wrong passwords block the account', async () => {
    await join(product, person('Elena'))
    await field('login.email').fill('elena@example.test')
    const attempt = async (): Promise<void> => {
      await field('login.password').fill('certainly not this one')
      await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
      await expect(page.getByRole('button', { name: text('login.submit'), exact: true })).toBeEnabled()
    }
    await attempt()
    await expect(page.getByRole('alert')).toContainText(text('error.login_failed'))
    for (let tries = 0; tries < 5; tries += 1) await attempt()
    await expect(page.getByRole('alert')).toContainText(text('error.account_blocked_other', { count: 15 }))
    await expect(field('login.email')).toHaveValue('elena@example.test')
    await expect(page.getByRole('link', { name: text('login.forgotten') })).toBeVisible()
  })

  await test.step('a visitor who would like or write is asked to come in, and comes back', async () => {
    const { id } = await join(product, person('Fabia'))
    await page.goto(`/members/${id}`)
    await page.getByRole('button', { name: pattern('profile.write') }).click()
    await expect(page.getByRole('dialog', { name: text('login.toChat') })).toBeVisible()
    await page.keyboard.press('Escape')
    await heart(page).first().click()
    const ask = page.getByRole('dialog', { name: text('login.toLike') })
    await expect(ask.getByRole('link', { name: text('index.signup') })).toBeVisible()
    await ask.getByRole('link', { name: text('shell.login') }).click()
    await page.getByLabel(text('login.email')).fill(DEMO.free.email)
    await page.getByLabel(text('login.password'), { exact: true }).fill(DEMO.free.password)
    await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
    await expect(page).toHaveURL(`/members/${id}`)
    await expect(page.getByRole('heading', { name: pattern('ui.nameAge') })).toBeVisible()
  })
})
