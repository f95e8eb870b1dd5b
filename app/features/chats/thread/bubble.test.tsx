import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test, vi } from 'vitest'
import { onLine } from '../../../ports/page.ts'
import { t } from '../../../state/i18n.ts'
import { putAnswer } from '../../../state/resource.ts'
import { aThreadMessage, aUser } from '../../../testing/factories.ts'
import { BubbleView } from './bubble.tsx'
import type { FailureHandlers } from './failure-buttons.tsx'
import { photoBox } from './photo-bubble.tsx'
import type { ThreadMessage } from './thread-message.ts'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()

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

const nothing: FailureHandlers = { retry: vi.fn(), discard: vi.fn(), edit: vi.fn(), isClosed: false }

const shown = (message: ThreadMessage, actions = nothing): string =>
  renderToStaticMarkup(
    <Router ssrPath="/chats">
      <BubbleView bubble={{ message, first: true, last: true }} name="Anna" actions={actions} />
    </Router>,
  )

const bubble = (mine: boolean, secondsAgo: number): string => shown(aGift(mine, secondsAgo))

test('[CHAT-3] a gift has its moment when it is sent and when it is seen soon, and none in an old conversation', () => {
  expect(bubble(true, 0)).toMatch(/class="[^"]*given/)
  expect(bubble(false, 20)).toMatch(/class="[^"]*received/)
  for (const html of [bubble(true, 10), bubble(false, 300)]) {
    expect(html).toContain('data:image/svg')
    expect(html).not.toMatch(/given|received/)
  }
})

test('[SAFE-5] a text is never HTML, and its link tells the other site neither page nor member', () => {
  const html = shown(aThreadMessage({ text: '<img src=x> https://example.org/a' }))
  expect(html).toContain('&lt;img src=x&gt;')
  expect(html).toContain(
    '<a href="https://example.org/a" dir="ltr" target="_blank" rel="noopener noreferrer nofollow">https://example.org/a</a>',
  )
})

test('[SHELL-19] the speaker ends with a blank that a copied text keeps', () => {
  expect(shown(aThreadMessage({ mine: true, text: 'Hello' }))).toContain('You:\u00a0</span>Hello')
})

test('[CHAT-6] [SHELL-19] a photo on its way has a bar with a name and a value, and none before its first part', () => {
  const photo = { filename: '/photos/a/full', thumb_filename: '', colours: '', width: 4, height: 3 }
  const sending = { ...aGift(true, 0), type: 'photo', photo, state: 'sending' } as const
  expect(shown({ ...sending, uploaded: 0.4 })).toMatch(
    new RegExp(`<progress[^>]* max="1" value="0.4" aria-label="${t('ui.upload')}">`),
  )
  expect(shown(sending)).not.toContain('<progress')
})

test('[CHAT-6] a message that waits names the network only if there is none: the server may be busy, or limit the device', () => {
  const queued = aThreadMessage({ state: 'queued' })
  expect(shown(queued)).toContain(t('ui.waits'))
  onLine.value = false
  expect(shown(queued)).toContain(t('ui.waitsForNetwork'))
  onLine.value = true
})

test('[DESK-8] a message that a suspension refused no longer speaks of it, nor leads to it, once the account is free', () => {
  const refused = aThreadMessage({ mine: true, state: 'failed', failure: { error: 'account_suspended' } })
  const said = (sanctioned: boolean): boolean[] => {
    putAnswer('user.get', {}, { user: aUser({ sanctioned }), counts: null })
    const html = shown(refused)
    return [t('error.account_suspended'), t('ui.readDecision'), t('ui.restrictedThen'), t('chat.retry')].map((words) =>
      html.includes(words),
    )
  }
  expect([said(true), said(false)]).toEqual([
    [true, true, false, true],
    [false, false, true, true],
  ])
})

test.each(['blocked', 'blocking', 'recipient_deleted'] as const)(
  '[CHAT-12] a message refused with %s no longer says so once the conversation is open again',
  (error) => {
    const refused = aThreadMessage({ mine: true, state: 'failed', failure: { error } })
    const words = [t(`error.${error}`, { name: 'Anna' }), t('chat.closedThen')]
    const said = (isClosed: boolean): boolean[] =>
      words.map((text) => shown(refused, { ...nothing, isClosed }).includes(text))
    expect([said(true), said(false)]).toEqual([
      [true, false],
      [false, true],
    ])
  },
)

const isLarge = (text: string): boolean => /class="[^"]*emoji/.test(shown(aThreadMessage({ text })))

test('[CHAT-2] up to three emoji without words are large, as one that is made of several signs is one', () => {
  const large = ['😀', ' 👍🏽\n', '❤️ ❤️ ❤️', '👩‍❤️‍💋‍👨', '🇮🇹🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '3️⃣']
  const small = ['3', '😀😀😀😀', 'ok 👍', '1 2', '']
  expect([...large, ...small].filter(isLarge)).toEqual(large)
})

test('[ACC-12] a message whose text was erased says so', () => {
  expect(shown(aThreadMessage({ text: '' }))).toContain(t('chat.erased'))
  expect(shown(aThreadMessage({ text: 'Hello' }))).not.toContain(t('chat.erased'))
})

test('[CHAT-2] a photo has its own proportions within a widest and a tallest shape', () => {
  expect(photoBox({ width: 1_600, height: 1_200 })).toEqual({ width: 260, height: 195 })
  expect(photoBox({ width: 900, height: 1_600 })).toEqual({ width: 180, height: 320 })
  expect(photoBox({ width: 1_600, height: 200 })).toEqual({ width: 260, height: 120 })
  expect(photoBox({ width: 0, height: 0 })).toEqual({ width: 220, height: 220 })
})

test('[PWA-10] a message of a kind that only a newer version shows says so, and offers the update', () => {
  const { text: _, ...message } = aThreadMessage({ mine: false })
  const html = shown({ ...message, type: 'newer' })
  expect(html).toContain(t('chat.newer'))
  expect(html).toContain(`>${t('shell.loadNewVersion')}</button>`)
})

test('[SHELL-19] the buttons of a refused message say which one they are about, since another has the same', () => {
  const html = shown(
    aThreadMessage({ text: 'Shall we meet?', mine: true, state: 'failed', failure: { error: 'blocked' } }),
  )
  expect(html).toMatch(/role="group" aria-label="Shall we meet\?"/)
})
