// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import type { PhotoJob } from '../../../state/photos.ts'
import { errorText } from '../../../state/error-text.ts'
import { t, type TextKey } from '../../../state/i18n.ts'
import { toasts } from '../../../state/toasts.ts'
import { defineOnElements } from '../../../testing/elements.ts'
import { anOwnProfile, aPhoto, aUser } from '../../../testing/factories.ts'
import { PhotoManager } from './photo-manager.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

const orderPhotos = vi.hoisted(() => vi.fn<(ids: readonly string[]) => Promise<boolean>>())
const addPhotos = vi.hoisted(() => vi.fn<(files: readonly File[]) => void>())
const photoJobs = vi.hoisted((): { value: PhotoJob[] } => ({ value: [] }))
const changePhoto = vi.hoisted(() => vi.fn<(id: string, change: object) => Promise<boolean>>())
const retryPhoto = vi.hoisted(() => vi.fn<(id: string) => Promise<boolean>>())
const deletePhoto = vi.hoisted(() => vi.fn<(id: string) => Promise<(() => Promise<void>) | null>>())
vi.mock('../../../state/photos.ts', () => ({
  addPhotos,
  changePhoto,
  deletePhoto,
  orderPhotos,
  photoJobs,
  resumePhotos: async () => {},
  retryPhoto,
}))

// happy-dom has no popovers and captures no pointer.
defineOnElements({ hidePopover: { value: () => {} }, setPointerCapture: { value: () => {} } })
setUpTexts()
afterEach(() => {
  cleanup()
  photoJobs.value = []
})

const own = (id: string): OwnPhoto => ({ ...aPhoto(id), private: false, reason: null, decision: null, client_id: null })
const withPhotos = (...ids: string[]) => aUser({ profile: anOwnProfile({ photos: ids.map(own) }) })
const shown = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('[data-photo] img')].map((image) => /photos\/(\w+)\//.exec(image.outerHTML)?.[1])
/** The actions in the menu of a photo. */
const menuOf = (number: number) => {
  const place = screen.getAllByRole('listitem')[number - 1]
  if (!place) throw new Error('no photo')
  return within(place)
}
const choose = (number: number, action: TextKey): void =>
  void fireEvent.click(menuOf(number).getByRole('menuitem', { name: t(action), hidden: true }))
const makeLater = (number: number): void => choose(number, 'photos.later')

test('[PROF-3] a photo stays where it was moved to while the order is on its way', async () => {
  const sent = Promise.withResolvers<boolean>()
  orderPhotos.mockReturnValue(sent.promise)
  const { rerender } = render(<PhotoManager me={withPhotos('a', 'b', 'c')} />)
  makeLater(1)
  expect(orderPhotos.mock.calls).toEqual([[['b', 'a', 'c']]])
  expect(shown()).toEqual(['b', 'a', 'c'])
  // A photo that is added meanwhile comes last.
  rerender(<PhotoManager me={withPhotos('a', 'b', 'c', 'd')} />)
  expect(shown()).toEqual(['b', 'a', 'c', 'd'])
  makeLater(2)
  expect(orderPhotos.mock.calls[1]).toEqual([['b', 'c', 'a', 'd']])
  // The profile may be older than the answer.
  await act(async () => sent.resolve(true))
  expect(shown()).toEqual(['b', 'c', 'a', 'd'])
  // Once the profile has had the order, changes of another device count.
  rerender(<PhotoManager me={withPhotos('b', 'c', 'a', 'd')} />)
  rerender(<PhotoManager me={withPhotos('d', 'b', 'c', 'a')} />)
  expect(shown()).toEqual(['d', 'b', 'c', 'a'])
})

test('[PROF-3] a refused order shows the order of the profile again', async () => {
  orderPhotos.mockResolvedValue(false)
  render(<PhotoManager me={withPhotos('a', 'b', 'c')} />)
  makeLater(1)
  expect(shown()).toEqual(['b', 'a', 'c'])
  await act(async () => {})
  expect(shown()).toEqual(['a', 'b', 'c'])
})

const freeWith = (...ids: string[]) => aUser({ photo_limit: 3, profile: anOwnProfile({ photos: ids.map(own) }) })
const count = () => document.querySelector('#photos-title')?.nextElementSibling?.textContent

test('[PROF-3] the number of photos names the limit only as long as it is not passed', () => {
  const { rerender } = render(<PhotoManager me={freeWith('a', 'b', 'c')} />)
  expect(count()).toBe('3 of 3')
  expect(document.body.textContent).toContain(t('photos.full', { limit: 3 }))
  rerender(<PhotoManager me={freeWith('a', 'b', 'c', 'd')} />)
  expect(count()).toBe('4')
  expect(document.body.textContent).toContain(t('photos.over', { limit: 3 }))
  expect(document.body.textContent).not.toContain(t('photos.full', { limit: 3 }))
})

const aJob = (change: Partial<PhotoJob>): PhotoJob => ({
  client_id: 'new',
  name: 'sea.jpg',
  private: false,
  state: 'sending',
  progress: 0.5,
  failure: null,
  colours: '',
  cancel: () => {},
  retry: () => {},
  dismiss: () => {},
  ...change,
})
const job = (change: Partial<PhotoJob>, me = withPhotos('a')) => {
  const [cancel, retry, dismiss] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  photoJobs.value = [aJob({ cancel, retry, dismiss, ...change })]
  render(<PhotoManager me={me} />)
  return { cancel, retry, dismiss }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[PROF-3] a photo that is uploading can be cancelled', () => {
  const { cancel } = job({ state: 'sending' })
  press(t('photos.cancel'))
  expect(cancel).toHaveBeenCalledOnce()
})

test('[PROF-3] a photo that was refused says why, and can be tried again or closed', () => {
  const { retry, dismiss } = job({ state: 'failed', failure: { error: 'server_full' } })
  expect(screen.getByRole('alert').textContent).toBe(errorText({ error: 'server_full' }))
  press(t('ui.tryAgain'))
  expect([retry.mock.calls.length, dismiss.mock.calls.length]).toEqual([1, 0])
  press(t('ui.close'))
  expect([retry.mock.calls.length, dismiss.mock.calls.length]).toEqual([1, 1])
})

test.each(['photo_type', 'photo_heic', 'photo_too_small'] as const)(
  '[PROF-3] a file that would be refused again, for %s, is not offered another attempt',
  (error) => {
    const { dismiss } = job({ state: 'failed', failure: { error } })
    expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
    press(t('ui.close'))
    expect(dismiss).toHaveBeenCalledOnce()
    cleanup()
    const photo: OwnPhoto = { ...own('a'), waiting: 'failed', failure: { error } }
    render(<PhotoManager me={aUser({ profile: anOwnProfile({ photos: [photo] }) })} />)
    expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
    expect(screen.getByRole('button', { name: t('photos.remove') })).toBeDefined()
  },
)

test('[PROF-3] a refused file takes no place: another photo can be chosen, and nothing says that the limit is reached', () => {
  job({ state: 'failed', failure: { error: 'photo_broken' } }, freeWith('a', 'b'))
  expect(screen.getByLabelText(t('photos.addMore'))).toBeDefined()
  expect(screen.queryByText(t('photos.fullPremium'))).toBeNull()
  cleanup()
  job({ state: 'sending' }, freeWith('a', 'b'))
  expect(screen.queryByLabelText(t('photos.addMore'))).toBeNull()
  expect(screen.getByText(t('photos.fullPremium'))).toBeDefined()
})

test('[PROF-3] files are added that were chosen, and files that were dropped', () => {
  render(<PhotoManager me={withPhotos('a')} />)
  const [chosen, dropped] = [new File(['x'], 'chosen.jpg'), new File(['x'], 'dropped.jpg')]
  fireEvent.change(screen.getByLabelText(t('photos.addMore')), { target: { files: [chosen] } })
  const tile = screen.getByText(t('photos.addMore'))
  fireEvent.dragOver(tile)
  fireEvent.drop(tile, { dataTransfer: { files: [dropped] } })
  expect(addPhotos.mock.calls).toEqual([[[chosen]], [[dropped]]])
})

/** Drags the second photo with a mouse. */
const drag = (): void => {
  const tile = document.querySelectorAll('[data-photo] img')[1] ?? document.body
  fireEvent.pointerDown(tile, { pointerType: 'mouse', button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(tile, { pointerType: 'mouse', clientX: 50, clientY: 0 })
  fireEvent.pointerUp(tile)
}

test('[DESK-8] a suspended member can neither drag photos to another place nor drop files', () => {
  orderPhotos.mockReset().mockResolvedValue(true)
  render(<PhotoManager me={withPhotos('a', 'b')} />)
  drag()
  expect(orderPhotos.mock.calls).toEqual([[['b', 'a']]])
  cleanup()
  render(<PhotoManager me={withPhotos('a', 'b')} isSuspended />)
  drag()
  expect([orderPhotos.mock.calls.length, screen.queryByText(t('photos.addMore'))]).toEqual([1, null])
})

test('[PROF-9] the menu of a photo makes it the main one, private, or public again, and its marks say which it is', () => {
  const [main, other] = [own('a'), { ...own('b'), private: true }]
  render(<PhotoManager me={aUser({ profile: anOwnProfile({ photos: [main, other], main_image: main }) })} />)
  expect(menuOf(1).queryByRole('menuitem', { name: t('photos.makeMain'), hidden: true })).toBeNull()
  const marksOf = (number: number) =>
    (['photos.main', 'photos.private'] as const).filter((mark) => menuOf(number).queryByText(t(mark)))
  expect([marksOf(1), marksOf(2)]).toEqual([['photos.main'], ['photos.private']])
  choose(1, 'photos.makePrivate')
  choose(2, 'photos.makePublic')
  choose(2, 'photos.makeMain')
  expect(changePhoto.mock.calls).toEqual([
    ['a', { private: true }],
    ['b', { private: false }],
    ['b', { main: true }],
  ])
})

test('[PROF-3] a deleted photo says so, with an undo', async () => {
  const undo = vi.fn(async () => {})
  deletePhoto.mockResolvedValue(undo)
  render(<PhotoManager me={withPhotos('a', 'b')} />)
  await act(async () => choose(2, 'photos.remove'))
  expect(deletePhoto).toHaveBeenCalledExactlyOnceWith('b')
  expect(toasts.value.map(({ text }) => text)).toEqual([t('photo.deleted')])
  toasts.value[0]?.action?.run()
  expect(undo).toHaveBeenCalledOnce()
})

test('[SHELL-19] a screen reader hears that a photo has arrived among the others, and nothing of those that were there', () => {
  const { rerender } = render(<PhotoManager me={withPhotos('a', 'b')} />)
  const said = screen.getAllByRole('status').at(-1)
  photoJobs.value = [aJob({ client_id: 'new' })]
  rerender(<PhotoManager me={withPhotos('a', 'b')} />)
  expect(said?.textContent).toBe('')
  const photos = [own('a'), own('b'), { ...own('c'), client_id: 'new' }]
  rerender(<PhotoManager me={aUser({ profile: anOwnProfile({ photos }) })} />)
  expect(said?.textContent).toBe(t('photos.added', { number: 3 }))
})

test.each([
  ['waits to be sent', { waiting: 'queued' }, ['ui.waits']],
  ['is being sent', { waiting: 'sending' }, ['photos.sending']],
  ['waits for the review', { status: 'pending' }, ['photos.pending']],
  [
    'was rejected, with the reason and the decision',
    { status: 'rejected', reason: 'not_a_person', decision: 4 },
    ['photos.rejected', 'photo.reason_not_a_person', 'photos.decision'],
  ],
] as const)('[PROF-5] a photo that nobody sees yet says that it %s', (_, change, words) => {
  const photo = { ...own('a'), ...change } as OwnPhoto
  render(<PhotoManager me={aUser({ profile: anOwnProfile({ photos: [photo] }) })} />)
  for (const key of words) expect(menuOf(1).getByText(t(key), { exact: false })).toBeDefined()
})

test('[PROF-4] [SHELL-19] a waiting photo shows how much of it has arrived, with and without a network', () => {
  const waiting = { waiting: 'sending', uploaded: 0.4 } as const
  const photos: OwnPhoto[] = [{ ...own('a'), ...waiting }, { ...own('b'), ...waiting, waiting: 'queued' }, own('c')]
  render(<PhotoManager me={aUser({ profile: anOwnProfile({ photos }) })} />)
  const bars = screen.getAllByRole<HTMLProgressElement>('progressbar', { name: t('ui.upload') })
  expect(bars.map(({ value, max }) => value / max)).toEqual([0.4, 0.4])
})

test('[PROF-3] [PWA-3] a photo that the device could not deliver says why, and is sent again at a tap', () => {
  const photo: OwnPhoto = { ...own('a'), waiting: 'failed', failure: { error: 'server_full' } }
  render(<PhotoManager me={aUser({ profile: anOwnProfile({ photos: [photo] }) })} />)
  expect(menuOf(1).getByText(errorText({ error: 'server_full' }), { exact: false })).toBeDefined()
  press(t('ui.tryAgain'))
  expect(retryPhoto).toHaveBeenCalledExactlyOnceWith('a')
})
