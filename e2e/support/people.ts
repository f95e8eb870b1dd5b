/** Makes members for tests: by calls if a test only needs the member, else by hand in the browser. */
import { expect, type Locator, type Page } from 'playwright/test'
import type { CallInput } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { secondStepDone } from './app-files.ts'
import { signUpClient, type Client } from './client.ts'
import { filled } from './device.ts'
import type { Product } from './product.ts'
import { text } from './texts.ts'
import { controlled } from './worker.ts'

/** Always with a password; a passkey is made in the browser. */
export type Person = CallInput<'signup'>['body'] & { password: string }

export const PASSWORD = 'two seats by the window'

/** Demo accounts that the seeder makes. */
export const DEMO = {
  free: { email: 'free@demo.test', password: 'welcome-to-the-demo' },
  premium: { email: 'premium@demo.test', password: 'welcome-to-the-demo' },
} as const

/** The longest name, as wide as letters are, without a space to break it at. */
export const WIDE_NAME = 'M'.repeat(30)

/** A plausible person from Milan; a test overrides the fields that it cares about. */
export const person = (name: string, own: Partial<Person> = {}): Person => ({
  email: `${name.toLowerCase()}@example.test`,
  name,
  password: PASSWORD,
  date_of_birth: '1991-04-23',
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-25',
  city: 'IT-25/milano',
  language: 'it',
  ...own,
})

/** The member whose device most tests use. */
export const CARLO = person('Carlo', { gender: 'male' })

/** The path and token of the newest activation mail. */
export const activationLink = async (product: Product, email: string): Promise<string> => {
  const mail = (await product.mailsTo(email)).at(-1)
  const link = /https?:\/\/[^\s"<>]+\/api\/activate[^\s"<>]*/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`No activation link in the mail to ${email}.`)
  return link
}

/** Makes a confirmed member who has finished signup and wants to meet everybody. @returns a client without a browser */
export const join = async (product: Product, someone: Person): Promise<Client> => {
  const client = await signUpClient(product.url, { looking_for: 'both', consent_sensitive: true, ...someone })
  await client.ask('activation.send', {})
  await client.ask('notifications.put', { body: { signup_step: null } })
  const link = new URL(await activationLink(product, someone.email))
  await fetch(new URL(link.pathname, link), { method: 'POST', body: link.searchParams, redirect: 'manual' })
  return client
}

const GENDER = { female: text('signup.female'), male: text('signup.male') }

/** A button of a signup step, on the page or in the dialog over it. */
export const stepButton = (page: Page, key: 'signup.submit' | 'signup.skip' | 'signup.continue'): Locator =>
  page.getByRole('button', { name: text(key), exact: true })

export const stepHeading = (page: Page, title: string): Locator =>
  page.getByRole('heading', { name: title, level: 1, exact: true })

/** Answers the first question of signup without the consent, so the answer stays on the device [ACC-19]. */
export const chooseWantedGender = async (
  page: Page,
  whom: 'value.looking_for_female' | 'value.looking_for_male' | 'whom.both' = 'whom.both',
) => {
  await page.getByRole('radio', { name: text(whom), exact: true }).check()
  await stepButton(page, 'signup.continue').click()
}

/** Answers the remaining questions of signup up to the mail address, and skips the photo. */
export const fillAllButPassword = async (page: Page, someone: Person): Promise<void> => {
  const at = (title: string): Locator => stepHeading(page, title)
  const [whom, you, town, face] = [
    at(text('whom.title')),
    at(text('signup.youTitle')),
    at(text('signup.placeTitle')),
    at(text('signup.photoTitle')),
  ]
  const email = page.getByLabel(text('login.email'))
  await expect(whom.or(you).or(town).or(face).or(email)).toBeVisible()
  if (await whom.isVisible()) await chooseWantedGender(page)
  await expect(you.or(town).or(face).or(email)).toBeVisible()
  if (await you.isVisible()) {
    await fillYou(page, someone)
    await stepButton(page, 'signup.continue').click()
  }
  await expect(town.or(face).or(email)).toBeVisible()
  if (await town.isVisible()) {
    await fillTown(page, someone)
    await stepButton(page, 'signup.continue').click()
  }
  await expect(face.or(email)).toBeVisible()
  if (await face.isVisible()) await stepButton(page, 'signup.skip').click()
  await email.fill(someone.email)
}

/** Fills in the whole account step, the password included. */
export const fillAccount = async (page: Page, someone: Person): Promise<void> => {
  await fillAllButPassword(page, someone)
  await page.getByLabel(text('login.password'), { exact: true }).fill(someone.password)
}

/** Fills in name, birthday and gender. */
export const fillYou = async (page: Page, someone: Person): Promise<void> => {
  await page.getByLabel(text('signup.name'), { exact: true }).fill(someone.name)
  await page.getByLabel(text('signup.birthDate'), { exact: true }).fill(someone.date_of_birth)
  await page
    .getByRole('radiogroup', { name: text('signup.gender') })
    .getByText(GENDER[someone.gender], { exact: true })
    .click()
}

/** Types the city's name and chooses the first suggestion. */
export const fillTown = async (page: Page, { city = '' }: Person): Promise<void> => {
  const name = city.split('/').at(-1) ?? ''
  await page.getByRole('combobox', { name: text('signup.city') }).fill(name)
  await page.getByRole('option').first().click()
}

/** Passes the step of notifications without enabling them, whatever this browser supports. */
export const withoutPush = async (page: Page): Promise<void> => {
  await expect(stepHeading(page, text('signup.pushTitle'))).toBeVisible()
  await stepButton(page, 'signup.skip').or(stepButton(page, 'signup.continue')).click()
}

/** Goes through signup as a visitor does, without a photo, up to the link in the mail. */
export const signUp = async (page: Page, someone: Person): Promise<void> => {
  await page.goto('/signup')
  await fillAccount(page, someone)
  await stepButton(page, 'signup.submit').click()
  await expect(stepHeading(page, text('activation.title'))).toBeVisible()
  await expect(page.getByText(text('activation.sent'))).toBeVisible()
}

/** Logs in by hand and ends on the search, which is a member's home [SHELL-14]. */
export const logIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(text('login.email')).fill(email)
  await page.getByLabel(text('login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
  await page.waitForURL('**/members**')
}

/**
 * Logs out by hand and ends on the front page [SHELL-14].
 * @param isAsked whether something waits on the device, so that the app first asks whether it may be lost
 */
export const logOut = async (page: Page, { isAsked = false } = {}): Promise<void> => {
  await page.goto('/profile')
  await page
    .getByRole('main')
    .getByRole('button', { name: text('shell.logout'), exact: true })
    .click()
  if (isAsked) await page.getByRole('button', { name: text('logout.anyway') }).click()
  await expect(page).toHaveURL('/')
}

/** Gives a device that has not opened the app yet the cookie of a session, and opens the search. */
export const arriveLoggedIn = async (
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  const answer = await page.request.post('/api/user', {
    headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE },
    data: { email, password },
  })
  expect(answer.status(), `login of ${email}`).toBe(200)
  await page.goto('/members')
}

/**
 * Logs the member in and waits until the device works without a network. A fresh page only gets a session cookie; a page
 * whose worker already answers logs in by hand, because the worker has to notice the login.
 */
export const settleIn = async (page: Page, account: { email: string; password: string }): Promise<number> => {
  const isFresh = page.url() === 'about:blank' && page.context().pages().length === 1
  await (isFresh ? arriveLoggedIn : logIn)(page, account)
  await controlled(page)
  const me = await page.evaluate(async () => {
    const response = await fetch('/api/user', { headers: { 'x-request-type': 'client' } })
    const { user } = (await response.json()) as { user: { id: number } }
    return user.id
  })
  await filled(page, me)
  // A test may cut the network next, so the whole app must be on the device.
  await secondStepDone(page)
  return me
}

/** Settles Carlo in on this page. @returns his number, and Anna, whom he may write to, as a client without a browser */
export const settleInAsCarlo = async (page: Page, product: Product): Promise<{ me: number; anna: Client }> => {
  const [, anna] = await Promise.all([join(product, CARLO), join(product, person('Anna'))])
  return { me: await settleIn(page, CARLO), anna }
}

/** The member as the device answers now. */
export const ownUser = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/user', { headers: { 'x-request-type': 'client' } })
    const { user } = (await response.json()) as {
      user: {
        credits: number
        settings: { signup_step: number | null; consents: { sensitive: number | null } }
        profile: { interests: string[]; looking_for: string | null; city_id: string | null; photos: unknown[] }
      }
    }
    return user
  })
