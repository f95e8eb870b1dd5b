import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { ARM_SHAPES, narrowStep } from './narrow-queries.ts'
import { activityWalk, beyondWalk, countWalk, yearWalk } from './search-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const stepsOn = (plan: string[], index: string) => plan.filter((step) => step.includes(`COVERING INDEX ${index} `))

describe('[FIND-1] every kind of search walks the index made for it, in its order', () => {
  test.each([
    ['country', 'profiles_active', '(gender=? AND country=? AND last_active<?)'],
    ['region', 'profiles_region', '(gender=? AND country=? AND region=? AND last_active<?)'],
    ['anywhere', 'profiles_anywhere', '(gender=? AND last_active<?)'],
  ] as const)('by activity, %s', (shape, index, bounds) => {
    const plan = server.planOf(activityWalk(server.db, shape))
    // One walk per gender, merged row by row.
    expect(stepsOn(plan, index)).toHaveLength(2)
    expect(stepsOn(plan, index).every((step) => step.endsWith(bounds))).toBe(true)
    expect(plan.join('\n')).toContain('MERGE (UNION ALL)')
    expectBounded(plan)
  })

  test.each([
    ['country', 'profiles_year', '(gender=? AND country=? AND birth_year=? AND last_active<?)'],
    ['region', 'profiles_region_year', '(gender=? AND country=? AND region=? AND birth_year=? AND last_active<?)'],
    ['anywhere', 'profiles_anywhere_year', '(gender=? AND birth_year=? AND last_active<?)'],
  ] as const)('by birth year, %s', (shape, index, bounds) => {
    const plan = server.planOf(yearWalk(server.db, shape))
    expect(stepsOn(plan, index)).toHaveLength(1)
    expect(stepsOn(plan, index)[0]).toContain(bounds)
    expectBounded(plan)
  })

  test.each([
    ['country', 'profiles_year', '(gender=? AND country=? AND birth_year=?)'],
    ['region', 'profiles_region_year', '(gender=? AND country=? AND region=? AND birth_year=?)'],
    ['anywhere', 'profiles_anywhere_year', '(gender=? AND birth_year=?)'],
  ] as const)('counted, %s', (shape, index, bounds) => {
    const plan = server.planOf(countWalk(server.db, shape))
    expect(stepsOn(plan, index)).toHaveLength(1)
    expect(stepsOn(plan, index)[0]).toContain(bounds)
    expectBounded(plan.filter((step) => step !== 'SCAN people'))
  })

  test.each(ARM_SHAPES)('a step of a narrow search, %s', (shape) => {
    const plan = server.planOf(narrowStep(server.db, shape))
    expect(plan.filter((step) => step.includes('COVERING INDEX profiles_'))).toHaveLength(1)
    expect(plan.join('\n')).toMatch(/\(gender=\?[^)]*last_active[<>]/)
    expectBounded(plan)
  })

  test("the check for a large region uses the region's index", () => {
    const plan = server.planOf(beyondWalk(server.db))
    expect(stepsOn(plan, 'profiles_region')).toHaveLength(1)
    expectBounded(plan)
  })
})

/** Nothing is sorted or read completely. The only scan is of the merged walks. */
const expectBounded = (plan: string[]) => {
  expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  expect(plan.filter((step) => step.startsWith('SCAN') && step !== 'SCAN recent')).toEqual([])
  expect(plan.filter((step) => step.startsWith('MATERIALIZE'))).toEqual([])
  expect(plan.filter((step) => step.includes('blocks') && !step.includes('(blocker=? AND blocked=?)'))).toEqual([])
}
