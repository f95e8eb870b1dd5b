/** A visitor's first screens bring what they say; the rest of the language comes when something says it. */
import { expect, type Page } from 'playwright/test'
import { secondStepDone } from './support/app-files.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { pattern, text, untranslatedIn } from './support/texts.ts'

test.use({ sharedServer: true })

type Visit = {
  /** The file with all that the first screens do not say. */
  rest: string
  /** Whether it was asked for, by the page or by the worker. */
  isAsked: () => boolean
}

/** A cold visit. It ends when the page starts the work that the first screen does not need (`deferred-start.ts`). */
const visit = async (page: Page, path: string): Promise<Visit> => {
  const asked = new Set<string>()
  page.context().on('request', (request) => asked.add(new URL(request.url()).pathname))
  const goesOn = page.waitForRequest('**/api/device/route')
  await page.goto(path)
  await goesOn
  const [, rest = ''] = (await page.request.head('/index.html')).headers()['x-texts']?.split(' ') ?? []
  expect(rest).toMatch(/^\/assets\/it-/)
  return { rest, isAsked: () => asked.has(rest) }
}

const nothingRaw = async (page: Page): Promise<void> =>
  expect(untranslatedIn(await page.locator('body').innerText(), 'it')).toEqual([])

test('[PWA-1] the front page brings no other texts; joining has its words with the screen', async ({ page }) => {
  const { isAsked } = await visit(page, '/')
  await expect(page.getByRole('heading', { name: text('index.people') })).toBeVisible()
  expect(isAsked()).toBe(false)
  await nothingRaw(page)
  await page
    .getByRole('link', { name: text('index.signup') })
    .first()
    .click()
  await expect(
    page.getByRole('main').getByRole('textbox').or(page.getByRole('main').getByRole('radio')).first(),
  ).toBeVisible()
  await nothingRaw(page)
  expect(isAsked()).toBe(true)
})

test(
  '[PWA-1] nor does search; who stayed a while joins without a network',
  { tag: '@long' },
  async ({ page, context, watch }) => {
    watch.expectComplaints(NETWORK_COMPLAINTS)
    const { isAsked } = await visit(page, '/members')
    const heart = page.getByRole('main').getByRole('button', { name: pattern('likes.like') })
    await expect(heart.first()).toBeVisible()
    await expect(page.getByRole('complementary', { name: text('discount.banner') })).toBeVisible()
    await heart.first().click()
    const dialog = page.getByRole('dialog', { name: text('login.toLike') })
    await expect(dialog).toBeVisible()
    await nothingRaw(page)
    expect(isAsked()).toBe(false)

    await secondStepDone(page)
    await context.setOffline(true)
    await dialog.getByRole('link', { name: text('index.signup') }).click()
    await expect(page).toHaveURL(/\/signup$/)
    await expect(
      page.getByRole('main').getByRole('textbox').or(page.getByRole('main').getByRole('radio')).first(),
    ).toBeVisible()
    await nothingRaw(page)
  },
)
