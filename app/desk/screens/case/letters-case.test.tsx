// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { atCase, item, NOW, open, submitForm, textIn } from '../../testing/case-page.tsx'
import { hear, press } from '../../testing/desk-page.tsx'
import { now } from '../../clock.ts'

atCase()

const LETTERS = {
  count: 2,
  text: 'Buy cheap pills',
  language: 'en',
  items: [{ ...item, kind: 'complaint', from: null }],
}

const openLetters = (replies: Parameters<typeof open>[0] = {}) =>
  open({ 'GET letters/abc': () => ({ json: LETTERS }), ...replies }, { subject: 'letters:abc' })

test('[DESK-4][DESK-1] equal complaints of visitors get one answer, which outlives the end of a session', async () => {
  const replies = {
    'GET letters/abc': () => ({ json: { ...LETTERS, count: 5_004 } }),
    'POST letters/abc/answer': () => ({ json: { answered: 5_004 } }),
  }
  await openLetters(replies)
  fireEvent.change(await screen.findByLabelText('Answer'), { target: { value: 'This is no complaint about us.' } })
  cleanup()
  const { requests, location } = await openLetters(replies)
  expect(await screen.findByText('One answer for 5,004')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Not founded'))
  expect(requests.at(-1)).toMatchObject({ path: 'queue/claim', body: { subject: 'letters:abc' } })
  const answer = textIn('Answer')
  expect(answer.value).toBe('This is no complaint about us.')
  answer.focus()
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/queue'))
  expect(requests.at(-1)?.body).toEqual({ upheld: false, text: 'This is no complaint about us.' })
  cleanup()
  await openLetters(replies)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Answer')).value).toBe('')
})

test('[DESK-4] letters that a colleague has claimed are not claimed again before that claim ends', async () => {
  const begin = now.peek()
  const { requests } = await openLetters({
    'POST queue/claim': () => ({
      status: 409,
      json: { error: 'claimed_by_other', by: 'Jonas Kern', until: begin + 5 * MINUTE_MS },
    }),
  })
  const claims = () => requests.filter(({ path }) => path === 'queue/claim').length
  const answer = await screen.findByLabelText('Answer')
  const type = (value: string) => act(async () => void fireEvent.change(answer, { target: { value } }))
  await type('This')
  now.value = begin + 4 * MINUTE_MS
  await type('This is')
  expect(claims()).toBe(1)
  now.value = begin + 5 * MINUTE_MS
  await type('This is no')
  expect(claims()).toBe(2)
})

test('[DESK-4] letters name the colleague who has claimed them, and say when the colleague has answered', async () => {
  let isAnswered = false
  await openLetters({
    'GET letters/abc': () => (isAnswered ? { status: 404, json: { error: 'not_found' } } : { json: LETTERS }),
    'POST queue/claim': () => ({ status: 409, json: { error: 'claimed_by_other', by: 'Jonas Kern', until: NOW } }),
  })
  fireEvent.click(await screen.findByLabelText('Not founded'))
  await screen.findByText(/^Jonas Kern has this until/)
  isAnswered = true
  await hear('queue')
  await screen.findByText(/^A colleague has answered these letters meanwhile\./)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true)
})

test('[DESK-4] a later change claims letters whose claim failed, and a long answer extends the claim', async () => {
  const begin = now.peek()
  let isBusy = true
  const { requests } = await openLetters({
    'POST queue/claim': () =>
      isBusy
        ? { status: 503, json: { error: 'server_busy' } }
        : { json: { case: 7, until: now.peek() + 10 * MINUTE_MS } },
  })
  const claims = () => requests.filter(({ path }) => path === 'queue/claim').length
  let text = ''
  const write = async (): Promise<void> => {
    await act(async () => void fireEvent.change(textIn('Answer'), { target: { value: (text += 'No. ') } }))
  }
  await screen.findByLabelText('Answer')
  await write()
  await screen.findByRole('alert')
  await write()
  expect(claims(), 'each letter is no claim of its own').toBe(1)
  isBusy = false
  now.value = begin + 11_000
  await write()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await write()
  expect(claims()).toBe(2)
  now.value = begin + 2 * MINUTE_MS
  await write()
  expect(claims()).toBe(3)
  now.value = begin
})

test('[DESK-4] letters that are not there any more when their answer comes are read again', async () => {
  let isAnswered = false
  const gone = { status: 404, json: { error: 'not_found' } }
  await openLetters({
    'GET letters/abc': () => (isAnswered ? gone : { json: LETTERS }),
    'POST letters/abc/answer': () => gone,
  })
  fireEvent.click(await screen.findByLabelText('Not founded'))
  fireEvent.change(textIn('Answer'), { target: { value: 'This is no complaint about us.' } })
  isAnswered = true
  submitForm('Answer')
  expect(await screen.findByText(/^A colleague has answered these letters meanwhile\./)).toBeTruthy()
})
