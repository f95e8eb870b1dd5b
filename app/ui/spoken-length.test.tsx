// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpScreens } from '../testing/screen-page.tsx'
import { SpokenLength } from './spoken-length.tsx'

setUpScreens()

test('[SHELL-19] the room of a text is said at a few lengths, not at each key', () => {
  const { rerender } = render(<SpokenLength left={null} />)
  const said = screen.getByRole('status')
  const heard = new Set<string>()
  for (let left = 130; left >= -30; left -= 1) {
    rerender(<SpokenLength left={left} />)
    heard.add(said.textContent)
  }
  expect([...heard]).toEqual([
    '',
    '100 characters left',
    '50 characters left',
    '20 characters left',
    '10 characters left',
    '0 characters left',
    '1 character too many',
  ])
})

test('[SHELL-19] a pasted text says the room that it leaves, and one that is too long says it again at each try', () => {
  const { rerender } = render(<SpokenLength left={null} />)
  rerender(<SpokenLength left={47} />)
  expect(screen.getByRole('status').textContent).toBe('47 characters left')
  rerender(<SpokenLength left={-12} refusals={1} />)
  const first = screen.getByRole('alert')
  expect(first.textContent).toBe('12 characters too many')
  rerender(<SpokenLength left={-12} refusals={2} />)
  expect(screen.getByRole('alert')).not.toBe(first)
})
