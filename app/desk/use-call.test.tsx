// @vitest-environment happy-dom
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BACKGROUND_HEADER } from '#contract/desk/events.ts'
import type { QueueFilter } from '#contract/desk/queue.ts'
import { atDesk, hear } from './testing/desk-page.tsx'
import { queueOf, row } from './testing/samples.ts'
import { ReadState } from './ui/read-state.tsx'
import { useCall } from './use-call.ts'

atDesk('moderator')

type Init = { headers?: Record<string, string>; signal?: AbortSignal }
let reply: () => Promise<Response>
const fetched = vi.fn<(url: string, init: Init) => Promise<Response>>(() => reply())

beforeEach(() => {
  fetched.mockClear()
  reply = async () => Response.json(queueOf([row(1)]))
  vi.stubGlobal('fetch', fetched)
})

const tagged = (subject: number, etag: string): Response =>
  Response.json(queueOf([row(subject)]), { headers: { etag } })
const refuse = async (): Promise<Response> => Response.json({ error: 'server_error' }, { status: 500 })
const loadAgain = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reload the page' })))
const readQueue = () =>
  renderHook(({ filter }) => useCall('queue.list', { query: { filter } }, ['queue']), {
    initialProps: { filter: 'all' as QueueFilter },
  })
const subjects = (hook: ReturnType<typeof readQueue>): string[] | undefined =>
  hook.result.current.data?.rows.map(({ subject }) => subject)
const firstRead = async () => {
  const hook = readQueue()
  await waitFor(() => expect(subjects(hook)).toEqual(['member:1']))
  return hook
}

describe('[DESK-4] a read of the desk', () => {
  test('is repeated after a hint of its topic, in the background, and shows the old answer meanwhile', async () => {
    const hook = await firstRead()
    const { promise, resolve } = Promise.withResolvers<Response>()
    reply = () => promise
    await hear('claim')
    expect(fetched).toHaveBeenCalledTimes(1)
    await hear('queue')
    expect(fetched.mock.calls.map(([, { headers }]) => headers?.[BACKGROUND_HEADER])).toEqual([undefined, '1'])
    expect(subjects(hook)).toEqual(['member:1'])
    await act(async () => resolve(Response.json(queueOf([row(2)]))))
    await waitFor(() => expect(subjects(hook)).toEqual(['member:2']))
  })

  test('that hints meet on a slow network is answered, and repeated once after its answer', async () => {
    const first = Promise.withResolvers<Response>()
    reply = () => first.promise
    const hook = readQueue()
    await hear('queue')
    await hear('queue')
    expect(fetched).toHaveBeenCalledTimes(1)
    reply = async () => Response.json(queueOf([row(2)]))
    await act(async () => first.resolve(Response.json(queueOf([row(1)]))))
    await waitFor(() => expect(subjects(hook)).toEqual(['member:2']))
    expect(
      fetched.mock.calls.map(([, { headers, signal }]) => [headers?.[BACKGROUND_HEADER], signal?.aborted]),
    ).toEqual([
      [undefined, false],
      ['1', false],
    ])
  })

  test('is repeated for the present input, also by an act that began with another one', async () => {
    const hook = await firstRead()
    const { reload } = hook.result.current
    reply = async () => Response.json(queueOf([row(4)]))
    hook.rerender({ filter: 'mine' })
    await act(async () => reload())
    await waitFor(() => expect(subjects(hook)).toEqual(['member:4']))
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/desk/queue?filter=all',
      '/api/desk/queue?filter=mine',
      '/api/desk/queue?filter=mine',
    ])
  })

  test('keeps its answer when a later request fails, and drops the failure when one succeeds', async () => {
    const hook = await firstRead()
    reply = refuse
    await act(async () => hook.result.current.reload())
    await waitFor(() => expect(hook.result.current.failure).toEqual({ error: 'server_error' }))
    expect(subjects(hook)).toEqual(['member:1'])
    reply = async () => Response.json(queueOf([row(3)]))
    await act(async () => hook.result.current.reload())
    await waitFor(() => expect(subjects(hook)).toEqual(['member:3']))
    expect(hook.result.current.failure).toBeNull()
  })

  test('says which answer it has, and draws nothing if there is no newer one', async () => {
    reply = async () => tagged(1, '"a"')
    const draw = vi.fn<() => void>()
    const hook = renderHook(() => {
      draw()
      return useCall('queue.list', { query: { filter: 'all' } }, ['queue'])
    })
    await waitFor(() => expect(hook.result.current.data).not.toBeNull())
    const before = hook.result.current.data
    draw.mockClear()
    reply = async () => new Response(null, { status: 304 })
    await hear('queue')
    await hear('queue')
    expect(fetched.mock.calls.map(([, { headers }]) => headers?.['if-none-match'])).toEqual([undefined, '"a"', '"a"'])
    expect(draw).not.toHaveBeenCalled()
    expect(hook.result.current.data).toBe(before)
    reply = async () => tagged(2, '"b"')
    await hear('queue')
    await waitFor(() => expect(hook.result.current.data?.rows[0]?.subject).toBe('member:2'))
  })

  test('shows no answer of another input, and aborts its request', async () => {
    const hook = await firstRead()
    const { promise, resolve } = Promise.withResolvers<Response>()
    reply = () => promise
    await act(async () => hook.rerender({ filter: 'mine' }))
    expect(hook.result.current.data).toBeNull()
    reply = async () => Response.json(queueOf([row(4)]))
    await act(async () => hook.rerender({ filter: 'free' }))
    expect(fetched.mock.calls[1]?.[1].signal?.aborted).toBe(true)
    await act(async () => resolve(Response.json(queueOf([row(5)]))))
    await waitFor(() => expect(subjects(hook)).toEqual(['member:4']))
  })

  test('that does not fit this page asks for a reload, since the page is older than the server', async () => {
    reply = async () => Response.json({ rows: 'of another version' })
    const { result } = readQueue()
    await waitFor(() => expect(result.current.failure).not.toBeNull())
    render(<ReadState read={result.current} />)
    expect(screen.getByText(/^This page is older than the server\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('that asks for a reload reloads only when the server answers, since the browser has an error page for the rest', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    render(<ReadState read={{ data: null, failure: { error: 'answer_unreadable' }, reload: () => {} }} />)
    reply = () => Promise.reject(new TypeError('offline'))
    await loadAgain()
    expect(await screen.findByText(/^The server cannot be reached\./)).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
    reply = async () => Response.json({ state: 'out' })
    await loadAgain()
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('that a network answers in place of the server has not reached it', async () => {
    reply = async () => new Response('<title>Log in to the hotel</title>')
    const { result } = readQueue()
    await waitFor(() => expect(result.current.failure).toEqual({ error: 'network_unavailable' }))
  })

  test('ends with its component', async () => {
    const hook = await firstRead()
    const { promise } = Promise.withResolvers<Response>()
    reply = () => promise
    await act(async () => hook.result.current.reload())
    hook.unmount()
    expect(fetched.mock.calls.at(-1)?.[1].signal?.aborted).toBe(true)
    await hear('queue')
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})
