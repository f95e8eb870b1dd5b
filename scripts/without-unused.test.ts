import { expect, test } from 'vitest'
import { withoutUnused } from './without-unused.ts'

const module = `
import * as v from 'valibot'
import { Id, Name as Called } from '../fields.ts'
import { MAX, KEY } from '../limits.ts'
import '../styles.css'
const Part = v.object({ id: Id })
const Whole = v.object({ part: Part })
const wide = (word) => word.length > MAX
export const Kept = { Whole: 'a', name: Called, [KEY]: wide.Id }
`

test('[SHELL-1] what nothing in a module reads goes, and with it what only that has read', () => {
  const plain = withoutUnused(module)
  expect(plain).not.toContain('Part')
  expect(plain).not.toContain('v.object')
  expect(plain).not.toContain('valibot')
  expect(plain).toMatch(/import \{\s*Name as Called \} from '..\/fields.ts'/)
})

test('[SHELL-1] what is read stays, also where only a computed name reads it, and what is imported for what it does', () => {
  const plain = withoutUnused(module)
  expect(plain).toContain("import { MAX, KEY } from '../limits.ts'")
  expect(plain).toContain("import '../styles.css'")
  expect(plain).toContain('const wide = (word) => word.length > MAX')
  expect(plain).toContain("export const Kept = { Whole: 'a', name: Called, [KEY]: wide.Id }")
})
