// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import { WayBack } from './way-back.tsx'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
afterEach(cleanup)

test('[SHELL-21] after a deep link the parent replaces the screen, so that its own way back does not lead down again', () => {
  history.replaceState(null, '', '/notifications/blocked')
  const entries = history.length
  render(<WayBack route="notifications-blocked" />)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(location.pathname).toBe('/notifications')
  expect(history.length).toBe(entries)
})

test('[SHELL-21] to the page that the member came from, the way back goes back in the history', () => {
  const before = { index: 0, url: new URL('/notifications', location.href).href, sameDocument: true }
  vi.stubGlobal('navigation', { canGoBack: true, currentEntry: { index: 1 }, entries: () => [before] })
  const back = vi.spyOn(history, 'back').mockReturnValue()
  history.replaceState(null, '', '/notifications/blocked')
  render(<WayBack route="notifications-blocked" />)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(back).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/notifications/blocked')
  vi.unstubAllGlobals()
})
