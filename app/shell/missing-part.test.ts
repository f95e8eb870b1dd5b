import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { mayReload } from './missing-part.ts'

const NOW = 1_000_000_000

test('[SHELL-16][PWA-10] a reload that gave the same build is not repeated for an hour', () => {
  const last = { at: NOW - HOUR_MS + 1, of: 'this' }
  expect(mayReload(NOW, last, 'this')).toBe(false)
  expect(mayReload(NOW + 1, last, 'this')).toBe(true)
})

test('[SHELL-16][PWA-10] after a reload with another build, the next reload waits a minute', () => {
  const last = { at: NOW - MINUTE_MS + 1, of: 'other' }
  expect(mayReload(NOW, last, 'this')).toBe(false)
  expect(mayReload(NOW + 1, last, 'this')).toBe(true)
})
