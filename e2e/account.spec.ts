/** The account, as its member uses it: forgotten password, other devices, another address, leaving, settings, letters to us. */
import { readFile } from 'node:fs/promises'
import { expect, type Browser, type Page } from 'playwright/test'
import { mailHtml } from '../server/jobs/mail-page.ts'
import { leftoversOn } from './support/device.ts'
import { SMALLEST } from './support/large-text.ts'
import { linkTo, mailWith } from './support/inbox.ts'
import { join, PASSWORD, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { chatRows } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test, type Watch } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

const ANNA = person('Anna')
const NEW_PASSWORD = 'a chair on the other side'
/** Chromium logs this message for every refused request. */
const REFUSALS = /Failed to load resource: the server responded with a status of 4\d\d/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** A row of the settings that opens in its place. */
const openRow = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).click()

test('[PAY-11] a mail with a long name and a long address is not wider than the smallest phone', async ({ page }) => {
  const name = 'Wunderbarerzaubererdergefuehle'
  const parts = {
    site: 'Visavis',
    subject: '',
    hello: `Hallo ${name},`,
    paragraphs: [`${name}.${name}@${name}.test`],
    linkHint: '',
    footer: name,
  }
  await page.setViewportSize(SMALLEST)
  await page.setContent(mailHtml('de', parts))
  await expect(page.getByText(parts.hello)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALLEST.width)
})

test('[ACC-9][SITE-10] a visitor complains and gets a number; a forgotten password is chosen anew by a mail’s link, which works once', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(REFUSALS)
  await join(product, ANNA)

  await test.step('the draft of a complaint is stored; sent, it is acknowledged with its number, also by mail', async () => {
    const words = 'The page about prices does not say what a gift costs.'
    await page.goto('/complaints')
    await field(page, text('signup.name')).fill('Bruno')
    await field(page, text('login.email')).fill('bruno@example.test')
    await field(page, text('complaints.text')).fill(words)
    await page.reload()
    await expect(field(page, text('complaints.text'))).toHaveValue(words)
    await button(page, text('complaints.submit')).click()
    const receipt = page.getByRole('status').filter({ hasText: pattern('complaints.received') })
    await expect(receipt).toBeVisible()
    const number = /\b[A-Z]+-[\dA-Z-]+/.exec((await receipt.textContent()) ?? '')?.[0] ?? ''
    expect(number).not.toBe('')
    await mailWith(product, 'bruno@example.test', number)
    await page.reload()
    await expect(field(page, text('complaints.text'))).toHaveValue('')
  })

  await test.step('a mail with a link goes to an address that has an account', async () => {
    await page.goto('/reset-password')
    await field(page, text('login.email')).fill('nobody@example.test')
    await button(page, text('password.resetSubmit')).click()
    await expect(page.getByText(text('error.email_not_found'))).toBeVisible()
    await field(page, text('login.email')).fill(ANNA.email)
    await button(page, text('password.resetSubmit')).click()
    await expect(page.getByRole('status').filter({ hasText: ANNA.email })).toBeVisible()
  })

  const link = await linkTo(product, ANNA.email, '/reset-password/do')
  await test.step('its link leads to a new password', async () => {
    await page.goto(link)
    await field(page, text('password.new')).fill(NEW_PASSWORD)
    await field(page, text('password.repeat')).fill(`${NEW_PASSWORD}!`)
    await button(page, text('password.newSubmit')).click()
    await expect(page.getByText(text('field.passwords_differ'))).toBeVisible()
    await field(page, text('password.repeat')).fill(NEW_PASSWORD)
    await button(page, text('password.newSubmit')).click()
    await page.waitForURL('**/members')
  })

  await test.step('its link does not work again', async () => {
    await page.goto(link)
    await field(page, text('password.new')).fill(NEW_PASSWORD)
    await field(page, text('password.repeat')).fill(NEW_PASSWORD)
    await button(page, text('password.newSubmit')).click()
    await expect(page.getByRole('heading', { name: text('error.link_invalid') })).toBeVisible()
    await expect(page.getByRole('link', { name: text('password.resetAgain') })).toBeVisible()
  })
})

test('[ACC-10][ACC-14][ACC-16][PROF-9][PROF-12] a mail’s link stops mails until the settings bring them back; an ended session is wiped elsewhere', async ({
  browser,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(REFUSALS)
  // Two devices with a screen; a third one, that only makes calls, has been quiet the longest.
  const client = await join(product, ANNA)
  const second = await anotherDevice(browser, product, watch)

  await test.step('the link in a mail stops it without a login', async () => {
    const bruno = await join(product, person('Bruno', { gender: 'male' }))
    await bruno.say(client.id, 'Ciao Anna, che bel sorriso.')
    const link = await linkTo(product, ANNA.email, '/api/unsubscribe')

    await second.goto(link)
    const about = text('settings.fromMailAbout', { what: text('settings.newConversations') })
    await expect(second.getByRole('heading', { name: about })).toBeVisible()
    await button(second, text('settings.fromMailStop')).click()
    await expect(second.getByText(text('settings.fromMailStopped'))).toBeVisible()
  })

  const me = await settleIn(second, ANNA)
  await settleIn(page, ANNA)

  await test.step('the settings bring the mails back', async () => {
    await page.goto('/chats')
    await expect(page.getByText(text('alert.mailDisabled'))).toBeVisible()
    await page.getByRole('link', { name: text('alert.mailAction') }).click()
    await expect(page.getByText(text('settings.mailUnsubscribed'))).toBeVisible()
    await button(page, text('settings.mailEnable')).click()
    await expect(page.getByText(text('settings.mailUnsubscribed'))).toBeHidden()
    await page.goto('/chats')
    await expect(chatRows(page).first()).toBeVisible()
    await expect(page.getByText(text('alert.mailDisabled'))).toBeHidden()
  })

  await test.step('a session is ended from another device', async () => {
    await page.goto('/notifications')
    await openRow(page, text('settings.devices'))
    const devices = page.getByRole('main').locator('details li')
    await expect(devices).toHaveCount(3)
    await expect(devices.filter({ hasText: text('settings.deviceHere') })).toHaveCount(1)
    await devices
      .filter({ hasText: text('settings.deviceUnknown') })
      .getByRole('button')
      .click()
    await expect(devices).toHaveCount(2)
    await expect(client.ask('sessions.list', {})).rejects.toThrow('authentication_required')
  })

  await test.step('a new password ends every other session and takes everything there along', async () => {
    await openRow(page, text('settings.password'))
    await field(page, text('settings.passwordNow')).fill('not my password')
    await field(page, text('password.new')).fill(NEW_PASSWORD)
    await field(page, text('password.repeat')).fill(NEW_PASSWORD)
    await button(page, text('settings.passwordSubmit')).click()
    await expect(page.getByText(text('field.password_wrong'))).toBeVisible()
    await field(page, text('settings.passwordNow')).fill(PASSWORD)
    await button(page, text('settings.passwordSubmit')).click()
    await expect(page.getByText(text('settings.passwordDone'))).toBeVisible()
    await isWiped(second, me)

    // The device that ended the session stays logged in.
    await page.reload()
    await expect(page.getByText(ANNA.email)).toBeVisible()
  })
})

test('[ACC-11][ACC-12][ACC-17][PROF-9][PWA-5] the settings: all data as one file, changes made offline, an account deleted and brought back, another address', async ({
  context,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(REFUSALS)
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await join(product, ANNA)
  const me = await settleIn(page, ANNA)
  await page.goto('/notifications')

  await test.step('a member can download all data about them as one file', async () => {
    await openRow(page, text('settings.data'))
    await field(page, text('settings.passwordNow')).fill(PASSWORD)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: text('settings.dataDownload') }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.json$/)
    const file = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(file)).toBeInstanceOf(Object)
    expect(file).toContain(ANNA.email)
    expect(file).not.toContain(PASSWORD)
  })

  await test.step('settings changed offline apply at once, survive a reload, and reach the server', async () => {
    const invisible = page.getByRole('switch', { name: text('settings.invisible') })
    const likesByMail = page.getByRole('switch', { name: `${text('settings.like')} ${text('settings.byMail')}` })
    await expect(likesByMail).toBeChecked()
    await context.setOffline(true)
    await invisible.check()
    await likesByMail.uncheck()
    await expect(page.getByText(text('settings.waits'))).toBeVisible()
    await page.reload()
    await expect(invisible).toBeChecked()
    await expect(likesByMail).not.toBeChecked()

    await context.setOffline(false)
    // Read from the server itself, without the worker.
    const held = async (): Promise<unknown> => {
      const answer = (await (await page.request.get('/api/notifications')).json()) as {
        settings: { invisible_mode: boolean; notifications: { like: { mail: boolean; push: boolean } } }
      }
      return [answer.settings.invisible_mode, answer.settings.notifications.like]
    }
    await expect.poll(held).toEqual([true, { mail: false, push: true }])
    await expect(page.getByText(text('settings.waits'))).toBeHidden()
  })

  await test.step('an account is deleted with the password and brought back by the mail’s link', async () => {
    await page.getByRole('button', { name: text('settings.delete') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('settings.passwordNow'), { exact: true }).fill('not my password')
    await dialog.getByRole('button', { name: text('settings.delete') }).click()
    await expect(dialog.getByText(text('field.password_wrong'))).toBeVisible()
    await dialog.getByLabel(text('settings.passwordNow'), { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: text('settings.delete') }).click()
    await page.waitForURL('**/account-deleted')
    await expect(page.getByRole('heading', { name: text('title.leaving') })).toBeVisible()
    await isGone(page, me)

    await page.goto(await linkTo(product, ANNA.email, '/api/reactivate'))
    await button(page, text('leaving.backSubmit')).click()
    await page.waitForURL('**/members')
    await page.goto('/notifications')
    await expect(page.getByText(ANNA.email)).toBeVisible()
  })

  await test.step('another address counts once its link is confirmed, and the old one gets a mail', async () => {
    const wanted = 'anna.new@example.test'
    await openRow(page, text('settings.email'))
    await field(page, text('settings.emailNew')).fill(wanted)
    await field(page, text('settings.passwordNow')).fill(PASSWORD)
    await button(page, text('settings.emailSubmit')).click()
    await expect(page.getByText(text('settings.emailSent', { email: wanted }))).toBeVisible()
    await mailWith(product, ANNA.email, text('mail.mail_change_notice.subject'))

    await page.goto(await linkTo(product, wanted, '/mail-change/do'))
    await button(page, text('mailChange.confirm')).click()
    await expect(page.getByText(wanted)).toBeVisible()
    await page.goto('/notifications')
    await expect(page.getByText(wanted)).toBeVisible()
  })
})

const anotherDevice = async (browser: Browser, product: Product, watch: Watch): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'it-IT',
    viewport: { width: 390, height: 844 },
  })
  watch.over(context)
  return context.newPage()
}

/** The member is logged out silently, and the device stores nothing of them any more. */
const isWiped = async (page: Page, member: number): Promise<void> => {
  // The open page notices the logout by itself.
  await expect(page.getByRole('link', { name: text('shell.login'), exact: true })).toBeVisible()
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
  await isGone(page, member)
}

const isGone = (page: Page, member: number): Promise<void> =>
  expect.poll(async () => (await leftoversOn(page)).databases.filter((name) => name === `member-${member}`)).toEqual([])
