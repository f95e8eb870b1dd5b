// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { t, tCode } from '../../../state/i18n.ts'
import { readReturnPlace } from '../../credits/purchase-storage.ts'
import { ClosedComposer, LimitReached } from './closed-composer.tsx'
import { GetCredits } from './get-credits.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()
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

test.each([
  ['the limit of conversations', <LimitReached key="limit" />, 'photo.premiumWay', '/premium'],
  ['too few credits', <GetCredits key="credits" />, 'chat.getCredits', '/credits'],
] as const)('[CHAT-15] the link at %s leads back to this chat after a purchase', (_, part, link, path) => {
  sessionStorage.clear()
  history.replaceState(null, '', '/members/7/chat')
  render(part)
  fireEvent.click(screen.getByRole('link', { name: t(link) }))
  expect([location.pathname, readReturnPlace()]).toEqual([path, { path: '/members/7/chat', isChat: true }])
})

test('[DESK-10] a member who was warned of a fraud reads that the partner was banned for it', () => {
  show('recipient_deleted', true)
  expect(document.body.textContent).toContain(t('chat.bannedForFraud'))
})
