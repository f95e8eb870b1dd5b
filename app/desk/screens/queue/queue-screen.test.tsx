// @vitest-environment happy-dom
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QueueFilter, QueueRow } from '#contract/desk/queue.ts'
import { answerCalls, atDesk, enterAs, hear, press, showAt, type Reply } from '../../testing/desk-page.tsx'
import { timeText } from '../../format.ts'
import { toasts } from '../../toasts.ts'
import { queueOf, row } from '../../testing/samples.ts'
import { QueueScreen } from './queue-screen.tsx'
import { queuePath, rememberPlace, useQueue } from './use-queue.ts'

const NOW = Date.now()
const MINUTE_MS = 60_000

atDesk('moderator')
beforeEach(() => rememberPlace({ filter: 'all', chosen: null, pages: 0 }))

const open = async (path = '/queue') => {
  const location = showAt(path, <QueueScreen />)
  await screen.findByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  return location
}
const chosen = (): string | null => document.querySelector('[aria-current=true]')?.getAttribute('data-subject') ?? null

test('[DESK-4] the queue shows each severity with its true count, and groups as one row', async () => {
  const group = row(9, { subject: 'letters:abc', member: null, count: 5_004 })
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(1, { severity: 'grave' }), row(2), group]) }) })
  await open()
  expect(screen.getByText('5,061 wait for a person')).toBeTruthy()
  const grave = screen.getByRole('region', { name: 'Within 1 hour' })
  expect(within(grave).getByText('3')).toBeTruthy()
  expect(within(grave).getAllByRole('link')).toHaveLength(1)
  const rest = screen.getByRole('region', { name: 'Within 72 hours' })
  expect(within(rest).getByText('5,049')).toBeTruthy()
  expect(within(rest).getByText('5,004 visitors')).toBeTruthy()
})

test('[DESK-4] under a filter a severity has the count of all its pages', async () => {
  const fitting = { grave: 0, harm: 0, rest: 400 }
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(1, { severity: 'rest' })], { fitting, next: 'a' }) }) })
  await open('/queue?show=appeal')
  expect(within(screen.getByRole('region', { name: 'Within 72 hours' })).getByText('400')).toBeTruthy()
})

test('[DESK-4] a queue that could not be read says why, and is read again by a button', async () => {
  let isBroken = true
  answerCalls({
    'GET queue': () => (isBroken ? { status: 500, json: { error: 'server_error' } } : { json: queueOf([row(1)]) }),
  })
  await open()
  await screen.findByRole('heading', { name: 'This could not be loaded' })
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('5,061 wait for a person')).toBeTruthy()
})

test('[DESK-4] J and K move, Enter opens, C claims and R releases', async () => {
  let claimed = row(2)
  const requests = answerCalls({
    'GET queue': () => ({ json: queueOf([row(1), claimed]) }),
    'POST queue/claim': () => {
      const claim = { staff: 1, name: 'Orla Brennan', until: NOW + 10 * MINUTE_MS }
      claimed = row(2, { claim })
      return { json: { case: 7, until: claim.until } }
    },
    'POST queue/release': () => {
      claimed = row(2)
      return { json: { released: true } }
    },
  })
  const location = await open()
  expect(chosen()).toBe('member:1')
  await press('j')
  expect(chosen()).toBe('member:2')
  await press('j')
  await press('k')
  expect(chosen()).toBe('member:1')
  await press('ArrowDown')
  await press('c')
  expect(requests.at(-2)).toMatchObject({ method: 'POST', path: 'queue/claim', body: { subject: 'member:2' } })
  await vi.waitFor(() => expect(screen.getAllByText(/^You · /)).toHaveLength(1))
  await press('r')
  await vi.waitFor(() => expect(screen.queryByText(/^You · /)).toBeNull())
  expect(location.history.at(-1)).toBe('/queue')
})

test('[DESK-16] a claim and a release by a key are said, because the mark changes far from it', async () => {
  const until = NOW + 10 * MINUTE_MS
  answerCalls({
    'GET queue': () => ({ json: queueOf([row(1, { claim: { staff: 1, name: 'Orla Brennan', until } })]) }),
    'POST queue/claim': () => ({ json: { case: 7, until } }),
    'POST queue/release': () => ({ json: { released: true } }),
  })
  await open()
  await press('c')
  expect(toasts.value.map(({ text }) => text)).toEqual([`You have this until ${timeText(until)}.`])
  await press('r')
  expect(toasts.value.at(-1)?.text).toBe('Released.')
})

test('[DESK-4] digits choose a kind, and an empty kind says how many others wait', async () => {
  const requests = answerCalls({ 'GET queue': () => ({ json: queueOf([]) }) })
  const location = await open()
  await press('4')
  expect(location.history.at(-1)).toBe('/queue?show=appeal')
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('queue?filter=appeal'))
  expect(await screen.findByText('5,061 other items wait.')).toBeTruthy()
})

test('[DESK-16] the arrows to the side reach every kind, also those without a digit, and go round', async () => {
  await enterAs('owner')
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(1)]) }) })
  const location = await open()
  for (const place of ['/queue?show=free', '/queue?show=mine', '/queue?show=refund']) {
    await press('ArrowLeft')
    expect(location.history.at(-1)).toBe(place)
  }
  for (let step = 0; step < 3; step += 1) await press('ArrowRight')
  expect(location.history.at(-1)).toBe('/queue')
})

test('[DESK-16] a hand at the mouse chooses a kind, goes back to everything, claims, and asks for more', async () => {
  let rows = [row(1)]
  const requests = answerCalls({
    'GET queue': ({ path }) => ({
      json: path.includes('after=') ? queueOf([row(2)]) : queueOf(rows, rows.length > 0 ? { next: 'a' } : {}),
    }),
    'POST queue/claim': () => ({ json: { case: 7, until: NOW + 10 * MINUTE_MS } }),
  })
  const location = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await vi.waitFor(() => expect(screen.getAllByRole('link', { name: /Member2/ }).length).toBeGreaterThan(0))
  fireEvent.click(screen.getByRole('button', { name: 'Claim' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ subject: 'member:1' }),
  )
  rows = []
  fireEvent.click(screen.getByRole('button', { name: /^Appeals/ }))
  expect(location.history.at(-1)).toBe('/queue?show=appeal')
  fireEvent.click(await screen.findByRole('button', { name: 'Show everything' }))
  expect(location.history.at(-1)).toBe('/queue')
})

test('[DESK-4] an empty queue says that nobody waits, and who answered last', async () => {
  const counts = { ...queueOf([]).counts, all: 0 }
  answerCalls({ 'GET queue': () => ({ json: queueOf([], { counts, last_answer: { at: NOW, name: 'Jonas' } }) }) })
  await open()
  expect(screen.getByRole('heading', { name: 'Nobody waits' })).toBeTruthy()
  expect(screen.getByText(/^The last one was answered at .* by Jonas\./)).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('[DESK-4] a claim of a colleague appears without a reload', async () => {
  let claim: QueueRow['claim'] = null
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(1, { claim })]) }) })
  await open()
  expect(screen.getAllByText('Free').length).toBeGreaterThan(1)
  claim = { staff: 2, name: 'Jonas Kern', until: NOW + 6 * MINUTE_MS }
  await hear('claim')
  expect(await screen.findByText(/^Jonas · /)).toBeTruthy()
  // The pane beside the queue says it as well.
  expect(screen.getByText(/^Jonas for /)).toBeTruthy()
  claim = { ...claim, staff: 1, name: 'Orla Brennan' }
  await hear('claim')
  expect(await screen.findByText(/^Yours for /)).toBeTruthy()
})

test('[DESK-9] an appeal against the own decision says that a colleague answers, and C does not claim it', async () => {
  const requests = answerCalls({ 'GET queue': () => ({ json: queueOf([row(1, { not_you: true })]) }) })
  await open()
  await press('c')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
  expect(screen.getByText('Not you')).toBeTruthy()
  expect(screen.getAllByText('Against your own decision: a colleague answers').length).toBeGreaterThan(0)
})

test('[DESK-7] a case of the own member account says that a colleague decides, and offers no claim', async () => {
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(1, { not_you: true, own_account: true })]) }) })
  await open()
  expect(screen.getAllByText('Your own member account: a colleague decides')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull()
})

test('[DESK-4] finance sees money alone, which opens the money of the member', async () => {
  await enterAs('finance')
  const [first] = row(7).items
  if (!first) throw new Error('no item')
  const items = [
    { ...first, kind: 'chargeback' as const, reason: null, text: '3999 EUR' },
    { ...first, id: 8, kind: 'approval' as const, reason: null, text: '120' },
  ]
  answerCalls({ 'GET queue': () => ({ json: queueOf([row(7, { subject: 'money:7', items, count: 2 })]) }) })
  const { history } = await open()
  expect(screen.getAllByText('€39.99 taken back by the bank · 120 credits of goodwill')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Reports/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Chargebacks/ })).toBeTruthy()
  await press('Enter')
  expect(history.at(-1)).toBe('/members/7/money')
})

test('[DESK-4] a case leads back to its filter and its row, on the page where it was', async () => {
  const pages = {
    'GET queue': ({ path }: { path: string }) => ({
      json: path.includes('after=') ? queueOf([row(2), row(3)]) : queueOf([row(1)], { next: 'a' }),
    }),
  }
  answerCalls(pages)
  const { unmount } = showAt('/queue?show=appeal', <QueueScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  fireEvent.focus(await screen.findByRole('link', { name: /Member3/ }))
  unmount()
  expect(queuePath()).toBe('/queue?show=appeal')
  showAt(queuePath(), <QueueScreen />)
  await vi.waitFor(() => expect(chosen()).toBe('member:3'))
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-subject')).toBe('member:3'))
})

test('[DESK-4] a filter that is not of the own role shows everything', async () => {
  const requests = answerCalls({ 'GET queue': () => ({ json: queueOf([row(1)]) }) })
  await open('/queue?show=chargeback')
  expect(requests[0]?.path).toBe('queue?filter=all')
})

const PAGES: Record<string, Parameters<typeof queueOf>> = {
  first: [[row(1)], { next: 'a' }],
  a: [[row(2)], { next: 'b' }],
  b: [[row(3)]],
}
const read = async () => {
  const requests = answerCalls({
    'GET queue': ({ path }) => ({
      json: queueOf(...(PAGES[new URLSearchParams(path.split('?')[1]).get('after') ?? 'first'] ?? [[]])),
    }),
  })
  const hook = renderHook(({ filter }) => useQueue(filter), { initialProps: { filter: 'all' as QueueFilter } })
  await waitFor(() => expect(hook.result.current.hasMore).toBe(true))
  const subjects = () => hook.result.current.rows.map(({ subject }) => subject)
  const loadMore = async (count: number): Promise<void> => {
    await act(async () => hook.result.current.loadMore())
    await waitFor(() => expect(subjects()).toHaveLength(count))
  }
  return { ...hook, requests, subjects, loadMore }
}

describe('[DESK-4] the pages of the queue', () => {
  test('are added one after the other, until the last', async () => {
    const { result, subjects, loadMore, requests } = await read()
    await loadMore(2)
    expect(result.current.hasMore).toBe(true)
    await loadMore(3)
    expect(subjects()).toEqual(['member:1', 'member:2', 'member:3'])
    expect(result.current.hasMore).toBe(false)
    await act(async () => result.current.loadMore())
    expect(requests).toHaveLength(3)
  })

  test('say why the next one did not come', async () => {
    const { result, subjects } = await read()
    answerCalls({ 'GET queue': () => ({ status: 503, json: { error: 'server_busy' } }) })
    await act(async () => result.current.loadMore())
    expect(toasts.value.map(({ text }) => text)).toEqual(['The server is busy. Try again in a moment.'])
    expect([subjects(), result.current.hasMore]).toEqual([['member:1'], true])
  })

  test('stay after a hint, and are read again, so that nobody loses their place on a busy site', async () => {
    const { subjects, loadMore, requests } = await read()
    await loadMore(2)
    await loadMore(3)
    const second = Promise.withResolvers<Reply>()
    answerCalls({
      'GET queue': ({ path }) => {
        requests.push({ method: 'GET', path, body: null })
        if (!path.includes('after=')) return { json: queueOf([row(9), row(1)], { next: 'c' }) }
        return path.includes('after=c') ? second.promise : { json: queueOf([row(3)]) }
      },
    })
    await hear('queue')
    await waitFor(() => expect(subjects()).toEqual(['member:9', 'member:1', 'member:2', 'member:3']))
    await act(async () => second.resolve({ json: queueOf([row(1), row(4)], { next: 'd' }) }))
    await waitFor(() => expect(subjects()).toEqual(['member:9', 'member:1', 'member:4', 'member:3']))
    await act(async () => {})
    expect(requests.slice(3).map(({ path }) => path.split('after=')[1])).toEqual([undefined, 'c', 'd'])
  })

  test('stay as they are if they cannot be read again, and nothing is said about it', async () => {
    const { result, subjects, loadMore } = await read()
    await loadMore(2)
    answerCalls({
      'GET queue': ({ path }) =>
        path.includes('after=')
          ? { status: 503, json: { error: 'server_busy' } }
          : { json: queueOf([row(9)], { next: 'c' }) },
    })
    await hear('queue')
    await waitFor(() => expect(subjects()).toEqual(['member:9', 'member:2']))
    await act(async () => {})
    expect([toasts.value, result.current.hasMore]).toEqual([[], true])
  })

  test('belong to one filter', async () => {
    const { rerender, subjects, loadMore, requests } = await read()
    await loadMore(2)
    rerender({ filter: 'mine' })
    await waitFor(() => expect(requests.at(-1)?.path).toBe('queue?filter=mine'))
    await waitFor(() => expect(subjects()).toEqual(['member:1']))
  })
})
