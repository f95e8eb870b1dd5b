// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { loadAllTexts, showLocale, t, tCode } from '../../../state/i18n.ts'
import { ClosedComposer } from './closed-composer.tsx'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
afterEach(cleanup)

const show = (reason: ClosedReason, isFraud = false) => {
  const [onUnblock, onDelete] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(<ClosedComposer reason={reason} isFraud={isFraud} name="Luna" onUnblock={onUnblock} onDelete={onDelete} />)
  return { onUnblock, onDelete }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[CHAT-9] a blocked partner can be unblocked in place of writing', () => {
  const { onUnblock, onDelete } = show('blocking')
  press(t('chat.unblock', { name: 'Luna' }))
  expect([onUnblock.mock.calls.length, onDelete.mock.calls.length]).toEqual([1, 0])
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test.each(['recipient_deleted', 'blocked'] as const)('[CHAT-12] %s: the chat can be deleted', (reason) => {
  const { onUnblock, onDelete } = show(reason)
  press(t('chat.delete'))
  expect([onUnblock.mock.calls.length, onDelete.mock.calls.length]).toEqual([0, 1])
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test.each(['recipient_unconfirmed', 'fictional_closed'] as const)('[CHAT-12] %s: there is nothing to do', (reason) => {
  show(reason)
  expect(document.body.textContent).toContain(tCode('closed', reason, { name: 'Luna' }))
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('[DESK-10] a member who was warned of a fraud reads that the partner was banned for it', () => {
  show('recipient_deleted', true)
  expect(document.body.textContent).toContain(t('chat.bannedForFraud'))
})
