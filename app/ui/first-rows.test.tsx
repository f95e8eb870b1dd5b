// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { startSession } from '../state/session.ts'
import { aUser } from '../testing/factories.ts'
import { enterAs } from '../testing/screen-page.tsx'
import { ROWS_A_STEP, useFirstRows, useSteps } from './first-rows.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Names = ({ names, first }: { names: string[]; first: number | null }) =>
  useFirstRows(names, () => first).join(' ')

test('a long list shows what a screen has room for, then everything, and never gets shorter again', async () => {
  const tasks: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => tasks.push(task))
  vi.stubGlobal('cancelIdleCallback', () => {})
  const { container, rerender } = render(<Names names={['a', 'b', 'c']} first={2} />)
  expect(container.textContent).toBe('a b')
  await act(async () => tasks.forEach((task) => task()))
  expect(container.textContent).toBe('a b c')
  rerender(<Names names={['a', 'b', 'c', 'd']} first={2} />)
  expect(container.textContent).toBe('a b c d')
})

test('a list that gets its scroll position back shows everything at once', () => {
  const { container } = render(<Names names={['a', 'b', 'c']} first={null} />)
  expect(container.textContent).toBe('a b c')
})

const Steps = ({ list, rows }: { list: string; rows: readonly number[] }) => {
  const { shown, more } = useSteps(list, rows)
  return (
    <>
      {shown.length}
      {more ? <button onClick={more}>more</button> : null}
    </>
  )
}

test('[SHELL-19] [LIKE-1] a very long list is drawn in steps, and a return to it shows as many rows as before', async () => {
  const rows = Array.from({ length: 2 * ROWS_A_STEP + 1 }, (_, index) => index)
  const { container, unmount, getByRole } = render(<Steps list="one" rows={rows} />)
  expect(container.textContent).toBe(`${ROWS_A_STEP}more`)
  await act(async () => getByRole('button').click())
  expect(container.textContent).toBe(`${2 * ROWS_A_STEP}more`)
  unmount()
  const again = render(<Steps list="one" rows={rows} />)
  expect(again.container.textContent).toBe(`${2 * ROWS_A_STEP}more`)
  await act(async () => again.getByRole('button').click())
  expect(again.container.textContent).toBe(String(rows.length))
  again.rerender(<Steps list="another" rows={rows} />)
  expect(again.container.textContent).toBe(`${ROWS_A_STEP}more`)
})

test('[PWA-11] the list of the next member begins with one step', async () => {
  const rows = Array.from({ length: 2 * ROWS_A_STEP }, (_, index) => index)
  startSession()
  enterAs(aUser())
  const { unmount, getByRole } = render(<Steps list="mine" rows={rows} />)
  await act(async () => getByRole('button').click())
  unmount()
  enterAs(aUser({ id: 2 }))
  expect(render(<Steps list="mine" rows={rows} />).container.textContent).toBe(`${ROWS_A_STEP}more`)
})

const rowsOf = (pages: number) => Array.from({ length: ROWS_A_STEP + pages * 180 }, (_, index) => index)

const PagedList = () => {
  const [pages, setPages] = useState(0)
  const later = { hasMore: true, loading: false, failed: null, more: () => setPages(pages + 1) }
  const { shown, more } = useSteps('paged', rowsOf(pages), later)
  return <button onClick={more ?? undefined}>{shown.length}</button>
}

test('[LIKE-1] each tap shows all rows of the page that it loads, though a page has fewer rows than a step', async () => {
  const { getByRole } = render(<PagedList />)
  for (const pages of [0, 1, 2, 3]) {
    expect(getByRole('button').textContent).toBe(String(rowsOf(pages).length))
    await act(async () => getByRole('button').click())
  }
})
