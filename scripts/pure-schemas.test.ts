import { expect, test } from 'vitest'
import { asPure } from './pure-schemas.ts'

test('[SHELL-1] making a schema is nothing that a bundle must keep, checking with one is', () => {
  expect(asPure('const A = v.object({ b: v.string() })')).toBe(
    'const A = /* @__PURE__ */ v.object({ b: /* @__PURE__ */ v.string() })',
  )
  expect(asPure('v.parse(A, x); v.assert(A, x); env.string(); a.v.string()')).toBe(
    'v.parse(A, x); v.assert(A, x); env.string(); a.v.string()',
  )
})
