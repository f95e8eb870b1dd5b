// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DeskPhoto } from '#contract/desk/photos.ts'
import { answerCalls, atDesk, hear, press } from '../../testing/desk-page.tsx'
import { t } from '../../texts.ts'
import { toasts } from '../../toasts.ts'
import { beginGrid, decide, leftIn, moveBy, withoutVerdict } from './grid.ts'
import { PhotosScreen } from './photos-screen.tsx'

const photo = (id: number, own: Partial<DeskPhoto> = {}): DeskPhoto => ({
  id,
  owner: { id: 100 + id, name: `Owner${id}`, age: 30, gender: 'female', joined_at: 1_700_000_000_000, language: 'de' },
  uploaded_at: 1_700_000_000_000,
  due_at: 1_700_000_000_000,
  private: false,
  covered: false,
  others: [],
  alike: [],
  rejected: 0,
  ...own,
})

atDesk('moderator')

const undoUntil = { json: { undo_until: 1 } }
const serve = (photos: DeskPhoto[], more: Parameters<typeof answerCalls>[0] = {}) =>
  answerCalls({
    'GET photos': () => ({ json: { photos, total: photos.length, members: photos.length, more: false } }),
    ...Object.fromEntries(
      photos.flatMap(({ id }) => [
        [`POST photos/${id}/approve`, () => undoUntil],
        [`POST photos/${id}/reject`, () => undoUntil],
        [`POST photos/${id}/undo`, () => ({ json: { undone: true } })],
      ]),
    ),
    ...more,
  })
const current = (): string | null => {
  // The colours of the system mark what has the attribute, whatever its value.
  const all = document.querySelectorAll('li[aria-current]')
  expect(all.length).toBeLessThan(2)
  return all[0]?.querySelector('p')?.textContent ?? null
}
const pictures = (): string[] =>
  [...document.querySelectorAll('img')].map(({ src }) => src).filter((src) => src.includes('/photos/1/'))
/** The pictures of other photos beside the one with this id. */
const besideOf = (id: number): string[] =>
  [...document.querySelectorAll<HTMLImageElement>('aside img')]
    .map(({ src }) => new URL(src).pathname)
    .filter((path) => !path.includes(`/${id}/`))
const open = async (): Promise<void> => {
  render(<PhotosScreen />)
  await vi.waitFor(() => expect(current()).not.toBeNull())
}

test('[DESK-5] A approves and moves on, X and a digit reject with that reason, U takes the last one back', async () => {
  const requests = serve([photo(1), photo(2), photo(3)])
  await open()
  await press('a')
  expect([requests.at(-1)?.path, current()]).toEqual(['photos/1/approve', 'Owner2, 30'])
  await press('3')
  expect(requests.at(-1)?.path).toBe('photos/1/approve')
  await press('x')
  await press('3')
  expect(requests.at(-1)).toMatchObject({ path: 'photos/2/reject', body: { reason: 'nudity' } })
  expect(current()).toBe('Owner3, 30')
  await press('u')
  expect([requests.at(-1)?.path, current()]).toEqual(['photos/2/undo', 'Owner2, 30'])
})

const click = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('[DESK-5] a hand at the mouse does all that the keys do', async () => {
  const requests = serve([photo(1), photo(2), photo(3, { covered: true })], {
    'POST photos/3/show': () => ({ json: { audit: 88_435, at: 1 } }),
  })
  await open()
  await click('Owner2, 30')
  expect(current()).toBe('Owner2, 30')
  await click('Approve')
  await click('Show')
  await click('Reject')
  expect(screen.getByText('Choose the reason')).toBeTruthy()
  await click('Nudity')
  await click('Undo the last one')
  const posts = requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path, body }) => [path, body])).toEqual([
    ['photos/2/approve', null],
    ['photos/3/show', null],
    ['photos/3/reject', { reason: 'nudity', note: '' }],
    ['photos/3/undo', null],
  ])
})

test('[DESK-5] arrows move, and Escape ends a rejection that has no reason yet', async () => {
  const requests = serve([photo(1), photo(2)])
  await open()
  await press('ArrowRight')
  expect(current()).toBe('Owner2, 30')
  await press('ArrowLeft')
  await press('x')
  await press('Escape')
  await press('3')
  expect([current(), requests.every(({ method }) => method === 'GET')]).toEqual(['Owner1, 30', true])
})

const beside = () => document.querySelector('aside')?.textContent ?? ''

test('[DESK-5] beside a photo are the age of its owner, whether it is private, and how alike another one is', async () => {
  const alike = [{ id: 9, owner: 55, name: 'Paul', likeness: 97, covered: false }]
  serve([photo(1, { private: true, alike }), photo(2)])
  await open()
  for (const words of ['Owner1, 30', t('photos.private'), 'Paul97 %']) expect(beside()).toContain(words)
  await press('a')
  expect(beside()).toContain('Owner2, 30')
  expect(beside()).not.toContain(t('photos.private'))
  expect(beside()).toContain(t('photos.noAlike'))
})

const heard = (): (string | null)[] => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('[DESK-16] a screen reader hears each verdict and the photo after it, and reads the verdict in the grid', async () => {
  serve([photo(1), photo(2), photo(3)])
  await open()
  await press('a')
  expect(heard()).toContain('Approved. Owner2, 30')
  await press('x')
  await press('3')
  expect(heard()).toContain('Nudity. Owner3, 30')
  expect(screen.getByRole('button', { name: 'Owner1, 30 Approved' })).toBeTruthy()
})

test('[DESK-8] another reason is written in words that the member reads', async () => {
  const requests = serve([photo(1), photo(2)])
  await open()
  await press('x')
  await press('7')
  expect(requests.some(({ path }) => path === 'photos/1/reject')).toBe(false)
  expect(screen.getByText('The member reads these words. The member reads German.')).toBeTruthy()
  const field = screen.getByLabelText('Reason')
  fireEvent.submit(field.closest('form') ?? field)
  await screen.findByText('Missing')
  fireEvent.change(field, { target: { value: 'Das Bild zeigt nur ein Auto.' } })
  fireEvent.submit(field.closest('form') ?? field)
  await vi.waitFor(() =>
    expect(requests.at(-1)).toMatchObject({
      path: 'photos/1/reject',
      body: { reason: 'other', note: 'Das Bild zeigt nur ein Auto.' },
    }),
  )
  expect(current()).toBe('Owner2, 30')
  await vi.waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
})

test('[DESK-1] words about another reason stay in their field when they do not reach the server', async () => {
  let isDown = true
  const requests = serve([photo(1), photo(2)], {
    'POST photos/1/reject': () => (isDown ? { status: 500, json: { error: 'server_error' } } : undoUntil),
  })
  await open()
  await press('x')
  await press('7')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Reason')
  fireEvent.change(field, { target: { value: 'Das Bild zeigt nur ein Auto.' } })
  fireEvent.submit(field.closest('form') ?? field)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect([field.isConnected, field.value, current()]).toEqual([true, 'Das Bild zeigt nur ein Auto.', 'Owner1, 30'])
  isDown = false
  fireEvent.submit(field.closest('form') ?? field)
  await vi.waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  expect(requests.at(-1)).toMatchObject({ path: 'photos/1/reject', body: { note: 'Das Bild zeigt nur ein Auto.' } })
  expect(current()).toBe('Owner2, 30')
})

test('[DESK-5] a covered photo is not in the page until V shows it, and the look is logged first', async () => {
  const requests = serve([photo(1, { covered: true }), photo(2)], {
    'POST photos/1/show': () => ({ json: { audit: 88_435, at: 1 } }),
  })
  await open()
  expect(pictures()).toEqual([])
  expect(screen.getAllByText('May show nudity or a minor').length).toBeGreaterThan(0)
  await press('v')
  expect(requests.at(-1)?.path).toBe('photos/1/show')
  await vi.waitFor(() => expect(pictures().length).toBeGreaterThan(0))
})

test('[DESK-5] a private or harmful photo that was just decided is covered beside the next photo of its owner', async () => {
  const others = [1, 2].map((id) => ({ id, status: 'pending' as const, covered: false }))
  serve([photo(1, { private: true }), photo(2), photo(3, { others })])
  await open()
  await press('a')
  await press('x')
  await press('1')
  expect(current()).toBe('Owner3, 30')
  expect(besideOf(3)).toEqual(['/api/desk/photos/2/thumb'])
  await press('u')
  await press('x')
  await press('4')
  expect([current(), besideOf(3)]).toEqual(['Owner3, 30', []])
})

test('[DESK-5] a verdict that does not reach the server is taken back, and the photo waits again', async () => {
  serve([photo(1), photo(2)], { 'POST photos/1/approve': () => ({ status: 500, json: { error: 'server_error' } }) })
  await open()
  await press('a')
  await vi.waitFor(() => expect(current()).toBe('Owner1, 30'))
  expect(screen.queryByText('Approved')).toBeNull()
})

test('[DESK-5] the last verdict of a grid brings the next photos', async () => {
  let photos = [photo(1)]
  serve([photo(1), photo(2)], {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
  })
  await open()
  photos = [photo(2)]
  await press('a')
  await vi.waitFor(() => expect(current()).toBe('Owner2, 30'))
})

test('[DESK-5] U takes back the last verdict of a grid after the next photos have come, or none', async () => {
  let photos = [photo(1)]
  const requests = serve([photo(1)], {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
  })
  await open()
  photos = []
  await press('a')
  await screen.findByRole('heading', { name: 'No photo waits' })
  expect(document.querySelector('aside')).toBeNull()
  photos = [photo(1)]
  await press('u')
  await vi.waitFor(() => expect(current()).toBe('Owner1, 30'))
  expect(requests.filter(({ path }) => path === 'photos/1/undo')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('[DESK-5] without a photo that waits, a button takes back the last verdict, for a hand at the mouse', async () => {
  let photos = [photo(1)]
  serve([photo(1)], { 'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }) })
  await open()
  photos = []
  await press('a')
  const undo = await screen.findByRole('button', { name: /^Undo/ })
  photos = [photo(1)]
  fireEvent.click(undo)
  await vi.waitFor(() => expect(current()).toBe('Owner1, 30'))
})

const dialog = () => document.querySelector('dialog')

test('[DESK-5] Z shows the photo in full size, and a covered one only as a note', async () => {
  serve([photo(1), photo(2, { covered: true })])
  await open()
  await press('z')
  expect(dialog()?.querySelector('img')?.src).toContain('/photos/1/full')
  await press('z')
  expect(dialog()).toBeNull()
  await press('a')
  await press('z')
  expect([dialog()?.querySelector('img'), dialog()?.textContent]).toEqual([null, expect.stringContaining('Owner2')])
})

test('[DESK-5] an undo that came too late says so, and shows what really waits', async () => {
  let photos = [photo(1), photo(2)]
  serve(photos, {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
    'POST photos/1/undo': () => ({ json: { undone: false } }),
  })
  await open()
  await press('a')
  photos = [photo(2)]
  await press('u')
  await vi.waitFor(() => expect(current()).toBe('Owner2, 30'))
  expect(screen.queryByText('Owner1, 30')).toBeNull()
  expect(toasts.peek().map(({ text }) => text)).toEqual([t('photos.notUndone')])
})

test('[DESK-5] an undo that does not reach the server leaves the verdict, and the next U takes back the same one', async () => {
  let isDown = true
  const requests = serve([photo(1), photo(2)], {
    'POST photos/1/undo': () =>
      isDown ? { status: 500, json: { error: 'server_error' } } : { json: { undone: true } },
  })
  await open()
  await press('a')
  await press('u')
  await vi.waitFor(() => expect(toasts.peek()).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Owner1, 30 Approved' })).toBeTruthy()
  isDown = false
  await press('u')
  await vi.waitFor(() => expect(current()).toBe('Owner1, 30'))
  expect(requests.filter(({ path }) => path === 'photos/1/undo')).toHaveLength(2)
})

test('[DESK-5] the undo of the grid before that does not reach the server can be tried again', async () => {
  let photos = [photo(1)]
  const requests = serve([photo(1)], {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
    'POST photos/1/undo': () => ({ status: 500, json: { error: 'server_error' } }),
  })
  await open()
  photos = []
  await press('a')
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  await vi.waitFor(() => expect(toasts.peek()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await vi.waitFor(() => expect(requests.filter(({ path }) => path === 'photos/1/undo')).toHaveLength(2))
})

test('[DESK-5] a verdict that came too late says so, and the last one of a grid still brings the next photos', async () => {
  let photos = [photo(1)]
  serve([photo(1), photo(2)], {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
    'POST photos/1/approve': () => ({ status: 409, json: { error: 'changed_meanwhile' } }),
  })
  await open()
  photos = [photo(2)]
  await press('a')
  await vi.waitFor(() => expect(current()).toBe('Owner2, 30'))
  expect(toasts.peek().map(({ text }) => text)).toEqual([t('error.changed_meanwhile')])
})

test('[DESK-5] a photo that a colleague decides is marked and skipped, the current one stays, and the last one brings the next photos', async () => {
  let photos = [photo(1), photo(2), photo(3)]
  const requests = serve(photos, {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 3, more: false } }),
  })
  await open()
  await press('a')
  await press('u')
  await hear('photo:1')
  expect(screen.queryAllByText('Decided')).toHaveLength(0)
  await hear('photo:2')
  await hear('all')
  expect(screen.getAllByText('Decided')).toHaveLength(1)
  await press('a')
  expect(current()).toBe('Owner3, 30')
  expect(requests.some(({ path }) => path === 'photos/2/approve')).toBe(false)
  photos = [photo(4)]
  await hear('photo:3')
  await vi.waitFor(() => expect(current()).toBe('Owner4, 30'))
  expect(requests.some(({ path }) => path === 'photos/3/approve')).toBe(false)
})

test('[DESK-5] a colleague who began with the same photos is met in the middle of the grid, and not at each photo', async () => {
  serve([photo(1), photo(2), photo(3), photo(4)])
  await open()
  await hear('photo:1')
  await press('a')
  expect(current()).toBe('Owner4, 30')
  await press('a')
  expect(current()).toBe('Owner3, 30')
  await hear('photo:2')
  expect(current()).toBe('Owner3, 30')
})

test('[DESK-8] words about a photo that a colleague decides meanwhile reject no other photo', async () => {
  let photos = [photo(1)]
  const requests = serve(photos, {
    'GET photos': () => ({ json: { photos, total: photos.length, members: 1, more: false } }),
  })
  await open()
  await press('x')
  await press('7')
  photos = [photo(2)]
  await hear('photo:1')
  await vi.waitFor(() => expect(current()).toBe('Owner2, 30'))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'A flag covers the face' } })
  await act(async () => void fireEvent.submit(screen.getByRole('textbox').closest('form') ?? document.body))
  expect(await screen.findByText(t('error.changed_meanwhile'))).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('[DESK-5] the grid keeps its order, skips what is decided, and stays at its edges', () => {
  const approved = { approved: true } as const
  let grid = beginGrid([1, 2, 3, 4])
  grid = decide(decide(grid, approved), approved)
  expect([grid.current, leftIn(grid)]).toEqual([3, 2])
  expect(moveBy(grid, -3).current).toBe(3)
  expect(moveBy(grid, -2).current).toBe(1)
  grid = decide(decide(grid, approved), approved)
  expect([grid.current, leftIn(grid)]).toEqual([4, 0])
  expect(withoutVerdict(grid, 2)).toMatchObject({ current: 2, photos: [1, 2, 3, 4] })
})
