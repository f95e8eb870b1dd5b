/** Reads the SMS codes of a phone from the development inbox. */
import { expect } from 'playwright/test'
import type { Product } from './product.ts'

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
