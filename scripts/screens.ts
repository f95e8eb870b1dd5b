/**
 * `node scripts/screens.ts FOLDER [--overlays] [--locale de] [--dark] [--only members] [--form desktop] [--tree CHECKOUT]` takes a
 * picture of every screen at 390 × 844 and 1280 × 800, as a visitor and as a member, to be looked at; with `--overlays` of the
 * steps of signup and of what opens over a screen. `--tree` names another checkout, whose build is shown. It needs a Chromium
 * (CHROMIUM_PATH) and a build. `contact-sheets.ts` puts the pictures side by side.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { memberPaths, visitorPaths } from '../e2e/support/crawl-paths.ts'
import { OPEN, OVERLAYS } from '../e2e/support/overlays.ts'
import { patternIn, textsIn } from '../e2e/support/texts.ts'
import { FREE_EMAIL, PREMIUM_EMAIL } from '../server/seed/demo.ts'
import { logIn, NARROW, settled, WIDE, withDemoSite } from './demo-site.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locale: { type: 'string', default: 'en' },
    dark: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    form: { type: 'string' },
    tree: { type: 'string' },
    overlays: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]
if (folder === undefined) throw new Error('Name the folder for the pictures.')

/** The people of the demo: the free account is 1, the premium account 2, and 3 is fictional. */
const PEOPLE = { me: 2, partner: 1, stranger: 6, fictional: 4 }

/** Nobody has written to this one yet. */
const NEWCOMER = 20

const VIEWERS = [
  { name: 'visitor', email: null, paths: visitorPaths(PEOPLE.stranger) },
  { name: 'member', email: PREMIUM_EMAIL, paths: memberPaths(PEOPLE) },
  { name: 'free', email: FREE_EMAIL, paths: ['/members', '/credits', '/swipe-game', '/profile'] },
] as const

const FORMS = { phone: NARROW, desktop: WIDE } as const

const fileOf = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'index'

const only = new RegExp(values.only)
const tree = values.tree === undefined ? undefined : resolve(values.tree)
const texts = textsIn(tree ?? join(import.meta.dirname, '..'), values.locale)

type Shot = { file: string; path: string; open?: (page: Page) => Promise<void> }

const screensOf = (viewer: (typeof VIEWERS)[number]): Shot[] =>
  viewer.paths.filter((one) => only.test(one)).map((path) => ({ file: `${viewer.name}-${fileOf(path)}`, path }))

const overlaysOf = (viewer: (typeof VIEWERS)[number], form: keyof typeof FORMS): Shot[] =>
  OVERLAYS.filter((one) => one.viewer === viewer.name && (one.form ?? form) === form && only.test(one.name)).map(
    ({ name, path, open, stays }) => ({
      file: `${viewer.name}-over-${name}`,
      path: path({ ...PEOPLE, newcomer: NEWCOMER }),
      open: async (page) => {
        await open(page, (key) => patternIn(texts, key))
        if (!stays) await page.locator(OPEN).first().waitFor()
        await settled(page)
      },
    }),
  )

const take = async (browser: Browser, base: string, viewer: (typeof VIEWERS)[number], form: keyof typeof FORMS) => {
  const context = await browser.newContext({
    ...FORMS[form],
    locale: values.locale,
    colorScheme: values.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  await context.addCookies([{ name: 'locale', value: values.locale, url: base }])
  if (viewer.email) await logIn(page, base, viewer.email)
  for (const { file, path, open } of values.overlays ? overlaysOf(viewer, form) : screensOf(viewer)) {
    try {
      await page.goto(`${base}${path}`, { waitUntil: 'load' })
      await page.locator('main').first().waitFor()
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => null)
      await settled(page)
      await open?.(page)
    } catch (error) {
      console.error(`${path}: ${String(error).slice(0, 160)}`)
      // A picture of a screen that does not settle is worth looking at too; without its dialog it shows nothing new.
      if (open) continue
    }
    await page.screenshot({ path: join(folder, `${file}.${form}.png`) })
  }
  await context.close()
}

await mkdir(folder, { recursive: true })
await withDemoSite(async (browser, base) => {
  for (const viewer of VIEWERS)
    for (const form of ['phone', 'desktop'] as const)
      if (values.form === undefined || values.form === form) await take(browser, base, viewer, form)
}, tree)
console.log(`The pictures are in ${folder}.`)
