/** Reads the links in a member's mails, and the codes in their SMS. */
import { expect } from 'playwright/test'
import type { Mail, Product } from './product.ts'

/** Waits for a mail to an address that contains a text. @returns the newest such mail */
export const mailWith = async (product: Product, email: string, words: string | RegExp): Promise<Mail> => {
  const says = ({ subject, text }: Mail): boolean => `${subject}\n${text}`.search(words) !== -1
  const find = async (): Promise<Mail | undefined> => (await product.mailsTo(email)).findLast(says)
  await expect.poll(find, { message: `a mail to ${email} with ${String(words)}` }).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error(`The mail to ${email} is gone.`)
  return mail
}

/** Finds a link to a path or its subpaths in the newest mail that has one. */
export const linkTo = async (product: Product, email: string, path: string): Promise<string> => {
  const link = new RegExp(`https?://[^\\s"<>]+${path.replaceAll('/', '\\/')}\\?[^\\s"<>]+`)
  const { text } = await mailWith(product, email, link)
  const found = link.exec(text)?.[0]
  if (found === undefined) throw new Error(`No link to ${path} in the mail to ${email}.`)
  return found
}

type Sms = { recipient: string; text: string; at: number }

const smsTo = async ({ url }: Product, phone: string): Promise<Sms[]> => {
  const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(phone)}`)
  const { sms } = (await response.json()) as { sms: Sms[] }
  // The newest first.
  return sms
}

/** Waits for this many SMS to a phone. @returns the code of the newest */
export const codeTo = async (product: Product, phone: string, count = 1): Promise<string> => {
  await expect.poll(async () => (await smsTo(product, phone)).length, { message: `SMS to ${phone}` }).toBe(count)
  const [newest] = await smsTo(product, phone)
  const code = /#(\d{6})$/.exec(newest?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No code in the SMS to ${phone}.`)
  return code
}
