// @vitest-environment happy-dom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskMember } from '#contract/desk/members.ts'
import { answerCalls, atDesk, enterAs, hear, press } from '../../testing/desk-page.tsx'
import { helen } from '../../testing/samples.ts'
import { toasts } from '../../toasts.ts'
import { MemberScreen } from './member-screen.tsx'

atDesk('support')

const AT = Date.UTC(2026, 4, 28)

const notesOf = (count: number, total = count): DeskMember['notes'] => ({
  total,
  newest: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    at: AT,
    by: { id: 2, name: 'Sinéad Walsh' },
    text: `Note ${index + 1}`,
  })),
})

type Reply = ReturnType<Parameters<typeof answerCalls>[0][string]>
type Page = { notes?: DeskMember['notes']; reply?: () => Reply }

/** Opens a member's page. Drafts outlive a page, so each test has a member of its own. */
const open = async (id: number, { notes = notesOf(0), reply = () => ({ json: helen({ id }) }) }: Page = {}) => {
  const page = { notes }
  const requests = answerCalls({
    [`GET members/${id}`]: () => ({ json: helen({ id, ...page }) }),
    [`POST members/${id}/notes`]: reply,
  })
  const { unmount } = render(<MemberScreen params={{ id: String(id) }} />)
  await screen.findByRole('heading', { name: 'Notes of the desk' })
  const sent = () => requests.flatMap(({ method, body }) => (method === 'POST' ? [body as { client_id: string }] : []))
  return { page, sent, unmount }
}

const box = (): HTMLElement => {
  const section = screen.getByRole('heading', { name: 'Notes of the desk' }).closest('section')
  if (!section) throw new Error('The heading has no section')
  return section
}
const field = (): HTMLTextAreaElement => screen.getByLabelText('Write a note')
const write = (value: string): void => {
  fireEvent.change(field(), { target: { value } })
}
const add = (): Promise<void> => act(async () => screen.getByRole('button', { name: 'Add the note' }).click())
const textsShown = (): string[] =>
  within(box())
    .queryAllByText(/^Note \d+$/)
    .map(({ textContent }) => textContent)

test('[DESK-11] a note shows its author, its time and its text', async () => {
  await open(1, { notes: notesOf(1) })
  const note = within(within(box()).getByRole('listitem'))
  expect(note.getByText('Sinéad Walsh')).toBeTruthy()
  expect(note.getByText('Note 1')).toBeTruthy()
  expect(box().querySelector('time')?.dateTime).toBe('2026-05-28T00:00:00.000Z')
})

test('[DESK-11] a member without notes has a box that says so', async () => {
  await open(2)
  expect(within(box()).getByText('No note yet.')).toBeTruthy()
})

test('[DESK-11] the newest five notes are shown first, and a button shows the earlier ones', async () => {
  await open(3, { notes: notesOf(7, 130) })
  expect(textsShown()).toEqual(['Note 3', 'Note 4', 'Note 5', 'Note 6', 'Note 7'])
  expect(screen.queryByText(/of 130 notes/)).toBeNull()
  await act(async () => screen.getByRole('button', { name: 'Show 2 earlier notes' }).click())
  expect(textsShown()).toHaveLength(7)
  expect(screen.getByText('The newest 7 of 130 notes.')).toBeTruthy()
})

test('[DESK-16] N focuses the field, and Control+Enter adds the note', async () => {
  const { sent } = await open(4)
  await press('n')
  expect(document.activeElement).toBe(field())
  await press('Enter', { ctrlKey: true })
  expect(sent()).toEqual([])
  write('Prefers mail.')
  await press('Enter', { ctrlKey: true })
  expect(sent()).toEqual([{ client_id: expect.any(String), text: 'Prefers mail.' }])
  expect(field().value).toBe('')
  expect(toasts.value.map(({ text }) => text)).toEqual(['The note is added.'])
})

test('[DESK-11] an added note appears, and so does a note of a colleague', async () => {
  const { page } = await open(5)
  write('Note 1')
  page.notes = notesOf(1)
  await add()
  expect(textsShown()).toEqual(['Note 1'])
  page.notes = notesOf(2)
  await hear('member:5')
  expect(textsShown()).toEqual(['Note 1', 'Note 2'])
})

test('[DESK-11] without a network the text stays, and the second try has the same id', async () => {
  let isOnline = false
  const { sent } = await open(6, {
    reply: () => {
      if (!isOnline) throw new TypeError('offline')
      return { json: helen({ id: 6 }) }
    },
  })
  write('Shaken by the scam.')
  await add()
  expect((await within(box()).findByRole('alert')).textContent).toContain('server')
  expect(field().value).toBe('Shaken by the scam.')
  isOnline = true
  await add()
  expect(within(box()).queryByRole('alert')).toBeNull()
  expect(field().value).toBe('')
  const [first, second] = sent()
  expect(second).toEqual(first)
})

test('[DESK-11] a changed text is another note, so it has another id', async () => {
  const { sent } = await open(7, { reply: () => ({ status: 503, json: { error: 'server_busy' } }) })
  write('One')
  await add()
  write('Two')
  await add()
  expect(new Set(sent().map(({ client_id: id }) => id)).size).toBe(2)
})

test('[DESK-11] a text that is too long stays and says by how much, and is not sent', async () => {
  const { sent } = await open(8)
  const text = 'x'.repeat(2_012)
  write(text)
  expect(within(box()).getByText('12 characters too long, at most 2,000')).toBeTruthy()
  await add()
  expect(document.activeElement).toBe(field())
  expect([field().value, sent()]).toEqual([text, []])
})

test('[DESK-11] a draft outlives the page, and a colleague at the same device does not see it', async () => {
  const { unmount } = await open(9)
  write('Not finished')
  unmount()
  const again = await open(9)
  expect(field().value).toBe('Not finished')
  again.unmount()
  await enterAs('support', 'Jonas Kern', 2)
  await open(9)
  expect(field().value).toBe('')
})
