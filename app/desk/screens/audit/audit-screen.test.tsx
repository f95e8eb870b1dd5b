// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AuditRow } from '#contract/desk/audit.ts'
import { answerCalls, atDesk, press, showAt } from '../../testing/desk-page.tsx'
import { toasts } from '../../toasts.ts'
import { AuditScreen } from './audit-screen.tsx'

const NOW = Date.now()
const row = (id: number, own: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: NOW,
  staff: { id: 4, name: 'Marek Nowak' },
  act: 'setting.change',
  subject: { kind: 'member', id: 48_816 },
  before: { goodwill_limit: 300 },
  after: { goodwill_limit: 500 },
  reason: 'Agreed on Friday',
  previous_hash: `93f0${'0'.repeat(56)}5e1d`,
  hash: `c81b${'0'.repeat(56)}72aa`,
  ...own,
})
const page = (rows: AuditRow[], more = false) => ({
  rows,
  total: rows.length,
  all: 88_437,
  first_at: NOW,
  more,
  checked: { at: NOW, rows: 88_433, intact: true },
})
const staff = [
  {
    id: 4,
    mail: 'marek@visavis.test',
    name: 'Marek Nowak',
    role: 'finance',
    factors: [],
    created_at: NOW,
    seen_at: null,
    ended_at: null,
  },
]

atDesk('owner')

const open = async (replies: Parameters<typeof answerCalls>[0], path = '/audit') => {
  const requests = answerCalls({ 'GET staff': () => ({ json: { staff } }), ...replies })
  const location = showAt(path, <AuditScreen />)
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  const reads = () => requests.filter(({ path: one }) => /^audit(\?|$)/.test(one)).map(({ path: one }) => one)
  return { requests, location, reads }
}

test('[DESK-3] a row opens with its state before and after, its reason and both hashes', async () => {
  await open({ 'GET audit': () => ({ json: page([row(88_434, { staff: null, act: 'audit.check' }), row(88_433)]) }) })
  expect(screen.getByText(/^88,437 rows since /)).toBeTruthy()
  expect(screen.getByText(/^Chain whole, 88,433 rows checked /)).toBeTruthy()
  await press('j')
  await press('j')
  const button = screen.getByRole('button', { name: 'Row 88,433: before and after' })
  expect(document.activeElement).toBe(button)
  expect(screen.queryByText('goodwill_limit: 300')).toBeNull()
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('goodwill_limit: 300')).toBeTruthy()
  expect(screen.getByText('goodwill_limit: 500')).toBeTruthy()
  expect(screen.getByText(row(1).previous_hash)).toBeTruthy()
  expect(screen.getByText(row(1).hash)).toBeTruthy()
})

test('[DESK-3] filters are part of the address, and another filter begins at its newest row', async () => {
  const { location, reads } = await open({ 'GET audit': () => ({ json: page([row(50), row(41)], true) }) })
  await press(']')
  expect(location.history.at(-1)).toBe('/audit?before=41')
  await vi.waitFor(() => expect(reads().at(-1)).toBe('audit?before=41'))
  await press('o')
  expect(location.history.at(-1)).toBe('/audit?openings=1')
  await screen.findByRole('option', { name: 'Marek Nowak' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: '4' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Act' }), { target: { value: 'member.show_mail' } })
  await vi.waitFor(() => expect(reads().at(-1)).toBe('audit?staff=4&act=member.show_mail&openings=1'))
})

test('[DESK-3] a link from a member leads to the rows about the member', async () => {
  const { reads, location } = await open({ 'GET audit': () => ({ json: page([]) }) }, '/audit?member=48816')
  expect(reads()).toEqual(['audit?subject_kind=member&subject=48816'])
  expect(screen.getByRole('heading', { name: 'No row fits' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(location.history.at(-1)).toBe('/audit')
})

test('[DESK-3] H checks the chain, and a broken one stays on the page', async () => {
  let broken: { id: number; fault: string } | null = null
  await open({
    'GET audit': () => ({ json: page([row(2)]) }),
    'POST audit/check': () => ({ json: { rows: 88_433, newest_hash: 'c81b', broken } }),
  })
  await press('h')
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toEqual(['The chain is whole: 88,433 rows.']))
  broken = { id: 17, fault: 'content' }
  await act(async () => screen.getByRole('button', { name: 'Check the chain' }).click())
  expect(screen.getByRole('alert').textContent).toContain('broken at row 17')
})

test('[DESK-3] a failed request says why', async () => {
  await open({ 'GET audit': () => ({ status: 503, json: { error: 'server_busy' } }) })
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
})
