// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../texts.ts'
import { EnrolStep } from './enrol-step.tsx'
import { qrModules } from '../../../ui/qr-code.tsx'

const URI = 'otpauth://totp/Visavis%20Desk:orla%40staff.test?issuer=Visavis%20Desk&secret=JBSWY3DPEHPK3PXP'

beforeEach(() => showLanguage('en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Whether the module at this row and column, both from 0, is dark. */
const isDark = (path: string, row: number, column: number): boolean => path.includes(`M${column + 4} ${row + 4}h1`)

test('[DESK-1] the QR code has the three finder patterns, its timing lines and a quiet zone', () => {
  const { path, size } = qrModules(URI)
  const count = size - 8
  const finder = [
    [0, 0],
    [0, count - 7],
    [count - 7, 0],
  ] as const
  for (const [top, left] of finder) {
    const rows = Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 7 }, (__, column) => (isDark(path, top + row, left + column) ? '#' : '.')).join(''),
    )
    expect(rows).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  }
  for (let place = 8; place < count - 8; place += 1) expect(isDark(path, 6, place)).toBe(place % 2 === 0)
  expect(path).not.toMatch(/M[0-3] /)
})

test('[DESK-1] the setup of an authenticator shows the code beside the key as text, and asks nobody else for it', async () => {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: URI })
  })
  render(<EnrolStep />)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Use an authenticator app' }))
  })
  const code = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(code.querySelector('path')?.getAttribute('d')).toBe(qrModules(URI).path)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(paths).toEqual(['/api/desk/me/totp'])
})
