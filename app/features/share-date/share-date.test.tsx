// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetDrafts } from '../../state/member-texts.ts'
import { toasts } from '../../state/toasts.ts'
import { ShareDateDialog } from './share-date-dialog.tsx'
import { setUpTexts } from '../../testing/texts.ts'

const onClose = vi.fn<() => void>()
const share = vi.fn<(data: ShareData) => Promise<void>>()
const writeText = vi.fn<(text: string) => Promise<void>>()

setUpTexts()
beforeEach(() => {
  localStorage.clear()
  toasts.value = []
  onClose.mockReset()
  share.mockReset().mockResolvedValue()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('fetch', () => {
    throw new Error('A date must not be sent.')
  })
  vi.stubGlobal('navigator', { share, clipboard: { writeText } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => render(<ShareDateDialog me={1} conversation="1-2" name="Anna" onClose={onClose} />)
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('[SAFE-13] a shared date', () => {
  test('is plain text for the share sheet, and its draft goes with it', async () => {
    open()
    fill(/^When/, '2026-05-04T20:30')
    fill(/^Where/, 'Caffè Centrale, Milan')
    fill(/^Note/, 'I will call you at eleven.')
    tap('Share')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    const { text = '' } = share.mock.calls[0]?.[0] ?? {}
    expect(text.split('\n')).toEqual([
      'I have a date with Anna, whom I know from Visavis.',
      expect.stringMatching(/^When: .*May 4, 2026.*20:30/),
      'Where: Caffè Centrale, Milan',
      'I will call you at eleven.',
      'If you do not hear from me afterwards, please get in touch.',
    ])
    expect(localStorage).toHaveLength(0)
    expect(writeText).not.toHaveBeenCalled()
  })

  test('is copied where the browser has no share sheet', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    open()
    fill(/^Where/, 'By the fountain')
    tap('Share')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining('Where: By the fountain'))
  })

  test.each([
    ['the sheet is closed', 'AbortError'],
    ['a second tap finds the sheet open', 'InvalidStateError'],
  ])('stays a draft on the device until it is shared or discarded: %s', async (_case, error) => {
    share.mockRejectedValue(new DOMException('', error))
    open()
    fill(/^Where/, 'By the fountain')
    tap('Share')
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
    await act(async () => {})
    expect(onClose).not.toHaveBeenCalled()
    cleanup()
    open()
    expect(field(/^Where/).value).toBe('By the fountain')
    tap('Discard')
    expect(onClose).toHaveBeenCalledOnce()
    expect(localStorage).toHaveLength(0)
  })

  test('that is discarded comes back by undo', () => {
    open()
    fill(/^Where/, 'By the fountain')
    tap('Discard')
    expect([localStorage.length, toasts.value.map(({ text }) => text)]).toEqual([0, ['Note discarded']])
    toasts.value[0]?.action?.run()
    cleanup()
    open()
    expect(field(/^Where/).value).toBe('By the fountain')
  })

  test('is shown for copying by hand where neither way works', async () => {
    share.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    writeText.mockRejectedValue(new Error('denied'))
    open()
    tap('Share')
    expect((await screen.findByRole('alert')).textContent).toContain('I have a date with Anna')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('[PWA-11] is deleted at logout', () => {
    open()
    fill(/^Where/, 'By the fountain')
    expect(localStorage).toHaveLength(1)
    forgetDrafts(1)
    expect(localStorage).toHaveLength(0)
  })
})
