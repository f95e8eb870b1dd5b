// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DeskNumbers, Health, ReturnWeek, Steps } from '#contract/desk/numbers.ts'
import { Frame } from '../../frame/frame.tsx'
import { answerCalls, atDesk, enterAs, press, savedFiles, showAt } from '../../testing/desk-page.tsx'
import { NumbersScreen } from './numbers-screen.tsx'

const steps = (own: Partial<Steps> = {}): Steps => ({
  visits: 29_140,
  signups: 2_914,
  confirmed: 2_331,
  first_photo: 1_702,
  first_message: 1_148,
  first_answer: 866,
  purchase: 241,
  ...own,
})

const HEALTH: Health = {
  reports_per_1000: 1.84,
  decided_1: { decided: 58, in_time: 57, hours: 0.4 },
  decided_24: { decided: 318, in_time: 311, hours: 9.2 },
  decided_72: { decided: 0, in_time: 0, hours: null },
  fictional_messages: 0.061,
  fictional_revenue: 0.048,
}

const WEEKS: ReturnWeek[] = [
  { from: '2026-10-12', signups: 702, d1: 0.43, d7: 0.24, d30: 0.12, over: { d1: true, d7: true, d30: true } },
  { from: '2026-11-09', signups: 721, d1: 0.46, d7: null, d30: null, over: { d1: true, d7: false, d30: false } },
  { from: '2026-11-16', signups: null, d1: null, d7: null, d30: null, over: { d1: false, d7: false, d30: false } },
]

const numbersWith = (own: Partial<DeskNumbers> = {}): DeskNumbers => ({
  from: '2026-10-24',
  to: '2026-11-20',
  counted_at: Date.UTC(2026, 10, 21, 3, 10),
  funnel: steps(),
  before: steps({ signups: 2_701 }),
  health: HEALTH,
  health_before: { ...HEALTH, reports_per_1000: 2.1 },
  weeks: WEEKS,
  sources: [
    { name: 'meta/spring', ...steps({ signups: 1_800 }) },
    { name: '', ...steps({ signups: 14, first_message: null }) },
  ],
  landers: [{ name: 'video', ...steps({ visits: 9_000, signups: 450 }) }],
  countries: [{ name: 'DE', ...steps({ signups: 1_900 }) }],
  ...own,
})

atDesk('marketing', Date.UTC(2026, 10, 21, 14, 32))

const open = (): void => {
  render(<NumbersScreen />)
}
const cellsOf = (row: HTMLElement): (string | null)[] => [...row.children].map(({ textContent }) => textContent)

test('[DESK-13] the funnel is a chart with a name, and a table of the same numbers beside it', async () => {
  const requests = answerCalls({ 'GET numbers': () => ({ json: numbersWith() }) })
  open()
  const table = await screen.findByRole('table', { name: 'From visit to purchase' })
  expect(cellsOf(within(table).getByRole('row', { name: /^Confirmed/ }))).toEqual([
    'Confirmed',
    '2,331',
    '80 %',
    '80 %',
    '2,331',
  ])
  expect(cellsOf(within(table).getByRole('row', { name: /^Purchase/ }))).toEqual([
    'Purchase',
    '241',
    '27.8 %',
    '8.3 %',
    '241',
  ])
  const visits = within(table).getByRole('row', { name: /^Visits/ })
  expect(cellsOf(visits)).toEqual(['Visits', '29,140', '–', '–', '29,140'])
  expect(cellsOf(within(table).getByRole('row', { name: /^Signups/ }))[2]).toBe('10 %')
  expect(
    screen.getByRole('img', { name: /^Chart: Visits 29,140, Signups 2,914, Confirmed 2,331,.* Purchase 241$/ }),
  ).toBeTruthy()
  expect(requests[0]?.path).toBe('numbers?from=2026-10-24&to=2026-11-20')
})

test('[DESK-13] a day that is not over says later, and a group under ten has no number', async () => {
  answerCalls({ 'GET numbers': () => ({ json: numbersWith() }) })
  open()
  const table = await screen.findByRole('table', { name: 'Who comes back' })
  const rows = within(table).getAllByRole('row').slice(1).map(cellsOf)
  expect(rows).toEqual([
    ['12 Oct', '702', '43 %', '24 %', '12 %'],
    ['9 Nov', '721', '46 %', 'later', 'later'],
    ['16 Nov', 'under 10', 'later', 'later', 'later'],
  ])
  expect(screen.getByRole('img', { name: /Day 1: 46 %, Day 7: 24 %, Day 30: 12 %$/ })).toBeTruthy()
  const sources = screen.getByRole('table', { name: 'By source' })
  expect(within(sources).getByRole('row', { name: /^Without a source 29,140 14/ }).textContent).toContain('under 10')
})

test('[DESK-13] each lander and each source has its visits and the share of them that signed up', async () => {
  const requests = answerCalls({ 'GET numbers': () => ({ json: numbersWith() }) })
  open()
  const landers = await screen.findByRole('table', { name: 'By landing page' })
  const video = cellsOf(within(landers).getByRole('row', { name: /^video/ }))
  expect([video[1], video[2], video.at(-1)]).toEqual(['9,000', '450', '5 %'])
  const sources = screen.getByRole('table', { name: 'By source' })
  expect(cellsOf(within(sources).getByRole('row', { name: /^meta/ })).at(-1)).toBe('6.2 %')
  expect(screen.getByText(/nothing about the visitor is stored/)).toBeTruthy()
  await press('l')
  fireEvent.change(screen.getByLabelText('Landing page'), { target: { value: '=video' } })
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('numbers?from=2026-10-24&to=2026-11-20&lander=video'))
})

test('[DESK-13] the health of the site says how many were decided in time, and what it was before', async () => {
  answerCalls({ 'GET numbers': () => ({ json: numbersWith() }) })
  open()
  const reports = (await screen.findByText('Reports per 1,000 messages')).parentElement
  expect(reports?.textContent).toBe('Reports per 1,000 messages1.8was 2.1')
  expect(screen.getByText('57 of 58 in time')).toBeTruthy()
  expect(screen.getByText('Hours to decision, 72 h cases').parentElement?.textContent).toContain('–nothing to count')
  expect(screen.getByText('6.1 %')).toBeTruthy()
})

test('[DESK-13] source and time narrow the numbers, the other sources stay in the list, and D downloads the same', async () => {
  const requests = answerCalls({
    'GET numbers/csv': () => ({ json: null }),
    'GET numbers': ({ path }) => ({
      json: path.includes('source=')
        ? numbersWith({ sources: [{ name: '', ...steps({ signups: 14 }) }] })
        : numbersWith(),
    }),
  })
  open()
  await screen.findByRole('table', { name: 'By source' })
  await press('s')
  const source = screen.getByLabelText('Source')
  expect(document.activeElement).toBe(source)
  fireEvent.change(source, { target: { value: '=' } })
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('numbers?from=2026-10-24&to=2026-11-20&source='))
  await screen.findByRole('table', { name: 'By source' })
  expect([...source.children].map(({ textContent }) => textContent)).toEqual([
    'Every source',
    'meta/spring',
    'Without a source',
  ])
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '7' } })
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('numbers?from=2026-11-14&to=2026-11-20&source='))
  source.blur()
  const saved = savedFiles()
  await press('d')
  expect(requests.at(-1)?.path).toBe('numbers/csv?from=2026-11-14&to=2026-11-20&source=')
  await vi.waitFor(() => expect(saved).toEqual(['numbers-2026-11-14-2026-11-20.csv']))
})

test('[DESK-13] X leaves the tables only', async () => {
  answerCalls({ 'GET numbers': () => ({ json: numbersWith() }) })
  open()
  await screen.findByRole('table', { name: 'By source' })
  expect(screen.getAllByRole('img')).toHaveLength(2)
  await press('x')
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getAllByRole('table')).toHaveLength(5)
})

test('[DESK-13] a time without visits and signups says so, and a failed request can be repeated', async () => {
  let isDown = true
  const none = steps({
    visits: 0,
    signups: 0,
    confirmed: 0,
    first_photo: 0,
    first_message: 0,
    first_answer: 0,
    purchase: 0,
  })
  answerCalls({
    'GET numbers': () =>
      isDown
        ? { status: 500, json: { error: 'server_error' } }
        : { json: numbersWith({ funnel: none, before: none, weeks: [], sources: [], landers: [], countries: [] }) },
  })
  open()
  const alert = await screen.findByRole('alert')
  isDown = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No visit and no signup in this time' })).toBeTruthy()
})

test('[DESK-2] a moderator reads that the numbers belong to other roles, and nothing is requested', async () => {
  await enterAs('moderator')
  const requests = answerCalls({})
  showAt('/numbers', <Frame />)
  expect(await screen.findByRole('heading', { name: 'The page Numbers is not for your role' })).toBeTruthy()
  expect(requests.filter(({ path }) => path.startsWith('numbers'))).toEqual([])
})
