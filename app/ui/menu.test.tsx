// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

afterEach(cleanup)

test('[SHELL-19] Tab closes an open menu, which would cover the control that gets the focus; arrows stay in it', () => {
  render(<Menu label="More" trigger="…" items={['Block', 'Report'].map((label) => ({ label, onSelect: () => {} }))} />)
  const menu = screen.getByRole('menu')
  const hidePopover = vi.fn<() => void>()
  Object.assign(menu, { hidePopover })
  const [first, second] = screen.getAllByRole('menuitem')
  first?.focus()
  fireEvent.keyDown(first ?? menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  expect(hidePopover).not.toHaveBeenCalled()
  const isLeftToTheBrowser = fireEvent.keyDown(second ?? menu, { key: 'Tab' })
  expect([hidePopover.mock.calls.length, isLeftToTheBrowser]).toEqual([1, true])
})

test('[SHELL-19] a menu closes after a choice and after a link, and says whether it is open', () => {
  const onSelect = vi.fn<() => void>()
  render(
    <Menu
      label="More"
      trigger="…"
      items={[
        { label: 'Block', onSelect },
        { label: 'Profile', href: '/members/7' },
      ]}
    />,
  )
  const menu = screen.getByRole('menu')
  const hidePopover = vi.fn<() => void>()
  Object.assign(menu, { hidePopover })
  fireEvent.click(screen.getByRole('menuitem', { name: 'Block' }))
  expect([onSelect.mock.calls.length, hidePopover.mock.calls.length]).toEqual([1, 1])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Profile' }))
  expect([location.pathname, hidePopover.mock.calls.length]).toEqual(['/members/7', 2])
})
