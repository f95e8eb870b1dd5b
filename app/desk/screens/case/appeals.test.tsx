// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appeal, appealed, atCase, item, NOW, openCase, submitForm, textIn } from '../../testing/case-page.tsx'
import { press } from '../../testing/desk-page.tsx'

atCase()

test('[DESK-9] an appeal against the own decision says "Not you" and has no form; another one is answered with a text', async () => {
  const own = await openCase({
    claim: null,
    items: [{ ...appeal, is_own: true }],
    decisions: [{ ...appealed, is_own: true }],
  })
  expect(screen.getByText('Not you')).toBeTruthy()
  await press('c')
  expect(own.requests.every(({ method }) => method === 'GET')).toBe(true)
  expect(screen.queryByLabelText('Answer')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Decide' }), 'the button of a phone').toBeNull()
  cleanup()

  const { requests } = await openCase(
    { items: [appeal], decisions: [appealed] },
    { 'POST appeals/33': () => ({ json: { upheld: true } }) },
  )
  fireEvent.click(screen.getByLabelText('Lift the decision'))
  fireEvent.change(textIn('Answer'), { target: { value: 'You were right.' } })
  submitForm('Answer')
  await vi.waitFor(() =>
    expect(requests.find(({ path }) => path === 'appeals/33')?.body).toEqual({ upheld: true, text: 'You were right.' }),
  )
})

test('[DESK-9] Ctrl Enter in the answer to an appeal sends the answer, and not the decision beside it', async () => {
  const { requests } = await openCase(
    { items: [appeal, item], decisions: [appealed] },
    { 'POST appeals/33': () => ({ json: { upheld: false } }) },
  )
  await press('1')
  fireEvent.click(screen.getByLabelText('Keep the decision'))
  fireEvent.change(textIn('Answer'), { target: { value: 'It stands.' } })
  textIn('Answer').focus()
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain('appeals/33'))
  expect(requests.map(({ path }) => path)).not.toContain('cases/12/decide')
})

test('[DESK-4] an answer to an appeal claims the case', async () => {
  const { requests } = await openCase({
    claim: null,
    items: [appeal],
    decisions: [appealed],
  })
  fireEvent.change(textIn('Answer'), { target: { value: 'We have looked again.' } })
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain('queue/claim'))
})

const pictures = () => [...document.querySelectorAll('img')].filter(({ src }) => src.includes('/photos/7/'))

test.each([
  { others: [], place: '/queue' },
  { others: [item], place: '/cases/member:12' },
])(
  '[DESK-9] the answer to the last item of a case leads to the queue, and otherwise the case stays: $place',
  async ({ others, place }) => {
    const { requests, location } = await openCase(
      { items: [appeal, ...others], decisions: [appealed] },
      { 'POST appeals/33': () => ({ json: { upheld: false } }) },
    )
    fireEvent.click(screen.getByLabelText('Keep the decision'))
    fireEvent.change(textIn('Answer'), { target: { value: 'It stands.' } })
    const reads = () => requests.filter(({ method }) => method === 'GET').length
    const before = reads()
    submitForm('Answer')
    await vi.waitFor(() => expect(reads() > before || location.history.at(-1) === '/queue').toBe(true))
    expect(location.history.at(-1)).toBe(place)
  },
)

test('[DESK-9] an appeal shows what was rejected, the facts and the language of the member; a look at a covered photo is logged first', async () => {
  const rejected = { ...appealed, kind: 'photo_rejected', reason: 'not_you', note: 'An actor.' } as const
  const { requests } = await openCase(
    { items: [appeal], decisions: [{ ...rejected, photo: { id: 7, covered: true } }] },
    { 'POST photos/7/show': () => ({ json: { audit: 9, at: NOW } }) },
  )
  expect(screen.getAllByText(/Not this member/).length).toBeGreaterThan(1)
  expect(screen.getAllByText('An actor.').length).toBeGreaterThan(1)
  expect(screen.getByText(/^The member reads German\./)).toBeTruthy()
  expect(pictures()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show photo 7' }))
  await vi.waitFor(() => expect(pictures()).toHaveLength(1))
  expect(requests.at(-1)?.path).toBe('photos/7/show')
  cleanup()
  await openCase({ items: [appeal], decisions: [rejected] })
  expect(screen.getByText('The member has deleted the photo.')).toBeTruthy()
  cleanup()
  const text = { ...appealed, kind: 'text_removed', removed_text: 'I sell shoes.' } as const
  await openCase({ items: [appeal], decisions: [text] })
  expect(screen.getByText('Removed: “I sell shoes.”')).toBeTruthy()
})
