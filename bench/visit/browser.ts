/** A fresh browser with a fresh profile behind a slow link: a phone of the lower middle. */
import type { BrowserContext } from 'playwright'
import { persistentContext } from '../../e2e/support/chromium.ts'
import { openSlowLink, type SlowLink } from './slow-link.ts'

export const LINK = { roundTripMs: 150, downKbps: 1_638.4, upKbps: 750 } as const
export const CPU_SLOWDOWN = 4
const SCREEN = { width: 390, height: 844 } as const

export type Cookie = { name: string; value: string; url: string }

export const withBrowser = async <Result>(
  cookies: readonly Cookie[],
  extraArgs: string[],
  work: (context: BrowserContext, link: SlowLink) => Promise<Result>,
): Promise<Result> => {
  const link = await openSlowLink(LINK)
  try {
    const { context, close } = await persistentContext({
      extraArgs,
      proxy: { server: `socks5://127.0.0.1:${link.port}` },
      viewport: SCREEN,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-US',
      chromiumSandbox: false,
    })
    try {
      await context.addCookies([...cookies])
      return await work(context, link)
    } finally {
      await close()
    }
  } finally {
    link.close()
  }
}
