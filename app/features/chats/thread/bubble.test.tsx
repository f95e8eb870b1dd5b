import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../../state/i18n.ts'
import { BubbleView } from './bubble.tsx'
import type { FailureHandlers } from './failure-buttons.tsx'
import type { ThreadMessage } from './thread-message.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
})

const aGift = (mine: boolean, secondsAgo: number): ThreadMessage => ({
  key: 'a',
  client_id: 'a',
  id: null,
  mine,
  type: 'gift',
  gift: 'rose',
  at: Date.now() - secondsAgo * 1_000,
  state: mine ? 'sent' : null,
  failure: null,
  source: 'page',
})

const nothing: FailureHandlers = { retry: vi.fn(), discard: vi.fn(), edit: vi.fn() }

const bubble = (mine: boolean, secondsAgo: number): string =>
  renderToStaticMarkup(
    <BubbleView bubble={{ message: aGift(mine, secondsAgo), first: true, last: true }} name="Anna" actions={nothing} />,
  )

test('[CHAT-3] a gift has its moment when it is sent and when it is seen soon, and none in an old conversation', () => {
  expect(bubble(true, 0)).toMatch(/class="[^"]*given/)
  expect(bubble(false, 20)).toMatch(/class="[^"]*received/)
  for (const html of [bubble(true, 10), bubble(false, 300)]) {
    expect(html).toContain('data:image/svg')
    expect(html).not.toMatch(/given|received/)
  }
})
