// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ACTIVATION_TIMEOUT_MS } from '../state/versions.ts'
import { reloadNewest } from '../ports/service-worker.ts'
import type { VersionEvents } from '../ports/worker-registration.ts'
import { t } from '../state/i18n.ts'
import { toasts } from '../state/toasts.ts'
import { setUpScreens } from '../testing/screen-page.tsx'
import { Lines, versionLine } from './lines.tsx'
import { noteReload } from './missing-part.ts'
import { hasSeveralSteps, startVersions } from './start-versions.tsx'

let worker: VersionEvents | null = null
const requestTakeover = vi.hoisted(() => vi.fn<(how: { unasked: boolean }) => boolean>())
vi.mock('../ports/worker-registration.ts', () => ({
  registerWorker: async (events: VersionEvents) => {
    worker = events
    return { requestTakeover, checkForUpdate: async () => {} }
  },
}))
setUpScreens()

const tap = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test.each([
  '/credits/15/creditcard',
  '/credits/repeat-order',
  '/directdebit',
  '/premium',
  '/signup',
  '/complete-signup',
])('[PWA-10] a new version never interrupts %s', (path) => expect(hasSeveralSteps(path)).toBe(true))

test.each(['/chats', '/chats/1-2', '/likes', '/profile', '/notifications', '/nothing/at/all'])(
  '[PWA-10] a new version may reload %s',
  (path) => expect(hasSeveralSteps(path)).toBe(false),
)

describe('[PWA-10] the line of a new version', () => {
  beforeEach(async () => {
    requestTakeover.mockReset().mockReturnValue(true)
    versionLine.value = null
    await startVersions()
    await act(async () => void render(<Lines inConversation={false} />))
    await act(async () => worker?.onWaiting())
  })

  test('takes the new version at a tap, and says so if that fails', async () => {
    vi.useFakeTimers()
    expect(screen.getByRole('status').textContent).toContain(t('shell.newVersion'))
    expect(requestTakeover).not.toHaveBeenCalled()
    await tap(t('shell.loadNewVersion'))
    expect(requestTakeover.mock.calls).toEqual([[{ unasked: false }]])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('ui.busy') }).disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(ACTIVATION_TIMEOUT_MS))
    vi.useRealTimers()
    expect(screen.getByRole('status').textContent).toContain(t('shell.newVersionFailed'))
  })

  test('disappears at a tap on Later', async () => {
    await tap(t('shell.later'))
    expect([screen.getByRole('status').textContent, requestTakeover.mock.calls]).toEqual(['', []])
  })

  test('offers a reload once another tab has the new version', async () => {
    await act(async () => worker?.onTakenOver())
    expect(screen.getByRole('status').textContent).toContain(t('shell.oldVersion'))
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    requestTakeover.mockReturnValue(false)
    await tap(t('shell.reload'))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('a place that needs the newest version has it take over', async () => {
    await act(async () => reloadNewest())
    expect(requestTakeover.mock.calls).toEqual([[{ unasked: false }]])
  })
})

test('[SHELL-16] a page that has reloaded by itself says so once', async () => {
  noteReload(1)
  await startVersions()
  expect(toasts.value.map(({ text }) => text)).toEqual([t('shell.loadedAnew')])
  toasts.value = []
  await startVersions()
  expect(toasts.value).toEqual([])
})
