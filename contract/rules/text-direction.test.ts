import { expect, test } from 'vitest'
import { isolated } from './text-direction.ts'

test('[SITE-2] a value with letters from right to left has a direction of its own inside a text', () => {
  expect(isolated('נועה')).toBe('\u2068נועה\u2069')
  expect(isolated('Nora نورا')).toBe('\u2068Nora نورا\u2069')
})

test('[SITE-2] a value without such letters is inserted as it is', () => {
  for (const value of ['', 'Ada', 'Zoë 27', 'Ирина', '花子', '👩🏽‍🦰', 'https://example.test/?a=1'])
    expect(isolated(value)).toBe(value)
})
