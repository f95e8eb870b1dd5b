import { expect, test } from 'vitest'
import { likeTimerOf } from './like-timer.ts'

test('[LIKE-6] t requests a like after this many seconds', () => {
  expect(likeTimerOf('?t=5')?.ms).toBe(5_000)
  expect(likeTimerOf('t=0')?.ms).toBe(0)
  expect(likeTimerOf('t=1.5')?.ms).toBe(1_500)
})

test('[LIKE-6] t is removed from the address, and nothing else', () => {
  expect(likeTimerOf('?gender=female&t=5&page=2')?.query).toBe('gender=female&page=2')
  expect(likeTimerOf('?t=5')?.query).toBe('')
  expect(likeTimerOf('?t=5&t=6')?.query).toBe('')
})

test('[LIKE-6] without t nothing happens, and an invalid t is only removed', () => {
  expect(likeTimerOf('')).toBeNull()
  expect(likeTimerOf('?token=5')).toBeNull()
  for (const nonsense of ['', 'soon', '-1', '1e3', '99999999', 'Infinity'])
    expect(likeTimerOf(`?t=${nonsense}`)).toEqual({ ms: null, query: '' })
})
