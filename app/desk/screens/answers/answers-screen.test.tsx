// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls, atDesk, enterAs } from '../../testing/desk-page.tsx'
import { AnswersScreen } from './answers-screen.tsx'

const NOW = Date.now()
const ROW = {
  profile: { id: 7, name: 'Luna' },
  member: { id: 12, name: 'Ada' },
  waiting: 1,
  since: NOW - 3_600_000,
  refund_at: NOW + 23 * 3_600_000,
}
const LINE = { id: 40, is_member: true, type: 'text', text: 'Do you like the sea?', at: NOW }
const OWN_LINE = { ...LINE, id: 39, is_member: false, text: 'I live in Kiel.' }

atDesk('support')

const open = async (conversations: unknown[], responder = 'staff', status = 200) => {
  const requests = answerCalls({
    'GET answers': () => ({ json: { conversations, total: conversations.length, responder } }),
    'POST answers/7/12/open': () => ({
      json: { lines: [OWN_LINE, LINE], message: 40, language: 'de', refund_at: NOW, persona: 'From Kiel.' },
    }),
    'POST answers/7/12': () => (status === 200 ? { json: { sent: true } } : { status, json: { error: 'not_found' } }),
  })
  render(<AnswersScreen />)
  await act(async () => {})
  return requests
}

const field = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Answer as Luna' }))
  await screen.findByRole('dialog')
  return screen.getByLabelText<HTMLTextAreaElement>('Answer (DE)')
}

const answer = async (text: string) => {
  fireEvent.change(await field(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
  await act(async () => {})
}

test('[GUARD-7] a waiting conversation is opened and answered', async () => {
  const requests = await open([ROW])
  expect(screen.getByText('1 message from Ada')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Answer as Luna' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('From Kiel.')
  const lines = within(screen.getByRole('dialog')).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Luna .*I live in Kiel\.$/),
    expect.stringMatching(/^Ada .*Do you like the sea\?$/),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await answer('Yes, very much')
  expect(requests.find(({ path }) => path === 'answers/7/12')?.body).toEqual({ message: 40, text: 'Yes, very much' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[GUARD-7] a refused answer stays in the dialog', async () => {
  await open([ROW], 'staff', 404)
  await answer('Too late')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).not.toBe('')
})

test('[GUARD-7] an empty list says whether the staff is the responder at all', async () => {
  await open([], 'scripted')
  expect(screen.getByText(/the staff does not answer/)).toBeTruthy()
})

test('[DESK-1] an answer that was not sent is in its field again after the next login of its author alone', async () => {
  const again = async (name: string, id: number) => {
    // The end of the session takes the screen away.
    cleanup()
    await enterAs('support', name, id)
    await open([ROW])
  }
  await open([ROW])
  fireEvent.change(await field(), { target: { value: 'Half an answer' } })
  await again('Jonas Kern', 2)
  expect((await field()).value).toBe('')
  await again('Orla Brennan', 1)
  expect((await field()).value).toBe('Half an answer')
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field()).value).toBe('')
})
