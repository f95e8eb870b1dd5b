/** Members made for a test: through the calls where only their being there matters, by hand in the browser elsewhere. */
import type { CallInput } from '#contract/calls.ts'
import { signUpClient, type Client } from './client.ts'
import type { Product } from './product.ts'

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
