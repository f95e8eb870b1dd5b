import { expect, test } from 'vitest'
import { beginWork, isWorking } from './page.ts'

test('[PWA-10] a page is working until each piece of work has ended; ending one twice counts once', () => {
  expect(isWorking()).toBe(false)
  const ends = [beginWork(), beginWork()]
  ends[0]?.()
  ends[0]?.()
  expect(isWorking()).toBe(true)
  ends[1]?.()
  expect(isWorking()).toBe(false)
})
