/** `test` for every browser test: starts a product, and fails if the browser logs an unexpected error. */
import { test as base, type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'playwright/test'
import { persistentContext, TEST_ARGS } from './chromium.ts'
import { startProduct, type Product } from './product.ts'

export type Watch = {
  /** Fails the test on an unexpected console error, page error or request to another host. */
  over: (context: BrowserContext) => void
  /** From now on the test expects such an error, e.g. the browser's message about a cut network. */
  expectComplaints: (pattern: RegExp) => void
}

/** Chromium logs this message for every failed request once the network is cut. */
export const NETWORK_COMPLAINTS = /Failed to load resource|net::ERR_|EventSource/

/** The page fetches likely lists when it is idle. The server refuses them if a logout is faster. */
export const REFUSED_AFTER_LOGOUT = /403 .*\/api\/(?:chats|likes)\b/

type Fixtures = {
  product: Product
  /** All tests of a file share one server. Only for tests that write nothing that another test reads. */
  sharedServer: boolean
  /** The tests cut the network or end requests, so that Chromium logs each failed one. */
  losesNetwork: boolean
  watch: Watch
  /** Origin that every push goes to instead of the subscription's own. */
  pushStandIn: string | undefined
  /** The server limits calls and signups, as in production. */
  hasLimits: boolean
  /** Starts a browser with a profile on disk, which push and background sync need. */
  onDisk: boolean
  browserArgs: string[]
  /** Extra environment variables; like `browserArgs` only for a browser with a profile on disk. */
  browserEnv: Record<string, string>
  /** Keeps the back-forward cache, which Playwright switches off. Only for a browser with a profile on disk. */
  withBackForwardCache: boolean
}

/** The server of the file that this worker process runs. */
type FileServer = {
  of: (file: string) => Promise<Product>
  /** Ends the server of a file that is over: a test that kills its server must be alone in the process. */
  leave: (file: string) => Promise<void>
}

export const test = base.extend<Fixtures, { fileServer: FileServer }>({
  fileServer: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that this one needs
    async ({}, use) => {
      let running: { file: string; product: Product } | null = null
      const end = async (): Promise<void> => {
        await running?.product.close()
        running = null
      }
      const leave = async (file: string): Promise<void> => {
        if (running?.file !== file) await end()
      }
      await use({
        leave,
        of: async (file) => {
          await leave(file)
          running ??= { file, product: await startProduct({ pushStandIn: undefined }) }
          return running.product
        },
      })
      await end()
    },
    { scope: 'worker' },
  ],

  sharedServer: [false, { option: true }],
  losesNetwork: [false, { option: true }],
  pushStandIn: [undefined, { option: true }],
  hasLimits: [false, { option: true }],
  onDisk: [false, { option: true }],
  browserArgs: [[], { option: true }],
  browserEnv: [{}, { option: true }],
  withBackForwardCache: [false, { option: true }],

  product: async ({ pushStandIn, hasLimits, sharedServer, fileServer }, use, { file }) => {
    if (sharedServer) {
      await use(await fileServer.of(file))
      return
    }
    await fileServer.leave(file)
    const product = await startProduct({ pushStandIn, hasLimits })
    await use(product)
    await product.close()
  },

  watch: async ({ product, losesNetwork }, use) => {
    const complaints: string[] = []
    const expected: RegExp[] = losesNetwork ? [NETWORK_COMPLAINTS] : []
    const complain = (complaint: string): void => {
      if (!expected.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
    }
    const hear = (message: ConsoleMessage): void => {
      if (message.type() === 'error') complain(`console.error: ${message.text()} (${message.location().url})`)
    }
    const host = new URL(product.url).host
    await use({
      over: (context) => {
        context.on('console', hear)
        context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`))
        context.on('serviceworker', (worker) => worker.on('console', hear))
        context.on('request', (request) => {
          const url = new URL(request.url())
          // No third party sees a visitor [SAFE-5].
          if (url.protocol.startsWith('http') && url.host !== host) complain(`request to ${url.host}: ${request.url()}`)
        })
      },
      expectComplaints: (pattern) => expected.push(pattern),
    })
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`)
  },

  context: async (
    { context, onDisk, browserArgs, browserEnv, withBackForwardCache, watch, product, locale, viewport },
    use,
  ) => {
    if (!onDisk) {
      watch.over(context)
      await use(context)
      return
    }
    const persistent = await persistentContext({
      extraArgs: [...TEST_ARGS, ...browserArgs],
      env: { ...(process.env as Record<string, string>), ...browserEnv },
      baseURL: product.url,
      viewport,
      ignoreDefaultArgs: withBackForwardCache ? ['--disable-back-forward-cache'] : false,
      ...(locale === undefined ? {} : { locale }),
    })
    watch.over(persistent.context)
    await use(persistent.context)
    await persistent.close()
  },

  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
})

export const PHONE = { width: 390, height: 844 }

type DeviceOptions = Pick<Parameters<Browser['newContext']>[0] & object, 'hasTouch' | 'locale' | 'reducedMotion'>

/** Another device: a browser profile of its own. */
export const anotherDevice = async (
  browser: Browser,
  product: Product,
  watch: Watch,
  options: DeviceOptions = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'it-IT', viewport: PHONE, ...options })
  watch.over(context)
  return context
}

export const pageOn = async (browser: Browser, product: Product, watch: Watch): Promise<Page> =>
  (await anotherDevice(browser, product, watch)).newPage()
