import { expect, test } from 'vitest'
import { placeholderOf, firstLetter } from './photo-placeholder.ts'

test('the placeholder of a photo is a gradient of its corner colours', () => {
  const style = placeholderOf({ colours: 'aa0000bb0000cc0000dd0000' })
  expect(String(style?.background)).toContain('at 0% 0%, #aa0000')
  expect(String(style?.background)).toContain('at 100% 100%, #dd0000')
})

test('a photo without colours has no placeholder style', () => {
  expect(placeholderOf({ colours: '' })).toBeUndefined()
  expect(placeholderOf(null)).toBeUndefined()
})

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
