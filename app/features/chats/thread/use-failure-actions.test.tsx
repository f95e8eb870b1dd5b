// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { controlled } from '../../../ports/service-worker.ts'
import { toasts } from '../../../state/toasts.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { drafts } from '../drafts.ts'
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
