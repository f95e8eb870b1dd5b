/** Blocking and reporting without a network: they take effect here at once, and arrive once. */
import { expect } from 'playwright/test'
import { join, person, settleIn } from './support/people.ts'
import { fromChatMenu, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

test(
  '[PWA-2][SAFE-8][CHAT-9] reported and blocked offline, the tab closed, the worker killed: both arrive once',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const [carla, anna] = await Promise.all([join(product, person('Carla')), join(product, person('Anna'))])
    await anna.say(carla.id, 'Ciao Carla')
    await settleIn(page, person('Carla'))
    await openChat(page, anna.id)
    // The chat brings the safety centre along.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const files = await (await caches.open('files')).keys()
          return files.some(({ url }) => url.includes('it_pages'))
        }),
      )
      .toBe(true)
    await context.setOffline(true)

    await fromChatMenu(page, text('chat.report', { name: 'Anna' }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(text('report.sentLater'))).toBeVisible()
    const field = dialog.getByRole('textbox', { name: text('report.text') })
    await page.emulateMedia({ colorScheme: 'dark' })
    const ground = await field.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect(dialog.getByRole('radio').first(), 'not the grey of a browser').toHaveCSS('background-color', ground)
    await dialog.getByRole('radio', { name: text('safety.reason_scam') }).check()
    await field.fill('Mi chiede carte regalo.')
    await dialog.getByRole('button', { name: text('report.send') }).click()
    await expect(dialog.getByText(text('report.waits'))).toBeVisible()
    await dialog.getByRole('button', { name: text('report.blockToo', { name: 'Anna' }) }).click()
    await expect(page.getByText(text('closed.blocking', { name: 'Anna' }))).toBeVisible()
    await expect(page.getByText(text('profile.blockedOffline', { name: 'Anna' }))).toBeVisible()

    const worker = await controlWorker(page)
    await worker.stop()
    await page.close()
    const later = await context.newPage()
    await later.goto('/notifications')
    await expect(later.getByText(text('settings.reportQueued'))).toBeVisible()
    expect((await carla.ask('reports.list', {})).reports).toEqual([])

    await later.goto('/pages/safety')
    await expect(later.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
    await later.goto('/notifications')

    await context.setOffline(false)
    const reports = async () => (await carla.ask('reports.list', {})).reports
    await expect.poll(reports).toMatchObject([{ reason: 'scam', name: 'Anna' }])
    await expect(later.getByText(text('settings.reportQueued'))).toHaveCount(0)
    await expect.poll(async () => (await carla.ask('blocks.list', {})).blocks.length).toBe(1)
  },
)
