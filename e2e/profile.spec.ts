/** One's own profile and photos, with and without a network; and what a viewer of another's photos ever receives. */
import { expect, type Locator, type Page } from 'playwright/test'
import { DEMO, join, person, settleIn } from './support/people.ts'
import { pictures } from './support/pictures.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

const section = (page: Page, title: string) => page.getByRole('region', { name: title })
const edit = (page: Page, part: string) => page.getByRole('button', { name: text('me.editPart', { part }) })
const tiles = (page: Page) => page.locator('[data-photo]')
const tileMenu = (page: Page, number: number) =>
  page.getByRole('button', { name: text('photos.menu', { number }), exact: true })
const choose = (page: Page, words: string) => page.getByRole('menuitem', { name: words, exact: true }).click()
const NOT_A_PHOTO = { name: 'IMG_20261128.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') }
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return box
}
const addPhotos = (page: Page, files: Awaited<ReturnType<typeof pictures>>) =>
  page.locator('input[type=file]').setInputFiles(files)

test('[SHELL-20] a refused photo says its name and its reason, whole, in the profile and in a chat', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.setViewportSize({ width: 320, height: 568 })
  const me = await settleIn(page, DEMO.free)
  await page.goto('/profile')
  await tileMenu(page, 3).click()
  await choose(page, text('photos.remove'))
  await addPhotos(page, [NOT_A_PHOTO])
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('alert') })
  const name = tile.getByText(NOT_A_PHOTO.name)
  expect((await boxOf(name)).y).toBeGreaterThan((await boxOf(tile)).y)

  await page.goto(`/members/${product.data.partnersOf(me)[0] ?? 0}/chat`)
  await page.locator('input[type=file]').first().setInputFiles(NOT_A_PHOTO)
  const refusal = page.getByRole('alert').filter({ hasText: NOT_A_PHOTO.name })
  const [icon, words] = [await boxOf(refusal.locator('svg')), await boxOf(refusal.locator('p'))]
  expect(icon.x + icon.width, 'the icon is beside the words').toBeLessThan(words.x)
})

test('[PROF-9][PWA-2][PROF-6][SAFE-8][FIND-5][FIND-6][FIND-7] a free member edits offline, never gets locked photos, reports, and sees proposals offline', async ({
  context,
  page,
  product,
  watch,
}) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  // Photos that the browser asks for anywhere in this test.
  const asked = new Set<string>()
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/photos/')) asked.add(pathname)
  })
  const me = await settleIn(page, DEMO.free)

  await test.step('proposals with their reasons, and others like this one; the proposals offline, too', async () => {
    await page.getByRole('link', { name: text('members.forYou'), exact: true }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText(text('matches.mutual')).first()).toBeVisible()
    const first = await page.getByRole('article').first().innerText()
    await page.goto(`/members/${product.data.partnersOf(me)[0] ?? 0}`)
    await expect(page.getByRole('heading', { name: text('profile.related') })).toBeVisible()
    await context.setOffline(true)
    await page.goto('/match-finder')
    await expect(page.getByRole('article').first()).toHaveText(first, { useInnerText: true })
    await expect(page.getByText(pattern('matches.held'))).toBeVisible()
  })
  await context.setOffline(false)

  await test.step('an edit made offline is seen at once, waits, and arrives', async () => {
    await page.goto('/profile')
    await expect(section(page, text('me.about'))).toBeVisible()
    await context.setOffline(true)
    await edit(page, text('me.about')).click()
    await page.getByRole('textbox', { name: text('me.about') }).fill('I read timetables for pleasure.')
    await page.getByRole('button', { name: text('me.save'), exact: true }).click()
    await expect(section(page, text('me.about'))).toContainText('I read timetables for pleasure.')
    await expect(page.getByText(text('ui.waitsForNetwork'))).toBeVisible()
    // Another screen, and a start without a network, show the same.
    await page.reload()
    await expect(section(page, text('me.about'))).toContainText('I read timetables for pleasure.')
    expect(product.data.aboutOf(me)).not.toContain('timetables')

    await context.setOffline(false)
    await expect.poll(() => product.data.aboutOf(me)).toBe('I read timetables for pleasure.')
    await expect(page.getByText(text('ui.waitsForNetwork'))).toHaveCount(0)
  })

  await test.step('a photo that is locked for them is never received', async () => {
    const rich = product.data.memberWithPhotos(5)
    await page.goto(`/members/${rich}`)
    await expect(page.getByRole('group', { name: text('profile.photos') }).getByRole('button')).not.toHaveCount(0)
    // Looking at each of them large, the locked ones too.
    await page
      .getByRole('button', { name: pattern('photo.open') })
      .first()
      .click()
    const viewer = page.getByRole('dialog', { name: pattern('photo.viewer') })
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
    await expect(viewer.getByText(text('photo.onlyPremium')).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)

    const locked = product.data.photosOf(rich).slice(3)
    expect(locked.length).toBeGreaterThan(0)
    for (const { id } of locked) {
      for (const size of ['full', 'card', 'thumb']) {
        expect([...asked]).not.toContain(`/photos/${id}/${size}`)
        const direct = await page.request.get(`/photos/${id}/${size}`)
        expect(direct.status()).toBe(403)
      }
      expect((await page.request.get(`/photos/${id}/blur`)).status()).toBe(200)
    }
  })

  await test.step('a report is acknowledged with a number, and keeps what was written where it fails', async () => {
    const [stranger = 0] = product.data.strangersTo(me)
    await page.goto(`/members/${stranger}`)
    await page
      .getByRole('button', { name: pattern('profile.report') })
      .last()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('safety.reason_spam')).check()
    await dialog.getByLabel(text('report.text')).fill('Sells watches.')
    const refused = product.gate.answerFor('POST /api/reports', 404, { error: 'not_found' })
    await dialog.getByRole('button', { name: text('report.send'), exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(text('report.refused'))
    refused.stop()
    await page.goto('/notifications')
    await expect(page.getByText('Sells watches.')).toBeVisible()
    await page.getByRole('button', { name: text('ui.tryAgain') }).click()
    await expect(page.getByText(/R-\d{6}/)).toBeVisible()
    await expect(page.getByText('Sells watches.')).toHaveCount(0)
  })
})

test('[PROF-3][PROF-4][PROF-9] photos: refused where they are none, added, put in order, made the main one, kept private, deleted and brought back', async ({
  page,
  product,
}) => {
  await join(product, person('Dora'))
  const me = await settleIn(page, person('Dora'))
  await page.goto('/profile')
  await test.step('a file that is no photo is refused by name', async () => {
    await addPhotos(page, [
      { name: 'drawing.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ])
    await expect(page.getByText(text('error.photo_type'))).toBeVisible()
  })

  await addPhotos(page, await pictures(3))
  await expect.poll(() => product.data.photosOf(me).length).toBe(3)
  await expect(tiles(page)).toHaveCount(3)
  await expect(page.getByText(pattern('photos.full'))).toBeVisible()
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  const [first, second, third] = product.data.photosOf(me).map(({ id }) => id)

  await tileMenu(page, 2).click()
  await choose(page, text('photos.makeMain'))
  await expect.poll(() => product.data.mainPhotoOf(me)).toBe(second)

  await tileMenu(page, 3).click()
  await choose(page, text('photos.earlier'))
  await expect.poll(() => product.data.photosOf(me).map(({ id }) => id)).toEqual([first, third, second])

  // A drag goes by the screen, which may follow the server a moment later.
  await expect(tiles(page).nth(1).locator('img')).toHaveAttribute('src', new RegExp(`/photos/${third}/`))
  const [from, to] = [await tiles(page).nth(2).boundingBox(), await tiles(page).nth(0).boundingBox()]
  if (!from || !to) throw new Error('The tiles are not shown.')
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(tiles(page).first().locator('img'), 'at once').toHaveAttribute('src', new RegExp(`/photos/${second}/`))
  await expect.poll(() => product.data.photosOf(me).map(({ id }) => id)).toEqual([second, first, third])
  await tileMenu(page, 1).click()
  await choose(page, text('photos.later'))
  await expect.poll(() => product.data.photosOf(me).map(({ id }) => id)).toEqual([first, second, third])
  // The first tile must show the photo that its menu acts on.
  await expect(tiles(page).first().locator('img')).toHaveAttribute('src', new RegExp(`/photos/${first}/`))

  await tileMenu(page, 1).click()
  await choose(page, text('photos.makePrivate'))
  await expect.poll(() => product.data.photosOf(me).find(({ id }) => id === first)?.private).toBe(1)

  await tileMenu(page, 1).click()
  await choose(page, text('photos.remove'))
  await expect(tiles(page)).toHaveCount(2)
  await page.getByRole('button', { name: text('ui.undo'), exact: true }).click()
  await expect(tiles(page)).toHaveCount(3)
  expect(product.data.photosOf(me)).toHaveLength(3)

  await tileMenu(page, 1).click()
  await choose(page, text('photos.remove'))
  // The app delays the deletion while it offers undo.
  await expect.poll(() => product.data.photosOf(me).map(({ id }) => id), { timeout: 30_000 }).toEqual([second, third])
})

test(
  '[PWA-2][PROF-4] twenty-five photos over a network that loses answers are twenty-five, none twice',
  { tag: '@long' },
  async ({ context, page, product, watch }) => {
    test.setTimeout(180_000)
    watch.expectComplaints(NETWORK_COMPLAINTS)
    const me = await settleIn(page, DEMO.premium)
    const held = product.data.photosOf(me).length
    const missing = 25 - held
    await page.goto('/profile')
    await expect(tiles(page)).toHaveCount(held)
    await context.setOffline(true)
    await addPhotos(page, await pictures(missing))
    // All of them are on the device before the first can be on its way.
    await expect(tiles(page)).toHaveCount(25, { timeout: 60_000 })
    const lost = product.gate.dropAnswers('POST /api/photos', 1)
    await context.setOffline(false)
    await expect.poll(lost.dropped, { timeout: 60_000 }).toBeGreaterThan(3)
    lost.stop()
    await expect.poll(() => product.data.photosOf(me).length, { timeout: 120_000 }).toBe(25)
    await expect(page.getByText(text('ui.waitsForNetwork'))).toHaveCount(0)
    expect(new Set(product.data.photosOf(me).map(({ client_id, id }) => client_id ?? id)).size).toBe(25)
  },
)

test('[CHAT-13] a visitor who wants more photos is asked to log in', { tag: '@long' }, async ({ page, product }) => {
  const rich = product.data.memberWithPhotos(5)
  await page.goto(`/members/${rich}`)
  await page
    .locator('main')
    .getByRole('button', { name: text('shell.login'), exact: true })
    .click()
  await expect(page.getByRole('dialog')).toContainText(text('login.toPhotos'))
})
