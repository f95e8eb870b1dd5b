/** The screens of the operator's desk, in German, by axe: all rules in the light colours, contrasts in the dark ones. */
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { signUpClient } from './support/client.ts'
import { expectFitsSmallest } from './support/large-text.ts'
import { person } from './support/people.ts'
import { test } from './support/test.ts'

test.use({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })

const enterPassword = async (page: Page): Promise<void> => {
  await page.goto('/desk')
  await page.getByLabel('E-Mail').fill('desk@demo.test')
  await page.getByLabel('Passwort').fill('welcome-to-the-demo')
  await page.keyboard.press('Enter')
}

const logIn = async (page: Page): Promise<void> => {
  await enterPassword(page)
  const shown = await page.getByText(/^Demo: /).textContent()
  await page.getByLabel(/^Sechsstelliger Code/).fill(/\d{6}/.exec(shown ?? '')?.[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Warteschlange' })).toBeVisible()
}

/** A screen with a dialog, and the button that opens it. */
const dialogsOf = (member: number): [path: string, button: RegExp][] => [
  [`members/${member}`, /^Löschen/],
  [`members/${member}/money`, /^Credits aus Kulanz geben/],
  ['money', /^Abrechnung einlesen/],
  ['staff', /^Person hinzufügen/],
  ['codes', /^Code anlegen/],
  ['campaigns', /^Neue Kampagne/],
  ['campaigns', /^Partner hinzufügen/],
]

const borderOf = (element: Locator): Promise<string> => element.evaluate((one) => getComputedStyle(one).borderTop)

/** A link of the desk does the same. Loading the desk anew costs more than the check of most screens. */
const openInDesk = (page: Page, path: string): Promise<void> =>
  page.evaluate((place) => history.pushState(null, '', place), `/desk/${path}`)

test(
  '[DESK-16] every screen of the rail, a case, a member and their money fit a phone and are accessible in German, in both colours, with text of 200 %, with the dialogs',
  { tag: '@long' },
  async ({ page, product }) => {
    test.setTimeout(240_000)
    const reported = product.data.memberWithPhotos(2)
    const name = product.data.nameOf(reported)
    const client = await signUpClient(product.url, person('Rike'))
    await client.ask('reports.send', {
      body: { profile: reported, reason: 'nudity', text: 'Das ist kein Profilfoto.' },
    })
    product.data.addCode('FRUEHLING26', 20)
    product.data.addCampaign('Frühling in Wien', 'FRUEHLING26')
    product.data.chargeBack(reported)
    await logIn(page)
    await page.goto(`/desk/members/${reported}`)
    await expect(page.getByRole('heading', { name: 'Notizen des Teams' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByLabel('Notiz schreiben')).toBeFocused()
    const note = `Möchte Post statt Anrufe: https://example.test/${'x'.repeat(90)}`
    await page.keyboard.type(note)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible()
    await expect(page.getByLabel('Notiz schreiben')).toHaveValue('')
    const screens: [path: string, heading: string | RegExp][] = [
      [`cases/member:${reported}`, /./],
      ['members?q=a', 'Mitglieder'],
      [`members/${reported}`, new RegExp(name)],
      [`members/${reported}/money`, 'Geld'],
      ['numbers', 'Zahlen'],
      ['money', 'Geld'],
      ['audit', 'Protokoll'],
      ['staff', 'Team'],
      ['announcements', 'Ankündigungen'],
      ['codes', 'Codes'],
      ['campaigns', 'Kampagnen'],
      ['fictional', 'Fiktive Profile'],
      ['answers', 'Fiktive Antworten'],
      ['settings', 'Einstellungen'],
      ['more', 'Mehr'],
      ['transparency', 'Transparenz'],
    ]
    for (const [index, [path, heading]] of screens.entries()) {
      // Any heading is right on the first screen, also that of the screen before.
      await (index === 0 ? page.goto(`/desk/${path}`) : openInDesk(page, path))
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText('Lädt')).toHaveCount(0)
      await expectAccessibleInBothThemes(page, path)
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} fits a phone`).toBe(390)
      // A box that scrolls would hide the acts at the end of a row.
      const boxes = await page
        .getByRole('region')
        .evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth))
      expect(Math.max(0, ...boxes), `every table of ${path} fits a phone`).toBe(0)
      const tight = await page
        .locator('[class*="_tag"]')
        .evaluateAll((tags) =>
          tags.filter((tag) => tag.scrollWidth > tag.clientWidth).map(({ textContent }) => textContent),
        )
      expect(tight, `every tag of ${path} has room for its words`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollHeight), `only panes of ${path} scroll`).toBe(844)
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectFitsSmallest(page, `${path} with text of 200 %`)
    }

    const dialog = page.getByRole('dialog')
    for (const [path, name] of dialogsOf(reported)) {
      await openInDesk(page, path)
      const button = page.getByRole('button', { name }).first()
      await button.click()
      await expect(dialog, path).toBeVisible()
      await expectFitsSmallest(page, `the dialog of ${name.source} with text of 200 %`)
      await expectAccessibleInBothThemes(page, `the dialog of ${name.source}`)
      await page.keyboard.press('Escape')
      await expect(dialog, path).toHaveCount(0)
      await expect(button, 'the focus is back').toBeFocused()
    }

    // Paper is white: a dark device prints the light colours, and the report alone.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 248, 243)')
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
  },
)

/** Words whose letters are on more than one line; the name of a setting may break. It runs in the page, so it uses nothing from outside itself. */
const brokenWords = (main: Element): string[] => {
  const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    for (const { 0: word, index } of (node.parentElement?.closest('code') ? '' : (node.nodeValue ?? '')).matchAll(
      /[\p{L}\p{M}]+/gu,
    )) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  return broken
}

test('[DESK-16] on a phone the second step of the login breaks no word of the name and the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterPassword(page)
  await expect(page.getByText('desk@demo.test')).toBeVisible()
  expect(await page.getByRole('main').evaluate(brokenWords)).toEqual([])
})

test('[DESK-16] the button that adds something is at the end of its screen, on every screen', async ({ page }) => {
  await logIn(page)
  for (const [path, name] of [
    ['staff', /^Person hinzufügen/],
    ['codes', /^Code anlegen/],
    ['campaigns', /^Neue Kampagne/],
    ['fictional', /^Neues fiktives Profil/],
  ] as const) {
    await openInDesk(page, path)
    const main = page.getByRole('main')
    const button = main.getByRole('button', { name }).or(main.getByRole('link', { name })).first()
    await expect(button).toBeVisible()
    const gap = await button.evaluate((element) => {
      const box = element.closest('main')?.getBoundingClientRect()
      return (box?.right ?? 0) - element.getBoundingClientRect().right
    })
    expect(gap, path).toBeLessThan(40)
  }
})

test('[DESK-16] with the colours of the system, a dialog has a frame, and what is chosen the colour of the current screen', async ({
  page,
}) => {
  await logIn(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = await borderOf(page.getByRole('navigation').locator('[aria-current]').first())
  expect(await borderOf(page.getByRole('button', { name: /^Alles/ }))).toBe(chosen)
  await openInDesk(page, 'staff')
  await page.getByRole('button', { name: /^Person hinzufügen/ }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px')
})

test('[DESK-16] on a small tablet a row of the queue shows the name, no word is broken, and long names hide no end of a table', async ({
  page,
  product,
}) => {
  const reported = product.data.memberWithPhotos(2)
  const client = await signUpClient(product.url, person('Rike'))
  await client.ask('reports.send', { body: { profile: reported, reason: 'nudity', text: 'Das ist kein Profilfoto.' } })
  const code = `FRUEHLING${'26'.repeat(15)}`
  product.data.addCode(code, 20)
  product.data.addCampaign('Frühlingserwachen'.repeat(5), code)
  product.data.makePhotosWait(24)
  product.data.makePhotosAlike()
  product.data.chargeBack(reported)
  await logIn(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const name = page
    .getByRole('main')
    .getByText(new RegExp(`^${product.data.nameOf(reported)}`))
    .first()
  expect((await name.boundingBox())?.width).toBeGreaterThan(40)

  for (const path of [`members/${reported}`, 'staff', 'settings', `cases/member:${reported}`, 'photos']) {
    await openInDesk(page, path)
    const main = page.getByRole('main')
    await expect(main.getByRole('list').or(main.getByRole('article')).first()).toBeVisible()
    expect(await main.evaluate(brokenWords), path).toEqual([])
  }
  // The photos were the last.
  await expect(page.getByRole('button', { name: 'Ablehnen', exact: true }), 'below twenty look-alikes').toBeInViewport()

  for (const [path, table] of [
    [`members/${reported}/money`, 'Zahlungen'],
    ['fictional', 'Fiktive Profile'],
    ['money', 'Nach Land und Währung'],
  ] as const) {
    await openInDesk(page, path)
    const region = page.getByRole('region', { name: table })
    await expect(region).toBeVisible()
    expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBe(0)
  }
  await openInDesk(page, `cases/member:${reported}`)
  const left = page.getByRole('banner').getByText(/^noch \d/)
  expect(await left.evaluate((note) => note.scrollWidth - note.clientWidth), 'the time that is left').toBe(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [path, heading] of [
    ['codes', 'Codes'],
    ['campaigns', 'Kampagnen'],
  ] as const) {
    await openInDesk(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const table = page.getByRole('region', { name: heading })
    await expect(table).toBeVisible()
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBe(0)
  }
})
