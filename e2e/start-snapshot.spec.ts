/** A start shows the screen as the device last showed it, before any script runs [PWA-17]. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test'
import * as v from 'valibot'
import { persistentContext } from './support/chromium.ts'
import { rowsOf } from './support/device.ts'
import { DEMO, settleIn } from './support/people.ts'
import { chatRows, countDrawn, memberCards, openChat, thread } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlWorker } from './support/worker.ts'

const snapshots = async (page: Page, me: number): Promise<unknown[]> =>
  (await rowsOf(page, me, 'snapshots')).map(({ path }) => path)

/** Opens search, the list and a conversation, each until the device has its markup. @returns the path of the conversation */
const lookAround = async (page: Page, me: number, partner: number): Promise<string> => {
  const stored = (path: string) => expect.poll(() => snapshots(page, me), { message: path }).toContain(path)
  await page.goto('/members')
  await expect(memberCards(page).first()).toBeVisible()
  await stored('/members')
  await openChat(page, partner)
  await expect(thread(page).getByRole('listitem').first()).toBeVisible()
  const conversation = `/chats/${Math.min(me, partner)}-${Math.max(me, partner)}`
  await stored(conversation)
  await page.goto('/chats')
  await expect(chatRows(page).first()).toBeVisible()
  await stored('/chats')
  return conversation
}

/** A page that runs no script, so that it shows what the worker has put into the document. */
const openStill = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(path)
  return page
}

const topOf = async (element: Locator): Promise<number> => {
  await expect(element).toBeInViewport()
  return element.evaluate((one) => one.getBoundingClientRect().top)
}

test('[PWA-17] without a network and before any script: search, the chat list and a conversation; after a logout nothing', async ({
  context,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const conversation = await lookAround(page, me, partner)
  await countDrawn(chatRows(page))
  const rows = await chatRows(page).allTextContents()
  const connected = await openStill(context, '/chats')
  expect(await topOf(chatRows(connected).first())).toBeCloseTo(await topOf(chatRows(page).first()), 0)
  await connected.close()
  await context.setOffline(true)
  await (await controlWorker(page)).stop()

  const list = await openStill(context, '/chats')
  await expect(list.locator('#root[data-snapshot]')).toBeVisible()
  expect(await chatRows(list).count()).toBe(rows.length)
  await expect(list.getByRole('heading', { level: 1, name: text('title.chats') })).toBeVisible()
  const open = await openStill(context, conversation)
  // A conversation begins at its end, without a script that scrolls.
  await expect(thread(open).getByRole('listitem').last()).toBeInViewport()
  await expect(open.locator('textarea')).toHaveText('')
  // At a reload, Firefox would restore the draft here, and the app would take it for a text that was written early.
  await expect(open.locator('textarea')).toHaveAttribute('autocomplete', 'off')
  const search = await openStill(context, '/members')
  await expect(memberCards(search).first()).toBeVisible()
  for (const [path, shown, markOn] of [
    ['/members', search, (at: Page) => memberCards(at).first()],
    [conversation, open, (at: Page) => thread(at).getByRole('listitem').last()],
    ['/chats', list, (at: Page) => chatRows(at).first()],
  ] as const) {
    await expect(shown.getByText(text('ui.online'), { exact: true })).toHaveCount(0)
    const before = await topOf(markOn(shown))
    await shown.close()
    await page.goto(path)
    await expect(page.locator('#root[data-snapshot]'), 'React has replaced it').toHaveCount(0)
    expect(await topOf(markOn(page)), `${path} stays where it was`).toBeCloseTo(before, 0)
  }

  await countDrawn(chatRows(page))
  expect(await chatRows(page).allTextContents()).toEqual(rows)
  await page.evaluate(() => fetch('/api/logout', { headers: { 'x-request-type': 'client-2' } }))
  for (const path of ['/members', '/chats', conversation]) {
    const still = await openStill(context, path)
    await expect(still.locator('#root'), path).toContainText(text('ui.loading'))
    await still.close()
  }
})

/** Does something the moment that an element of stored markup is there: no script of the app has run by then. */
const onMarkup = (page: Page, selector: string, deed: 'click' | 'write'): Promise<unknown> =>
  page.addInitScript(
    ({ wanted, does }) => {
      const documents = Number(sessionStorage.getItem('documents') ?? 0) + 1
      sessionStorage.setItem('documents', String(documents))
      if (documents > 1) return
      new MutationObserver((_, observer) => {
        const element = document.querySelector<HTMLElement>(`#root[data-snapshot] ${wanted}`)
        if (!element) return
        observer.disconnect()
        if (does === 'click') return element.click()
        element.focus()
        document.execCommand('insertText', false, 'Ciao')
      }).observe(document, { childList: true, subtree: true })
    },
    { wanted: selector, does: deed },
  )

const composer = (screen: Page) => screen.locator('main textarea')

test('[PWA-17] a tap and a text before the app has started are not lost: the app starts with them', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const conversation = await lookAround(page, me, partner)

  const tapped = await context.newPage()
  await onMarkup(tapped, `a[href="${conversation}"]`, 'click')
  await tapped.goto('/chats')
  await expect(tapped).toHaveURL(conversation)
  await expect(composer(tapped)).toBeEditable()
  expect(await tapped.evaluate(() => sessionStorage.getItem('documents')), 'documents').toBe('1')
  await tapped.goBack()
  await expect(tapped).toHaveURL('/chats')
  await expect(chatRows(tapped).first()).toBeVisible()
  await tapped.close()

  const written = await context.newPage()
  await onMarkup(written, 'textarea', 'write')
  await written.goto(conversation)
  await expect(written.locator('#root[data-snapshot]')).toHaveCount(0)
  await expect(composer(written)).toHaveValue('Ciao')
  await expect(composer(written)).toBeFocused()
  await written.keyboard.type(' Anna')
  await expect(composer(written)).toHaveValue('Ciao Anna')
  await written.close()

  // The draft is there already: text that is written meanwhile is added below it.
  const again = await context.newPage()
  await onMarkup(again, 'textarea', 'write')
  await again.goto(conversation)
  await expect(composer(again)).toHaveValue('Ciao Anna\nCiao')
})

/** A trace event of a module that was compiled, or whose compiled code was read. */
const CompileEvent = v.object({
  name: v.literal('v8.compileModule'),
  args: v.object({ data: v.object({ url: v.string(), consumedCacheSize: v.optional(v.number(), 0) }) }),
})

/** Opens the chat list in a trace. @returns the bytes of compiled code that each script read instead of being compiled */
const compiledCodeOf = async (page: Page): Promise<Map<string, number>> => {
  const cdp = await page.context().newCDPSession(page)
  const read = new Map<string, number>()
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const { success, output } = v.safeParse(CompileEvent, event)
      if (success) read.set(output.args.data.url, output.args.data.consumedCacheSize)
    }
  })
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['v8', 'disabled-by-default-v8.compile'] } })
  await page.goto('/chats')
  await expect(chatRows(page).first()).toBeVisible()
  await expect(page.locator('#root[data-snapshot]')).toHaveCount(0)
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await ended
  return read
}

/** Scripts that the document announces and that are large enough for the browser to keep their compiled code. */
const largeScripts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')]
    const sizes = await Promise.all(links.map(async ({ href }) => (await (await fetch(href)).text()).length))
    return links.flatMap(({ href }, index) => ((sizes[index] ?? 0) > 4_000 ? [href] : []))
  })

test(
  '[PWA-17] once a version has started twice, the browser compiles none of its large scripts',
  { tag: '@long' },
  async ({ product }) => {
    const folder = await mkdtemp(join(tmpdir(), 'visavis-compiled-'))
    const start = async <Result>(work: (page: Page) => Promise<Result>): Promise<Result> => {
      const { context, close } = await persistentContext({ folder, baseURL: product.url, locale: 'it-IT' })
      const result = await work(await context.newPage())
      await close()
      return result
    }
    await start(async (page) => {
      const me = await settleIn(page, DEMO.premium)
      await page.goto('/chats')
      await expect.poll(() => snapshots(page, me)).toContain('/chats')
    })
    for (const _ of [1, 2])
      await start(async (page) => {
        await page.goto('/chats')
        await expect(page.locator('#root[data-snapshot]')).toHaveCount(0)
        await countDrawn(chatRows(page))
      })
    await start(async (page) => {
      const read = await compiledCodeOf(page)
      const scripts = await largeScripts(page)
      expect(scripts.length).toBeGreaterThan(3)
      expect(scripts.filter((script) => (read.get(script) ?? 0) === 0)).toEqual([])
    })
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
)
