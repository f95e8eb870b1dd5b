// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
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
