// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { controlled } from '../../ports/service-worker.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { answerCalls, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { DeviceScreen } from './device-screen.tsx'

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
    expect(screen.getByRole('status').textContent).toBe(t('ui.loading'))
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
