import { expect, test } from 'vitest'
import { placeName } from './place-name.ts'

test('[PROF-7] a place has its name in the language, else its local name', () => {
  const milano = { name: 'Milano', names: { de: 'Mailand', en: 'Milan' } }
  expect([placeName(milano, 'de'), placeName(milano, 'en'), placeName(milano, 'it'), placeName(milano, 'pl')]).toEqual([
    'Mailand',
    'Milan',
    'Milano',
    'Milano',
  ])
  expect(placeName({ name: 'Pavia' }, 'de')).toBe('Pavia')
})
