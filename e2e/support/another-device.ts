/** Another device: a browser profile of its own. */
import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { Product } from './product.ts'
import type { Watch } from './test.ts'

export const PHONE = { width: 390, height: 844 }

type Options = Pick<Parameters<Browser['newContext']>[0] & object, 'hasTouch' | 'locale' | 'reducedMotion'>

export const anotherDevice = async (
  browser: Browser,
  product: Product,
  watch: Watch,
  options: Options = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'it-IT', viewport: PHONE, ...options })
  watch.over(context)
  return context
}

export const pageOn = async (browser: Browser, product: Product, watch: Watch): Promise<Page> =>
  (await anotherDevice(browser, product, watch)).newPage()
