/**
 * `node scripts/screenshots.ts`: takes the screenshots of the manifest [PWA-9], which the system shows before an
 * installation. They show the built product with the demo's drawn members. The files are committed; run this again when
 * the screens have changed. It needs a Chromium (CHROMIUM_PATH) and a build.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { logIn, NARROW, settled, WIDE, withDemoSite } from './demo-site.ts'

const FOLDER = join(import.meta.dirname, '..', 'public', 'screenshots')
const MEMBER = 'premium@demo.test'
/** A phone fetches each screenshot while its owner decides whether to install. */
const BYTES_MAX = 160_000

type Shot = { name: string; form: 'narrow' | 'wide'; show: (page: Page, base: string) => Promise<void> }

const SHOTS: Shot[] = [
  { name: 'search', form: 'narrow', show: (page, base) => open(page, `${base}/members`) },
  { name: 'profile', form: 'narrow', show: openProfile },
  { name: 'chat', form: 'narrow', show: openFictionalChat },
  { name: 'swipe', form: 'narrow', show: (page, base) => open(page, `${base}/swipe-game`) },
  { name: 'search', form: 'wide', show: (page, base) => open(page, `${base}/members`) },
  { name: 'chats', form: 'wide', show: openFictionalChat },
]

/** Opens a page and waits until it shows its pictures. */
const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await page.locator('main img:visible').first().waitFor()
  await settled(page)
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
  await logIn(page, base, MEMBER)
  await show(page, base)
  const png = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, dither: 0, effort: 10 })
    .toBuffer()
  if (png.length > BYTES_MAX) throw new Error(`${name} (${form}) has ${png.length} bytes.`)
  await writeFile(join(FOLDER, `${name}-${form}.png`), png)
  console.log(`${name}-${form}.png  ${png.length} bytes`)
  await context.close()
}

await withDemoSite(async (browser, base) => {
  await mkdir(FOLDER, { recursive: true })
  for (const shot of SHOTS) await take(browser, base, shot)
})
