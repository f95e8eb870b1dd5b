/** Starts the built product with the demo's drawn members, and a browser, for scripts that take pictures of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '../e2e/support/chromium.ts'
import { DEMO_PASSWORD } from '../server/seed/demo.ts'
import { freePort } from '../server/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')

export const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
export const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }

/** Waits until the pictures of a page have loaded and its animations have ended. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const boxes = [...document.images].map((image) => ({ image, box: image.getBoundingClientRect() }))
    // Photos that are far away or hidden are not requested yet.
    const near = boxes
      .filter(({ box }) => box.height > 0 && box.top < innerHeight && box.left < innerWidth)
      .map(({ image }) => image)
    return (
      near.every(({ complete, naturalWidth }) => complete && naturalWidth > 0) && document.fonts.status === 'loaded'
    )
  })
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

const run = (tree: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`It ended with ${code}.`))))
  })

const answers = async (url: string): Promise<void> => {
  for (let left = 200; left > 0; left -= 1) {
    const isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error('The server does not answer.')
}

export const logIn = async (page: Page, base: string, email: string): Promise<void> => {
  const answer = await page.request.post(`${base}/api/user?login=1`, {
    data: { email, password: DEMO_PASSWORD },
    headers: { 'x-request-type': 'client', origin: base },
  })
  if (!answer.ok()) throw new Error(`Not logged in: ${answer.status()} ${await answer.text()}`)
  // Dismiss the reminders, because they would cover the app's usual look.
  const at = Date.now()
  await page.request.put(`${base}/api/notifications`, {
    data: { dismissed_alerts: { push: at, enrich_profile: at, time_bonus: at } },
    headers: { 'x-request-type': 'client', origin: base },
  })
}

/**
 * Runs `use` with a fresh demo of 300 members and a browser, and ends both.
 * @param tree the checkout whose build is shown, for example one of an older commit
 */
export const withDemoSite = async (
  use: (browser: Browser, base: string) => Promise<void>,
  tree: string = ROOT,
): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), 'visavis-pictures-'))
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = {
    DATA_DIR: data,
    PORT: String(port),
    PUBLIC_URL: base,
    MODE: 'demo',
    RATE_LIMITS: 'no',
    LOG_LEVEL: 'warn',
  }
  await ended(run(tree, [join(tree, 'scripts', 'seed.ts'), '--members', '300', '--seed', '7'], env))
  const server = run(tree, [join(tree, 'server', 'main.ts')], env)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
  try {
    await answers(base)
    await use(browser, base)
  } finally {
    await browser.close()
    server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}
