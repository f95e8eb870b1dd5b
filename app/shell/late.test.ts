import { expect, test } from 'vitest'
import { mayReload } from './late.tsx'

test('[SHELL-16] a missing part reloads the page only online', () => {
  expect(mayReload(1_000_000, null, true)).toBe(true)
  expect(mayReload(1_000_000, null, false)).toBe(false)
})

test('[SHELL-16] at most once a minute', () => {
  expect(mayReload(1_000_000, 940_001, true)).toBe(false)
  expect(mayReload(1_000_000, 940_000, true)).toBe(true)
})
