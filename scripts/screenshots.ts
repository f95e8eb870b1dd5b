/**
 * `node scripts/screenshots.ts`: takes the screenshots of the manifest [PWA-9], which the system shows before an
 * installation. They show the built product with the demo's drawn members. The files are committed; run this again when
 * the screens have changed. It needs a Chromium (CHROMIUM_PATH) and a build.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'public', 'screenshots')
const MEMBER = { email: 'premium@demo.test', password: 'welcome-to-the-demo' }
/** A phone fetches each screenshot while its owner decides whether to install. */
const BYTES_MAX = 160_000

const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }

type Shot = { name: string; form: 'narrow' | 'wide'; show: (page: Page, base: string) => Promise<void> }

const SHOTS: Shot[] = [
  { name: 'search', form: 'narrow', show: (page, base) => open(page, `${base}/members`) },
  { name: 'profile', form: 'narrow', show: openProfile },
  { name: 'chat', form: 'narrow', show: openFictionalChat },
  { name: 'swipe', form: 'narrow', show: (page, base) => open(page, `${base}/swipe-game`) },
  { name: 'search', form: 'wide', show: (page, base) => open(page, `${base}/members`) },
  { name: 'chats', form: 'wide', show: openFictionalChat },
]

/** Opens a page and waits until its pictures have loaded and its animations have ended. */
const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await page.locator('main img').first().waitFor()
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

type Card = {
  id: number
  name: string
  fictional: boolean
  main_image: { locked: boolean } | null
  interests?: unknown[]
}

/** Sends a request as the app does. */
const asked = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { 'x-request-type': 'client' } })
    return (await response.json()) as Answer
  }, `/api${path}`)

/** Opens the profile of a nearby real member with an open photo and a full profile. */
async function openProfile(page: Page, base: string): Promise<void> {
  await open(page, `${base}/members`)
  const ids = await page
    .locator('article a[href^="/members/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const seen = await Promise.all([...new Set(ids)].slice(0, 12).map((id) => asked<{ profile: Card }>(page, id)))
  const best = seen
    .map(({ profile }) => profile)
    .filter(({ fictional, main_image: image }) => !fictional && image?.locked === false)
    .toSorted((one, other) => (other.interests?.length ?? 0) - (one.interests?.length ?? 0))[0]
  if (!best) throw new Error('Nobody nearby can be shown.')
  await open(page, `${base}/members/${best.id}`)
}

/** The profile shows the mark of a fictional profile, and the chat explains it: nobody may be misled [SAFE-7]. */
async function openFictionalChat(page: Page, base: string): Promise<void> {
  await open(page, `${base}/members`)
  const { chats } = await asked<{ chats: { conversation: string; profile: number }[] }>(page, '/chats')
  const { profiles } = await asked<{ profiles: Card[] }>(page, '/chats')
  const fictional = chats.find(({ profile }) => profiles.some(({ id, fictional: is }) => id === profile && is))
  if (!fictional) throw new Error('The demo has no chat with a fictional profile.')
  await open(page, `${base}/chats/${fictional.conversation}`)
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const run = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })

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

const logIn = async (page: Page, base: string): Promise<void> => {
  const answer = await page.request.post(`${base}/api/user?login=1`, {
    data: MEMBER,
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

const take = async (browser: Browser, base: string, { name, form, show }: Shot): Promise<void> => {
  const context = await browser.newContext({
    ...(form === 'narrow' ? NARROW : WIDE),
    locale: 'it-IT',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // Without a worker, the pictures show the server's current data instead of a cache.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await logIn(page, base)
  await show(page, base)
  const png = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, dither: 0, effort: 10 })
    .toBuffer()
  if (png.length > BYTES_MAX) throw new Error(`${name} (${form}) has ${png.length} bytes.`)
  await writeFile(join(FOLDER, `${name}-${form}.png`), png)
  console.log(`${name}-${form}.png  ${png.length} bytes`)
  await context.close()
}

const CHROMIUMS = [
  process.env['CHROMIUM_PATH'],
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
]

const main = async (): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), 'visavis-screenshots-'))
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
  await ended(run([join(ROOT, 'scripts', 'seed.ts'), '--members', '300', '--seed', '7'], env))
  const server = run([join(ROOT, 'server', 'main.ts')], env)
  const executablePath = CHROMIUMS.find((path) => path !== undefined && existsSync(path))
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    await answers(base)
    await mkdir(FOLDER, { recursive: true })
    for (const shot of SHOTS) await take(browser, base, shot)
  } finally {
    await browser.close()
    server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

await main()
