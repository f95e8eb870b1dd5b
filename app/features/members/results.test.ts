import { expect, test } from 'vitest'
import { aCard } from '../../testing/factories.ts'
import { everyoneOf, pageAfter } from './results.ts'

const page = (pageNumber: number, ids: number[], next: string | null) => ({
  pageNumber,
  results: ids.map((id) => aCard({ id })),
  next,
  limited: false,
})

test('[FIND-2] a member who moves between pages is shown once, in the place seen first', () => {
  const everyone = everyoneOf([page(1, [5, 3, 8], '1-3'), page(2, [3, 9], null)])
  expect(everyone.map(({ id }) => id)).toEqual([5, 3, 8, 9])
})

test('[FIND-1] the next page follows the last one loaded, until none is left', () => {
  expect(pageAfter([page(1, [], '7-1'), page(2, [], '5-2')])).toEqual({ page: 3, after: '5-2' })
  expect(pageAfter([page(1, [], null)])).toBeNull()
  expect(pageAfter([])).toBeNull()
})
