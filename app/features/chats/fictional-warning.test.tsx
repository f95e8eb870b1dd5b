import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { aThreadMessage } from '../../testing/factories.ts'
import { ClosedComposer } from './composer/closed-composer.tsx'
import { FictionalWarning, warningPlace } from './fictional-warning.tsx'
import { BubbleView } from './thread/bubble.tsx'
import type { ThreadMessage } from './thread/thread-message.ts'
import { t, tCode } from '../../state/i18n.ts'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const nothing = (): void => {}

test('[GUARD-7] a closed chat with a fictional profile says why, and names no price', () => {
  const html = renderToStaticMarkup(
    <>
      <FictionalWarning name="Luna" isClosed />
      <ClosedComposer reason="fictional_closed" isFraud={false} name="Luna" onUnblock={nothing} onDelete={nothing} />
    </>,
  )
  expect(html).toContain(tCode('closed', 'fictional_closed', { name: 'Luna' }))
  expect(html).toContain(t('ui.chatOnly'))
  expect(html).not.toMatch(/textarea|<button/)
})

test('[GUARD-7] a message that nobody answered says that the credits are back', () => {
  const message: ThreadMessage = {
    type: 'text',
    text: 'Hello',
    key: '1:a',
    client_id: 'a',
    id: 1,
    mine: true,
    at: 0,
    state: 'read',
    failure: null,
    isUnanswered: true,
    source: 'server',
  }
  const actions = { retry: nothing, edit: nothing, discard: nothing, isClosed: true }
  const shown = (one: ThreadMessage): string =>
    renderToStaticMarkup(
      <BubbleView bubble={{ message: one, first: true, last: true }} name="Luna" actions={actions} />,
    )
  const { isUnanswered: _, ...answered } = message
  expect(shown(message)).toContain(t('chat.unanswered'))
  expect(shown(answered)).not.toContain(t('chat.unanswered'))
})

const message = (mine: boolean, state: ThreadMessage['state'] = mine ? 'sent' : null): ThreadMessage =>
  aThreadMessage({ mine, state })

describe('the warning of a fictional profile [CHAT-11]', () => {
  test('is beside the composer before my first message, whatever the partner wrote', () => {
    expect(warningPlace(true, [], null)).toBe('composer')
    expect(warningPlace(true, [message(false), message(false)], 3)).toBe('composer')
  })

  test('a refused message does not count as my first', () => {
    expect(warningPlace(true, [message(true, 'failed')], null)).toBe('composer')
  })

  test('moves to the beginning of the conversation once I have written', () => {
    expect(warningPlace(true, [message(false), message(true, 'queued')], null)).toBe('beginning')
    expect(warningPlace(true, [message(true)], 3)).toBeNull()
  })

  test('a real member has no warning', () => {
    expect(warningPlace(false, [], null)).toBeNull()
  })
})
