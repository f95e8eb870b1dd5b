import { expect, test } from 'vitest'
import { firstLetter } from './first-letter.ts'

const bySegmenter = (name: string): string => {
  for (const { segment } of new Intl.Segmenter().segment(name.trim())) return segment.toUpperCase()
  return ''
}

test('the first letter of a name is a whole letter as readers see it, in every writing system', () => {
  const names = [
    'anna',
    ' Élodie',
    "o'Neil",
    'e\u0301lodie',
    'Żaneta',
    'ßerta',
    'Юлия',
    '李',
    'क्षितिज',
    '👩‍👩‍👧 Ada',
    'a\u0308nna',
    '1a',
    '',
  ]
  expect(names.map(firstLetter)).toEqual(names.map(bySegmenter))
  expect(firstLetter('e\u0301lodie')).toBe('E\u0301')
})
