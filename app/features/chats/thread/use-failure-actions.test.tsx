// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { loadAllTexts, showLocale, t } from '../../../state/i18n.ts'
import { toasts } from '../../../state/toasts.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import { readReturnPlace } from '../../credits/purchase-storage.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { drafts } from '../../../state/drafts.ts'
import { actionsAfter, FailureButtons } from './failure-buttons.tsx'
import type { ThreadMessage } from './thread-message.ts'
import { useFailureActions } from './use-failure-actions.ts'

const ME = 1
const CONVERSATION = '1-7'
const ID = '01932b1c-8a4f-7c3d-9e2b-000000000001'

const refused = (source: 'device' | 'page', text = 'see you at nine'): ThreadMessage =>
  aThreadMessage({ key: ID, mine: true, id: null, state: 'failed', source, text })

let requests: string[]
let status: number
const field = { current: document.createElement('textarea') }

beforeEach(() => {
  requests = []
  status = 200
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    requests.push(`${method} ${new URL(url, 'http://localhost').pathname}`)
    return Response.json(status === 200 ? {} : { error: status === 404 ? 'not_found' : 'internal' }, { status })
  })
  document.body.append(field.current)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  controlled.value = false
  drafts.forget(ME)
  toasts.value = []
})

const actions = () => renderHook(() => useFailureActions(ME, CONVERSATION, field, false)).result.current
/** The answer of a stubbed request needs a turn of the event loop, not a time. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('[PWA-3] a refused message that the device keeps', () => {
  test('is sent again by the device', async () => {
    actions().retry(refused('device'))
    await settled()
    expect(requests[0]).toMatch(new RegExp(`^POST /api/device/outbox/${ID}`))
  })

  test('goes back into the field before it is discarded, after the text that is there', async () => {
    drafts.write(ME, CONVERSATION, 'and bring a coat')
    actions().edit(refused('device'))
    expect(drafts.read(ME, CONVERSATION)).toContain('see you at nine')
    expect(drafts.read(ME, CONVERSATION)).toContain('and bring a coat')
    expect(document.activeElement).toBe(field.current)
    await settled()
    expect(requests[0]).toMatch(new RegExp(`^DELETE /api/device/outbox/${ID}`))
  })

  test('that is discarded comes back into the field by undo, after the text that is there', async () => {
    drafts.write(ME, CONVERSATION, 'and bring a coat')
    actions().discard(refused('device'))
    await settled()
    expect(drafts.read(ME, CONVERSATION)).toBe('and bring a coat')
    expect(toasts.value.map(({ text }) => text)).toEqual([t('chat.discarded')])
    toasts.value[0]?.action?.run()
    expect(drafts.read(ME, CONVERSATION)).toBe('see you at nine\nand bring a coat')
  })

  test('needs no further word when it is gone already', async () => {
    status = 404
    actions().discard(refused('device'))
    await settled()
    expect(toasts.value).toEqual([])
  })

  test('stays, with a note, when the device fails', async () => {
    status = 500
    actions().discard(refused('device'))
    await settled()
    expect(toasts.value).toHaveLength(1)
  })
})

describe('[PWA-3] a refused message of this page', () => {
  test('is sent again or discarded here, without the device', async () => {
    const retry = vi.spyOn(outgoing, 'retry').mockReturnValue()
    const discard = vi.spyOn(outgoing, 'discard').mockReturnValue()
    actions().retry(refused('page'))
    actions().discard(refused('page'))
    await settled()
    expect(retry).toHaveBeenCalledWith(ID)
    expect(discard).toHaveBeenCalledWith(ID)
    expect(requests).toEqual([])
  })

  test('with a photo goes from the device too, so that a reload does not bring it back', async () => {
    controlled.value = true
    const photo = { filename: 'blob:x', thumb_filename: 'blob:x', colours: '', width: 1, height: 1 }
    actions().discard({ ...refused('page'), type: 'photo', photo })
    await settled()
    expect(requests).toEqual([`DELETE /api/device/drafts/${ID}`])
  })
})

const IN_OPEN_CHAT = { type: 'text', isClosed: false } as const

describe('the actions offered for a refused message', () => {
  test('[CHAT-6], [PWA-3] every reason has at least one, and discarding is always possible', () => {
    for (const code of Object.keys(ERROR_STATUS) as ErrorCode[])
      for (const isClosed of [true, false]) expect(actionsAfter(code, { type: 'text', isClosed })).toContain('discard')
  })

  test('[CHAT-2] without credits the link to the credits comes first, and nothing is lost', () => {
    expect(actionsAfter('not_enough_credits', IN_OPEN_CHAT)).toEqual(['credits', 'retry', 'edit', 'discard'])
  })

  test('[CHAT-9] [PWA-3] no message can be sent again before the block ends, from whichever side it is', () => {
    for (const code of ['blocked', 'blocking', 'recipient_deleted'] as const) {
      expect(actionsAfter(code, { type: 'text', isClosed: true })).toEqual(['discard'])
      expect(actionsAfter(code, IN_OPEN_CHAT)).toEqual(['retry', 'edit', 'discard'])
    }
  })

  test('[CHAT-4] [PAY-12] at the conversation limit the link to Premium comes first', () => {
    expect(actionsAfter('conversation_limit', IN_OPEN_CHAT)[0]).toBe('premium')
  })

  test('[CHAT-6] a photo or gift can be retried or discarded; only text can be edited', () => {
    expect(actionsAfter('network_unavailable', { type: 'photo', isClosed: false })).toEqual(['retry', 'discard'])
    expect(actionsAfter('not_enough_credits', { type: 'gift', isClosed: false })).toEqual([
      'credits',
      'retry',
      'discard',
    ])
    expect(actionsAfter('photo_broken', { type: 'photo', isClosed: false })).toEqual(['discard'])
  })

  test('[CHAT-6] without a composer no text is taken back to be edited', () => {
    expect(actionsAfter('account_suspended', { type: 'text', isClosed: true })).toEqual([
      'notifications',
      'retry',
      'discard',
    ])
  })

  test('[PWA-3] a lost connection can be retried', () => {
    expect(actionsAfter('network_unavailable', IN_OPEN_CHAT)).toEqual(['retry', 'edit', 'discard'])
  })
})

test('[CHAT-6] [PWA-3] a refused message has a button for each thing to do, and credits lead back to the chat', async () => {
  await showLocale('en')
  await loadAllTexts()
  history.replaceState(null, '', '/chats/1-7')
  const handlers = { retry: vi.fn(), edit: vi.fn(), discard: vi.fn(), isClosed: false }
  const message: ThreadMessage = { ...refused('device'), failure: { error: 'not_enough_credits' } }
  render(<FailureButtons message={message} actions={handlers} />)
  for (const name of ['chat.retry', 'chat.edit', 'chat.discard'] as const)
    fireEvent.click(screen.getByRole('button', { name: t(name) }))
  for (const act of [handlers.retry, handlers.edit, handlers.discard])
    expect(act).toHaveBeenCalledExactlyOnceWith(message)
  fireEvent.click(screen.getByRole('link', { name: t('chat.getCredits') }))
  expect([location.pathname, readReturnPlace()?.path]).toEqual(['/credits', '/chats/1-7'])
})
