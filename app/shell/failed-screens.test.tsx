// @vitest-environment happy-dom
/** Every screen for members while the server refuses all that it asks for, or has not answered yet. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { memberPaths } from '../../e2e/support/crawl-paths.ts'
import type { Order } from '../features/credits/order.ts'
import { PayNotes } from '../features/credits/pay-notes.tsx'
import { FailureNote } from '../features/signup/step-frame.tsx'
import { t } from '../state/i18n.ts'
import { screenTitle } from '../state/page-title.ts'
import { clearMemberData } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { RetryButton } from './failed-read.tsx'
import { fetchScreen, Screen } from './screen.tsx'

setUpScreens()

const me = aUser()

/** These show what the device itself knows, or a form. */
const ASK_NOTHING = new Set([
  '/profile',
  '/notifications',
  '/notifications/device',
  '/settings',
  '/share',
  '/complaints',
  '/complete-signup',
  '/lang-config',
])

const paths = [
  ...memberPaths({ me: me.id, partner: 9, stranger: 12, fictional: 3 }).filter((path) => !ASK_NOTHING.has(path)),
  '/notifications#decisions',
]

/** @param error the answer to every call; null if none comes */
const show = async (path: string, error: ErrorCode | null): Promise<void> => {
  cleanup()
  clearMemberData()
  const place = placeOf(path.replace(/[?#].*/, ''))
  if (!place) throw new Error(`${path} is no screen`)
  await fetchScreen(place.route)
  enterAs(me)
  answerCalls(error === null ? {} : Object.fromEntries(Object.keys(calls).map((name) => [name, error])))
  await showAt(path, <Screen place={place} me={me} />)
}

test.each(paths.filter((path) => !path.includes('#')))(
  '[SHELL-19] %s says that it loads, and leaves the announcement to the bar',
  async (path) => {
    await show(path, null)
    // In a wide window the list of chats loads beside the conversation; a phone hides it.
    const parts = /chat\b|chats\//.test(path) ? 2 : 1
    expect(screen.getAllByText(t('ui.loading'))).toHaveLength(parts)
    const said = screen.queryAllByRole('status').map(({ textContent }) => textContent)
    expect(said.filter((words) => words !== '')).toEqual([])
  },
)

test.each(paths)('[SHELL-20] %s offers a retry after a failure and offline', async (path) => {
  await show(path, 'server_error')
  for (const retry of await screen.findAllByRole('button', { name: t('ui.tryAgain') })) {
    const asked = answerCalls({})
    fireEvent.click(retry)
    expect(asked.length, 'the tap itself asks again').toBeGreaterThan(0)
  }
  await show(path, 'network_unavailable')
  expect((await screen.findAllByRole('button', { name: t('ui.tryAgain') })).length).toBeGreaterThan(0)
  // As a heading, its two sentences would fill a third of a phone.
  expect(screen.queryByRole('heading', { name: t('error.network_unavailable') })).toBeNull()
})

test('[SHELL-19] a failed screen is read out, and its retry keeps the focus and says that it runs', async () => {
  await show('/likes', 'server_error')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(t('error.server_error'))
  answerCalls({})
  const button = screen.getByRole('button', { name: t('ui.tryAgain') })
  button.focus()
  fireEvent.click(button)
  await screen.findByText(t('ui.busy'))
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('alert')).toBe(alert)
})

test.each(['server_error', 'account_suspended', 'blocked'] as const)(
  '[SHELL-1] a profile that cannot be shown has the reason as the title of its tab: %s',
  async (error) => {
    await show('/members/12', error)
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(screenTitle.value).toBe(heading.textContent)
  },
)

test.each(paths)('[SAFE-8] %s leads a suspended member to the decision', async (path) => {
  await show(path, 'account_suspended')
  const [link] = await screen.findAllByRole('link', { name: t('ui.readDecision') })
  expect(link?.getAttribute('href')).toBe('/notifications#decisions')
  expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
})

test('[SAFE-8] the heading of a suspended member’s screen is short, and the rights that are left are below it', async () => {
  await show('/likes', 'account_suspended')
  const alert = await screen.findByRole('alert')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toContain(t('ui.suspended'))
  expect(alert.textContent).toContain(t('ui.suspendedText'))
})

const order: Order = { package: '15', credits: 15, price: 999, currency: 'EUR', code: null }

test('[SHELL-20] an error that only customer service can explain links to it, beside the form; no other error does', () => {
  for (const [error, links] of [
    ['signup_refused', 1],
    ['buying_stopped', 1],
    ['server_error', 0],
  ] as const) {
    const { unmount } = render(
      <>
        <FailureNote failure={{ error }} />
        <PayNotes outcome={{ kind: 'refused', error: { error } }} order={order} before={order.price} />
      </>,
    )
    const found = screen.queryAllByRole('link', { name: t('footer.support') })
    expect(found.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual(
      Array.from({ length: links * 2 }, () => ['/pages/service', '_blank']),
    )
    unmount()
  }
})

test('[SHELL-20] a retry that is under way is not begun again by a second tap, and may be repeated after it', async () => {
  const retries: (() => void)[] = []
  const onRetry = (): Promise<void> => new Promise((end) => void retries.push(end))
  await showAt('/chats', <RetryButton error="server_error" onRetry={onRetry} />)
  fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
  fireEvent.click(screen.getByRole('button', { name: t('ui.busy') }))
  expect(retries).toHaveLength(1)
  retries[0]?.()
  fireEvent.click(await screen.findByRole('button', { name: t('ui.tryAgain') }))
  expect(retries).toHaveLength(2)
})
