// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { MESSAGE_MAX, SHARED_MAX } from '#contract/limits.ts'
import { watchDroppedFiles } from '../../../ports/dropped-files.ts'
import { t } from '../../../state/i18n.ts'
import { errorText } from '../../../state/error-text.ts'
import { putAnswer } from '../../../state/resource.ts'
import { toasts } from '../../../state/toasts.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { aCard } from '../../../testing/factories.ts'
import { drafts } from '../../../state/drafts.ts'
import { Composer } from './composer.tsx'
import { photoDrafts } from './page-photo-drafts.ts'
import { trayWords } from './photo-tray.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()
const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  // A device with a keyboard.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // No photo is ready within a test.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  photoDrafts.forget()
  drafts.forget(1)
  vi.unstubAllGlobals()
})

const nothing = (): void => {}
const SEA = new File(['x'], 'sea.png', { type: 'image/png' })

const composer = (conversation: string, credits = 5) => (
  <Composer
    me={1}
    credits={credits}
    conversation={conversation}
    partner={aCard({ id: 2 })}
    field={createRef<HTMLTextAreaElement>()}
    onText={(text) => sent.push(text)}
    onPhoto={nothing}
    onGift={nothing}
  />
)
const show = (conversation = '1-2', credits = 5) => render(composer(conversation, credits))
const field = (): HTMLElement => screen.getByRole('textbox')
const write = (value: string): void => void fireEvent.change(field(), { target: { value } })

/** Pastes a picture and a text. @returns the file of the photo that the composer then shows, and whether the field got the text */
const paste = async (text: string) => {
  show()
  const files = [SEA]
  const event = createEvent.paste(field(), { clipboardData: { files, getData: () => text } })
  await act(async () => void fireEvent(field(), event))
  return { photo: photoDrafts.all.value.get('1-2')?.file, isText: !event.defaultPrevented }
}

test.each([
  ['without enough credits a text is not sent and stays, with the way to credits', 0],
  ['with enough credits a text is sent, and the field is empty', 1],
])('[CHAT-2] %s', (_, credits) => {
  putAnswer('settings.get', {}, { settings: DEFAULT_SETTINGS, domain_language: 'en' })
  show('1-2', credits)
  write('Friday at eight?')
  fireEvent.click(screen.getByRole('button', { name: t('chat.send') }))
  const isSent = credits > 0
  expect(sent).toEqual(isSent ? ['Friday at eight?'] : [])
  expect(drafts.read(1, '1-2')).toBe(isSent ? '' : 'Friday at eight?')
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe(
    isSent ? '' : errorText({ error: 'not_enough_credits', credits: 0, cost: 1 }) + t('chat.textStays'),
  )
  expect(screen.getByRole('link', { name: t('chat.getCredits') }).getAttribute('href')).toBe('/credits')
})

test('[CHAT-7] a letter in the field tells the partner that the member types; an empty field, or the message, ends it', async () => {
  const told: boolean[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    if (url === '/api/typing') told.push(JSON.parse(body).typing)
    return Response.json({})
  })
  show()
  write('F')
  expect(told).toEqual([true])
  write(' ')
  expect(told).toEqual([true, false])
  write('Friday')
  fireEvent.click(screen.getByRole('button', { name: t('chat.send') }))
  expect(told).toEqual([true, false, true, false])
})

test('[CHAT-2] a picture that is pasted into the field is a photo to send', async () => {
  expect(await paste('')).toEqual({ photo: 'sea.png', isText: false })
})

test('[CHAT-2] a pasted text stays a text, although its program adds a picture of it', async () => {
  expect(await paste('Friday at eight?')).toEqual({ photo: undefined, isText: true })
})

test('[CHAT-2] a picture that is dropped onto the page is a photo to send in the conversation on screen', async () => {
  watchDroppedFiles()
  const { rerender } = show('1-2')
  rerender(composer('1-3'))
  const dataTransfer = { types: ['Files'], files: [SEA] }
  await act(async () => void fireEvent.drop(document.body, { dataTransfer }))
  expect([...photoDrafts.all.value].map(([conversation, { file }]) => [conversation, file])).toEqual([
    ['1-3', 'sea.png'],
  ])
})

test('[CHAT-2] several pictures that are dropped at once wait behind each other, and too many say so', async () => {
  watchDroppedFiles()
  show()
  const files = Array.from({ length: SHARED_MAX + 1 }, (_, index) => new File(['x'], `${index}.png`))
  await act(async () => void fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } }))
  expect(photoDrafts.all.value.get('1-2')?.file).toBe('0.png')
  expect(photoDrafts.unstored.value.get('1-2')?.map(({ file }) => file.name)).toEqual(
    files.slice(1, SHARED_MAX).map(({ name }) => name),
  )
  expect(toasts.value.map(({ text }) => text)).toContain(t('shared.tooMany', { limit: SHARED_MAX }))
})

test('[CHAT-2] Enter sends, but not where it chooses a word of an input method, in Safari neither', async () => {
  show()
  fireEvent.change(field(), { target: { value: 'こんにちは' } })
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  // Safari has ended the composition already.
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  expect(sent).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
  expect(sent).toEqual(['こんにちは'])
})

test('[CHAT-2] a chosen photo can be removed before it is sent', async () => {
  await paste('')
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: t('chat.photoRemove') })
  await waitFor(() => expect(remove.disabled).toBe(false))
  fireEvent.click(remove)
  expect(photoDrafts.all.value.size).toBe(0)
})

test('[CHAT-2] [SHELL-19] a text that is too long is not sent, and each try says why', () => {
  show()
  write('x'.repeat(MESSAGE_MAX + 12))
  expect(screen.queryByRole('alert')).toBeNull()
  const words = t('ui.tooLong', { count: 12 })
  for (let tries = 0; tries < 2; tries += 1) {
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe(words)
  }
  expect(sent).toEqual([])
  write('x'.repeat(MESSAGE_MAX))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CHAT-2] [SHELL-19] a screen reader hears that a chosen photo is prepared, from a region that was there before', async () => {
  show()
  const regions = screen.getAllByRole('status')
  // The device is still reading the file.
  vi.spyOn(storedPhotos, 'file').mockReturnValue(new Promise(() => {}))
  const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
  await act(async () => void photoDrafts.listed('1-2', [{ id, place: '1-2', name: 'sea.png', bytes: 9 }]))
  expect(regions.map(({ textContent }) => textContent)).toContain(t('chat.photoPreparing'))
})

test.each([
  [null, 5, 'The photo to send'],
  [2, 5, 'Sending it costs 2 credits.'],
  [2, 1, 'Sending it costs 2 credits. You do not have enough credits for this photo. It stays here.'],
])(
  '[CHAT-2] [SHELL-19] a photo at the price of %s, with %s credits, is said to be ready: %s',
  (cost, credits, words) => {
    expect(trayWords({ state: 'ready' }, { cost, credits })).toBe(words)
  },
)
