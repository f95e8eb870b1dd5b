/** Members made for a test: through the calls where only their being there matters, by hand in the browser elsewhere. */
import { expect, type Page } from 'playwright/test'
import type { CallInput } from '#contract/calls.ts'
import { signUpClient, type Client } from './client.ts'
import { filled } from './device.ts'
import type { Product } from './product.ts'
import { text } from './texts.ts'
import { controlled } from './worker.ts'

export type Person = CallInput<'signup'>['body']

export const PASSWORD = 'two seats by the window'

/** Demo accounts that the seeder makes. */
export const DEMO = {
  free: { email: 'free@demo.test', password: 'welcome-to-the-demo' },
  premium: { email: 'premium@demo.test', password: 'welcome-to-the-demo' },
} as const

/** Someone believable from Milan; what a test cares about it says itself. */
export const person = (name: string, own: Partial<Person> = {}): Person => ({
  email: `${name.toLowerCase()}@example.test`,
  name,
  password: PASSWORD,
  date_of_birth: '1991-04-23',
  gender: 'female',
  looking_for: 'both',
  country: 'IT',
  countryregion: 'IT-25',
  city: 'IT-25/milano',
  language: 'it',
  ...own,
})

/** The path and token of the newest activation mail. */
export const activationLink = async (product: Product, email: string): Promise<string> => {
  const mail = (await product.mailsTo(email)).at(-1)
  const link = /https?:\/\/[^\s"<>]+\/api\/activate[^\s"<>]*/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`No activation link in the mail to ${email}.`)
  return link
}

/** A confirmed member with a device without a browser. */
export const join = async (product: Product, someone: Person): Promise<Client> => {
  const client = await signUpClient(product.url, someone)
  await fetch(await activationLink(product, someone.email), { redirect: 'manual' })
  return client
}

const GENDER = { female: text('signup.female'), male: text('signup.male') }
const LOOKING_FOR = { female: text('members.women'), male: text('members.men'), both: text('members.both') }

/** Fills in the form as a visitor does, up to the screen that asks to confirm the address. */
export const signUp = async (page: Page, someone: Person): Promise<void> => {
  await page.goto('/signup')
  await page.getByLabel(text('signup.email')).fill(someone.email)
  await page.getByLabel(text('signup.name'), { exact: true }).fill(someone.name)
  await page.getByLabel(text('signup.password'), { exact: true }).fill(someone.password)
  await page.getByLabel(text('signup.birthDate')).fill(someone.date_of_birth)
  const choose = (group: string, choice: string): Promise<void> =>
    page.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click()
  await choose(text('signup.gender'), GENDER[someone.gender])
  await choose(text('signup.lookingFor'), LOOKING_FOR[someone.looking_for])
  await page.getByLabel(text('members.country')).selectOption(someone.country)
  await page.getByLabel(text('members.region')).selectOption(someone.countryregion)
  await page.getByLabel(text('signup.city')).selectOption(someone.city)
  await page.getByRole('button', { name: text('signup.submit') }).click()
  await expect(page.getByRole('heading', { name: text('activation.title') })).toBeVisible()
}

/** Logs in by hand and ends on the search, which is a member's home [SHELL-14]. */
export const logIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(text('signup.email')).fill(email)
  await page.getByLabel(text('signup.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
  await page.waitForURL('**/members**')
}

/** Logs in, and waits until this device works without a network. */
export const settleIn = async (page: Page, account: { email: string; password: string }): Promise<number> => {
  await logIn(page, account)
  await controlled(page)
  const me = await page.evaluate(async () => {
    const response = await fetch('/api/user', { headers: { 'x-request-type': 'client' } })
    const { user } = (await response.json()) as { user: { id: number } }
    return user.id
  })
  await filled(page, me)
  return me
}
