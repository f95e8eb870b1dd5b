/** The taps and fields of the five main jobs, counted while each is done, beside the figures of docs/architecture.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { payButton } from './support/buying.ts'
import { PASSWORD, settleIn, DEMO, stepButton, stepHeading } from './support/people.ts'
import { pictures } from './support/pictures.ts'
import { bubble, chatRows, composer, countDrawn, heart, memberCard, memberCards } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ hasTouch: true, isMobile: true })

const GUIDE = readFileSync(join(import.meta.dirname, '..', 'docs', 'architecture.md'), 'utf8')
const JOBS = ['join', 'find and write', 'answer', 'like ten', 'buy'] as const
type TapCount = { taps: number; fields: number }

/** The first numbers in the columns of taps and fields. */
const writtenFor = (job: (typeof JOBS)[number]): TapCount => {
  const row = GUIDE.split('\n').find((line) => line.startsWith(`| ${job}`))
  const [taps = Number.NaN, fields = Number.NaN] = (row ?? '').split('|').slice(3, 5).map(Number.parseFloat)
  return { taps, fields }
}

/** Counts as the guide does: a tap on a control counts, a tap into a field does not. */
const counter = (page: Page) => {
  const counted = { taps: 0, fields: 0 }
  return {
    counted,
    tap: async (control: Locator): Promise<void> => {
      counted.taps += 1
      await control.tap()
    },
    type: async (field: Locator, words: string): Promise<void> => {
      counted.fields += 1
      await field.fill(words)
    },
    /** The button, and the photo in the list that the system shows. */
    pick: async (control: Locator): Promise<void> => {
      counted.taps += 2
      const chooser = page.waitForEvent('filechooser')
      await control.tap()
      await (await chooser).setFiles(await pictures(1))
    },
  }
}

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true }).first()
const tab = (page: Page, path: string): Locator => page.locator(`nav a[href="${path}"]:visible`)

test('[ACC-1] a visitor joins with the taps and fields that the guide tells', async ({ page }) => {
  await page.goto('/')
  const { counted, tap, type, pick } = counter(page)
  await tap(link(page, text('index.signup')))
  await tap(page.getByRole('radio', { name: text('whom.both'), exact: true }))
  await tap(stepButton(page, 'signup.continue'))
  await type(page.getByLabel(text('signup.name'), { exact: true }), 'Anna')
  await type(page.getByLabel(text('signup.birthDate'), { exact: true }), '23.04.1991')
  await tap(page.getByRole('radiogroup').getByText(text('signup.female'), { exact: true }))
  await tap(stepButton(page, 'signup.continue'))
  await tap(
    page
      .getByRole('group', { name: text('signup.largeCities') })
      .getByRole('button')
      .first(),
  )
  await tap(stepButton(page, 'signup.continue'))
  await pick(page.getByRole('button', { name: text('signup.photoChoose'), exact: true }))
  await tap(stepButton(page, 'signup.continue'))
  await type(page.getByLabel(text('login.email')), 'anna@example.test')
  await type(page.getByLabel(text('login.password'), { exact: true }), PASSWORD)
  await tap(stepButton(page, 'signup.submit'))
  await expect(stepHeading(page, text('activation.title'))).toBeVisible()
  expect(counted).toEqual(writtenFor('join'))
})

test(
  '[CHAT-1] [LIKE-1] [PAY-5] a member writes, answers, likes ten and buys with the taps that the guide tells',
  { tag: '@long' },
  async ({ page, product }) => {
    const atSearch = async (): Promise<void> => {
      await page.goto('/members?gender=both')
      await expect(memberCards(page).first()).toBeVisible()
    }
    const job = async (name: (typeof JOBS)[number], work: (count: ReturnType<typeof counter>) => Promise<void>) => {
      await atSearch()
      const count = counter(page)
      await work(count)
      expect.soft(count.counted, name).toEqual(writtenFor(name))
    }
    const me = await settleIn(page, DEMO.premium)
    const likers = product.data.likesOf(me)

    await job('find and write', async ({ tap, type }) => {
      await tap(memberCards(page).first().locator('a[href^="/members/"]').first())
      await tap(page.getByRole('link', { name: pattern('profile.write') }).first())
      await type(composer(page), 'Ciao, che bella foto')
      await tap(page.getByRole('button', { name: text('chat.send'), exact: true }))
      await expect(bubble(page, 'Ciao, che bella foto')).toContainText(text('chat.stateSent'))
    })
    await job('answer', async ({ tap, type }) => {
      await tap(tab(page, '/chats'))
      await tap(chatRows(page).first())
      await type(composer(page), 'Volentieri')
      await tap(page.getByRole('button', { name: text('chat.send'), exact: true }))
      await expect(bubble(page, 'Volentieri')).toContainText(text('chat.stateSent'))
    })
    await job('like ten', async ({ tap }) => {
      await countDrawn(memberCards(page))
      const ids = await memberCards(page)
        .locator('a[href^="/members/"]')
        .evaluateAll((links) => [...new Set(links.map((one) => Number(one.getAttribute('href')?.split('/').at(-1))))])
      // A like back is a match, whose dialog would take the next tap.
      const before = product.data.likesFrom(me)
      const ten = ids.filter((id) => !likers.includes(id) && !before.includes(id)).slice(0, 10)
      expect(ten).toHaveLength(10)
      for (const id of ten) await tap(heart(memberCard(page, id)))
      await expect.poll(() => ten.filter((id) => product.data.likesFrom(me).includes(id))).toHaveLength(10)
    })
    await job('buy', async ({ tap }) => {
      await tap(page.locator('header a[href="/credits"]:visible'))
      await tap(page.getByRole('link', { name: pattern('credits.continue') }))
      await tap(payButton(page))
      await expect(page).toHaveURL(/\/sandbox\//)
    })
  },
)
