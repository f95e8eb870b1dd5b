import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../testing/screen-page.tsx'
import { reportFailure } from './error-boundary.tsx'

afterEach(() => vi.unstubAllGlobals())

test('[SHELL-5] a crash is reported once, and a failure without words not at all', () => {
  vi.stubGlobal('location', { href: 'http://localhost/' })
  const asked = answerCalls({})
  reportFailure(new TypeError('x is not a function'))
  reportFailure(new TypeError('x is not a function'))
  reportFailure('')
  reportFailure(new Error('another'))
  expect(asked.map(({ name, body }) => [name, body])).toEqual([
    ['failures.report', { message: 'TypeError: x is not a function' }],
    ['failures.report', { message: 'Error: another' }],
  ])
})
