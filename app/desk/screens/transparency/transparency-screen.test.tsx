// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { TransparencyReport } from '#contract/desk/transparency.ts'
import { answerCalls, atDesk, press, showAt } from '../../testing/desk-page.tsx'
import { reportPage } from './report-page.ts'
import { TransparencyScreen } from './transparency-screen.tsx'

const HOUR_MS = 3_600_000

const REPORT: TransparencyReport = {
  year: 2026,
  decisions: [
    { kind: 'banned', reason: 'scam', source: 'report', total: 1_204, automatic: 0 },
    { kind: 'muted', reason: 'spam', source: 'own', total: 310, automatic: 300 },
    { kind: 'photo_rejected', reason: 'not_a_person', source: 'own', total: 90, automatic: 0 },
  ],
  decisions_total: 1_604,
  decision_median_ms: 2.5 * HOUR_MS,
  letters: [{ kind: 'notice', reason: 'hate', received: 41, upheld: 30, dismissed: 9 }],
  notice_median_ms: null,
  appeal_median_ms: 26 * HOUR_MS,
  appeals: { received: 22, upheld: 4, dismissed: 16, waiting: 2 },
  flags: { raised: 700, upheld: 500, dismissed: 150 },
}
const MEMBERS = { at: Date.UTC(2026, 10, 21), month: { all: 9_000, eu: 8_000 }, half_year: { all: 20_000, eu: 17_500 } }

atDesk('owner', Date.UTC(2026, 10, 21, 14, 32))

const open = (report = REPORT) => {
  const requests = answerCalls({
    'GET transparency/2026': () => ({ json: report }),
    'GET transparency/2025': () => ({ json: { ...REPORT, year: 2025, decisions: [], decisions_total: 0 } }),
    'GET transparency-members': () => ({ json: MEMBERS }),
    'GET transparency/2026/csv': () => ({ json: {} }),
  })
  showAt('/transparency', <TransparencyScreen />)
  return requests
}
const cellsOf = (row: HTMLElement): (string | null)[] => [...row.children].map(({ textContent }) => textContent)

test('[DESK-15] the report has decisions by kind, reason, cause and automation, with their sum', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Decisions by kind, reason and cause' })
  const rows = within(table).getAllByRole('row').slice(1).map(cellsOf)
  expect(rows).toEqual([
    ['Banned', 'Scam', 'Report', '1,204', '0'],
    ['Muted', 'Spam', 'Own initiative', '310', '300'],
    ['Photo removed', 'No face', 'Own initiative', '90', '0'],
    ['Sum', '', '', '1,604', '300'],
  ])
  const outcomes = screen.getByRole('table', { name: 'Appeals and automatic checks' })
  expect(within(outcomes).getAllByRole('row').slice(1).map(cellsOf)).toEqual([
    ['Appeals against decisions', '22', '4', '16', '2'],
    ['Findings of automatic checks', '700', '500', '150', '50'],
  ])
  expect(await screen.findByRole('table', { name: 'Active members' })).toBeTruthy()
  expect(screen.getByText('median 2.5 h')).toBeTruthy()
  expect(screen.getByText('median 26 h')).toBeTruthy()
})

test('a table without rows says so', async () => {
  open({ ...REPORT, letters: [] })
  const table = await screen.findByRole('table', { name: 'What was received, and its outcome' })
  const [, row, ...others] = within(table).getAllByRole('row')
  expect([row?.textContent, others]).toEqual(['No entries', []])
})

test('[DESK-15] the page to publish has the same figures and nothing of the desk', async () => {
  open()
  const report = await screen.findByRole('article', { name: 'Transparency report 2026' })
  await screen.findByRole('table', { name: 'Active members' })
  const html = reportPage(report, 'Transparency report 2026 · Night', 'de')
  expect(html).toMatch(/^<!doctype html>\n<html lang="de">/)
  expect(html).toContain('<title>Transparency report 2026 · Night</title>')
  expect(html).toContain('1,204')
  expect(html).not.toMatch(/class=|<script|<button|tabindex|src=|href=/)
})

test('[DESK-15] another year is one key away, D saves the file and W prints', async () => {
  const requests = open()
  await screen.findByRole('article', { name: 'Transparency report 2026' })
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await press('w')
  expect(print).toHaveBeenCalledOnce()
  await press('d')
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain('transparency/2026/csv'))
  await press('[')
  expect(await screen.findByRole('article', { name: 'Transparency report 2025' })).toBeTruthy()
})
