// @vitest-environment happy-dom
import { act, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { now } from '../../ports/clock.ts'
import { visible } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { markupOf } from '../../shell/take-snapshot.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { setServerAhead } from '../../testing/zone.ts'
import { ChatLayout, ChatsScreen } from './chat-screens.tsx'
import { useMinute } from './page.ts'

setUpScreens()

const me = aUser({ status: 'not_confirmed' })
let resize = (): void => {}
let isLarge = false
let asked: AskedCall[] = []

beforeEach(() => {
  isLarge = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isLarge
    },
    addEventListener: (_: string, listener: () => void) => {
      resize = listener
    },
    removeEventListener: () => {},
  }))
  enterAs(me)
  asked = answerCalls({ 'chats.get': 'server_error' })
})
afterEach(() => vi.unstubAllGlobals())

const showPane = (paneFirst: boolean): Promise<void> =>
  showAt(
    '/chats/5-7',
    <ChatLayout me={me} selected={null} paneFirst={paneFirst}>
      <p>pane</p>
    </ChatLayout>,
  )
const list = () => screen.queryByRole('heading', { name: t('chats.failedTitle') })
const untilList = () => screen.findByRole('heading', { name: t('chats.failedTitle') })

test('[CHAT-1] the labels of days and presence follow the clock of the server', () => {
  setServerAhead(5 * HOUR_MS)
  const { result } = renderHook(useMinute)
  expect(Math.abs(result.current - now() - 5 * HOUR_MS)).toBeLessThan(2 * MINUTE_MS)
})

test('[CHAT-1] a hidden page renders nothing anew each minute, and is at the present minute when it is shown again', () => {
  vi.useFakeTimers({ now: 0 })
  setServerAhead(0)
  const minutes: number[] = []
  renderHook(() => minutes.push(useMinute()))
  act(() => void vi.advanceTimersByTime(MINUTE_MS))
  expect(minutes).toEqual([0, MINUTE_MS])
  act(() => {
    visible.value = false
  })
  act(() => void vi.advanceTimersByTime(10 * MINUTE_MS))
  expect(minutes).toEqual([0, MINUTE_MS])
  act(() => {
    visible.value = true
  })
  expect(minutes).toEqual([0, MINUTE_MS, 11 * MINUTE_MS])
  vi.useRealTimers()
})

describe('[SHELL-6] the list beside a conversation', () => {
  test('is rendered in a large window alone, and asked for in any', async () => {
    await showPane(true)
    expect(list()).toBeNull()
    expect(screen.getByText('pane')).toBeDefined()
    expect(asked.map(({ name }) => name)).toContain('chats.get')
  })

  test('appears when the window grows', async () => {
    await showPane(true)
    isLarge = true
    act(resize)
    expect(await untilList()).toBeDefined()
  })

  test('is rendered on a phone where it is the screen', async () => {
    await showPane(false)
    expect(list()).not.toBeNull()
  })
})

test('[PROF-12] [PWA-17] the list shows its reminder with the first drawing, and the stored markup has none', async () => {
  const unreached = aUser({ notifications_disabled: ['bounce'] })
  const reminder = t('alert.mailDisabled')
  await showAt('/chats', <ChatsScreen me={unreached} />)
  expect(screen.getByText(reminder)).toBeDefined()
  expect(markupOf(document.body).html).not.toContain(reminder)
})

test('[SHELL-6] the route of the chats has the list beside a pane that asks to choose one', async () => {
  const me = aUser({ status: 'not_confirmed' })
  enterAs(me)
  const asked = answerCalls({})
  await showAt('/chats', <ChatsScreen me={me} />)
  expect(screen.getByRole('region', { name: t('title.chats') })).toBeDefined()
  expect(screen.getByRole('heading', { name: t('chats.chooseTitle') })).toBeDefined()
  expect(asked.map(({ name }) => name)).toContain('chats.get')
})

const NO_CHATS = { chats: [], profiles: [], counts: { unread_messages: 0, new_likes: 0 }, seq: 1, next: null }

test.each([
  ['an empty', NO_CHATS, 'chats.emptyTitle'],
  ['a failed', 'server_error', 'chats.failedTitle'],
] as const)('[SHELL-6] beside %s list the pane asks for no choice', async (_, answer, title) => {
  enterAs(aUser())
  answerCalls({ 'chats.get': answer })
  await showAt('/chats', <ChatsScreen me={aUser()} />)
  await screen.findByRole('heading', { name: t(title) })
  expect(screen.queryByRole('heading', { name: t('chats.chooseTitle') })).toBeNull()
})

test('[SAFE-8] a suspended member reads why the chats do not load, and gets to the decision', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'chats.get': 'account_suspended' })
  await showAt('/chats', <ChatsScreen me={me} />)
  await screen.findByRole('heading', { name: t('ui.suspended') })
  expect(screen.getByRole('link', { name: t('ui.readDecision') }).getAttribute('href')).toBe('/notifications#decisions')
  expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
})
