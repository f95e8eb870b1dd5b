// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message, MessageWarning } from '#contract/entities/chat.ts'
import { forgetDrafts } from '../../state/member-texts.ts'
import { SafetyBar } from './safety-bar.tsx'
import { setUpTexts } from '../../testing/texts.ts'

const [ME, PARTNER] = [1, 2]
const [onReport, onBlock] = [vi.fn<() => void>(), vi.fn<() => void>()]

setUpTexts()
beforeEach(() => {
  localStorage.clear()
  onReport.mockReset()
  onBlock.mockReset()
})
afterEach(cleanup)

let count = 0
const message = (sender: number, text: string, warning?: MessageWarning[]): Message => {
  count += 1
  return {
    id: count,
    client_id: `01890a5d-ac96-774b-bcce-${String(count).padStart(12, '0')}`,
    conversation: '1-2',
    sender,
    sent_at: count,
    type: 'text',
    text,
    ...(warning ? { warning } : {}),
  }
}
/** Shows the bar, and waits until a screen reader knows its words. */
const bar = async (messages: Message[]): Promise<void> => {
  render(<SafetyBar me={ME} conversation="1-2" name="Bert" messages={messages} onReport={onReport} onBlock={onBlock} />)
  const note = screen.queryByRole('status')
  if (note) await waitFor(() => expect(note.querySelector('[aria-hidden] p')).toBeNull())
}
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('[GUARD-1] the warning bar', () => {
  test('says each reason, and offers report and block beside it', async () => {
    await bar([message(PARTNER, 'Hi', ['link', 'phone'])])
    const text = screen.getByRole('status').textContent
    expect(text).toContain('Bert is new here. Take care with this message:')
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'It contains a link. Do not open links from people you do not know.',
      'It contains a phone number. Give yours only when you are sure.',
    ])
    tap('Report Bert')
    tap('Block Bert')
    expect([onReport.mock.calls.length, onBlock.mock.calls.length]).toEqual([1, 1])
  })

  test.each([
    ['a warning', [message(PARTNER, 'Hi', ['link'])]],
    ['an advice', [message(PARTNER, 'Can you send me some money?')]],
  ])('[SITE-7] %s leads to the page about safety', async (_, messages) => {
    await bar(messages)
    expect(screen.getByRole('link', { name: 'More on staying safe' }).getAttribute('href')).toBe('/pages/safety')
  })

  test('is gone once I have answered, and messages of older devices have no warning', async () => {
    await bar([message(PARTNER, 'Hi', ['link']), message(ME, 'Hello')])
    expect(screen.queryByRole('status')).toBeNull()
    cleanup()
    await bar([message(PARTNER, 'Hi')])
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('[GUARD-1] advice against romance scams', () => {
  test('appears when the partner speaks of money, until it is read, once a conversation', async () => {
    const talk = [message(ME, 'Hello'), message(PARTNER, 'Can you send me some money?')]
    await bar(talk)
    expect(screen.getByRole('status').textContent).toContain('Never send money to somebody you have not met')
    expect(screen.getByRole('status').textContent).toContain('Nothing was sent to anyone for it.')
    tap('Got it')
    expect(screen.queryByRole('status')).toBeNull()
    cleanup()
    await bar([...talk, message(PARTNER, 'And buy a gift card')])
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('my own words bring no advice, and logout forgets the read messages [PWA-11]', async () => {
    await bar([message(ME, 'Can you send me some money?')])
    expect(screen.queryByRole('status')).toBeNull()
    cleanup()
    await bar([message(PARTNER, 'Write me on Telegram')])
    tap('Got it')
    expect(localStorage).toHaveLength(1)
    forgetDrafts(ME)
    expect(localStorage).toHaveLength(0)
  })
})
