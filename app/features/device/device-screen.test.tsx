// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { onLine } from '../../ports/page.ts'
import { controlled } from '../../ports/service-worker.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { toasts } from '../../state/toasts.ts'
import { answerCalls, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { DeviceScreen } from './device-screen.tsx'
import { sizeOf } from './report.ts'

setUpScreens()

const STORED = { conversations: 3, messages: 120, profiles: 48, likes: 5, photos: 0, photo_bytes: 0 }
const open = (): Promise<void> => showAt('/notifications/device', <DeviceScreen />)
const headings = (): (string | null)[] => screen.queryAllByRole('heading', { level: 2 }).map((one) => one.textContent)
const hasText = (text: string): boolean => document.body.textContent.includes(text)

describe('[PWA-13] the storage of this device', () => {
  test('shows what is stored, and how to free it', async () => {
    controlled.value = true
    answerCalls({ 'device.storage': STORED })
    await open()
    expect(await screen.findByRole('heading', { name: t('storage.keptTitle') })).toBeDefined()
    expect(screen.getByText('120').previousSibling?.textContent).toBe(t('storage.messages'))
    expect(headings()).toContain(t('storage.freeTitle'))
    expect(hasText(t('storage.all'))).toBe(true)
    expect(hasText(t('storage.full'))).toBe(false)
  })

  test('says when the last write found no space', async () => {
    controlled.value = true
    putAnswer('device.state', {}, { connection: 'online', waiting: 2, storage: 'full', failed: [] })
    answerCalls({ 'device.storage': STORED })
    await open()
    expect(screen.getByText(t('storage.full'))).toBeDefined()
    // The number of writes that wait.
    await act(async () => {})
    expect((await screen.findByText(t('storage.waiting'))).nextSibling?.textContent).toBe('2')
  })

  test('[SHELL-20] shows nothing until all of it is known, so that no part moves', async () => {
    controlled.value = true
    await open()
    expect(screen.getByText(t('ui.loading'))).toBeTruthy()
    expect(headings()).toEqual([])
    expect(hasText(t('diagnostics.title'))).toBe(false)
  })

  test.each([
    ['no worker', false],
    ['a worker that does not answer', true],
  ])('with %s only the diagnosis is left', async (_, isControlled) => {
    controlled.value = isControlled
    answerCalls({ 'device.storage': 'no_device' })
    await open()
    expect(await screen.findByText(t('storage.noWorker'))).toBeDefined()
    expect(hasText(t('diagnostics.title'))).toBe(true)
    expect(hasText(t('storage.all'))).toBe(false)
  })
})

const STATE: CallAnswer<'device.state'> = { connection: 'online', waiting: 0, storage: 'ok', failed: [] }
const unfold = async (label: string): Promise<void> => {
  const row = screen.getByText(label).closest('details')
  if (!row) throw new Error(`no row ${label}`)
  row.open = true
  await act(async () => void fireEvent(row, new Event('toggle')))
}
const tap = (name: string): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const notes = (): string[] => toasts.value.map(({ text }) => text)

describe('[PWA-13] help with the storage of this device', () => {
  beforeEach(() => {
    controlled.value = true
  })

  test('a tap frees room, and a note says how much', async () => {
    const asked = answerCalls({ 'device.storage': STORED, 'device.free': { freed: 2_000_000 } })
    await open()
    await tap(t('storage.free'))
    expect(asked.filter(({ name }) => name === 'device.free').map(({ body }) => body)).toEqual([{ all: false }])
    expect(notes()).toEqual([t('storage.freed', { size: sizeOf(2_000_000) })])
  })

  test('all downloads are deleted only online, since the chats would be empty', async () => {
    const asked = answerCalls({ 'device.storage': STORED, 'device.free': { freed: 1 } })
    onLine.value = false
    await open()
    expect(hasText(t('storage.freeOffline'))).toBe(true)
    await unfold(t('storage.all'))
    expect(hasText(t('storage.allOffline'))).toBe(true)
    expect(screen.queryByRole('button', { name: t('storage.allDo') })).toBeNull()
    await act(async () => void (onLine.value = true))
    await tap(t('storage.allDo'))
    expect(asked.filter(({ name }) => name === 'device.free').map(({ body }) => body)).toEqual([{ all: true }])
    expect(notes()).toEqual([t('storage.allDone')])
  })

  test('a browser that refuses to keep the data is asked by a tap alone, and a note says so', async () => {
    const persist = vi.fn(async () => false)
    vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } })
    answerCalls({ 'device.storage': STORED })
    await open()
    expect(persist).not.toHaveBeenCalled()
    await tap(t('storage.keep'))
    expect(persist).toHaveBeenCalledOnce()
    expect(notes()).toEqual([t('storage.keepRefused')])
  })

  test.each([
    ['is copied', async () => {}, 'diagnostics.copied'],
    ['is selected where there is no clipboard', async () => Promise.reject(new Error('refused')), 'diagnostics.select'],
  ] as const)('the diagnosis %s', async (_, write, note) => {
    const writeText = vi.fn<(text: string) => Promise<void>>(write)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    answerCalls({ 'device.storage': STORED, 'device.state': STATE, 'device.report': 'no_device' })
    await open()
    await unfold(t('diagnostics.title'))
    const shown = await screen.findByLabelText(t('diagnostics.title'), { selector: 'pre' })
    expect(shown.textContent).toContain(t('diagnostics.browser'))
    await tap(t('diagnostics.copy'))
    expect(writeText.mock.calls).toEqual([[shown.textContent]])
    expect(notes()).toEqual([t(note)])
    expect(getSelection()?.toString()).toBe(note === 'diagnostics.select' ? shown.textContent : '')
    getSelection()?.removeAllRanges()
  })
})
