import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buttonScale, choiceOf, dragView, isDrag, speedOf, TURN_MAX_DEG, withSample, type Sample } from './gesture.ts'

const WIDTH = 360
const turnOf = (transform: string): number => Number(/rotate\((-?[\d.]+)deg\)/.exec(transform)?.[1])

describe('[LIKE-5] a card under the finger', () => {
  test('follows the finger 1:1 in both directions', () => {
    expect(dragView({ x: 64, y: 6 }, WIDTH, true).transform).toContain('translate3d(64px, 6px, 0)')
    expect(dragView({ x: -31.5, y: -2 }, WIDTH, true).transform).toContain('translate3d(-31.5px, -2px, 0)')
  })

  test('rotates with the distance, 12° at most, and not at all under reduced motion', () => {
    expect(turnOf(dragView({ x: 90, y: 0 }, WIDTH, true).transform)).toBe(6)
    expect(turnOf(dragView({ x: 90, y: 0 }, WIDTH, false).transform)).toBe(0)
    fc.assert(
      fc.property(fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: 200, max: 700 }), (x, width) => {
        const turn = turnOf(dragView({ x, y: 0 }, width, true).transform)
        expect(Math.abs(turn)).toBeLessThanOrEqual(TURN_MAX_DEG)
        expect(Math.sign(turn) * Math.sign(x)).toBeGreaterThanOrEqual(0)
      }),
      { seed: 5 },
    )
  })

  test('fades in its label, grows the button to 1.08 and raises the next card from 0.95', () => {
    const still = dragView({ x: 0, y: 0 }, WIDTH, true)
    expect(still).toMatchObject({ like: 0, pass: 0, shade: 1, next: 'translate3d(0, 14px, 0) scale(0.95)' })
    const half = dragView({ x: 45, y: 0 }, WIDTH, true)
    expect(half).toMatchObject({ like: 0.5, pass: 0, shade: 0.5, next: 'translate3d(0, 7px, 0) scale(0.975)' })
    const far = dragView({ x: -300, y: 0 }, WIDTH, true)
    expect(far).toMatchObject({ like: 0, pass: 1, shade: 0, next: 'translate3d(0, 0px, 0) scale(1)' })
    expect(buttonScale(0)).toBe('scale(1)')
    expect(buttonScale(1)).toBe('scale(1.08)')
  })
})

describe('[LIKE-5] releasing a card', () => {
  test('past a quarter of the width the card leaves; nearer, it springs back', () => {
    expect(choiceOf(91, WIDTH, 0)).toBe('like')
    expect(choiceOf(-91, WIDTH, 0)).toBe('pass')
    expect(choiceOf(89, WIDTH, 0)).toBeNull()
    expect(choiceOf(-89, WIDTH, 0)).toBeNull()
  })

  test('a flick works from nearer, but a tremble does not count', () => {
    expect(choiceOf(30, WIDTH, 0.8)).toBe('like')
    expect(choiceOf(-30, WIDTH, -0.8)).toBe('pass')
    expect(choiceOf(10, WIDTH, 2)).toBeNull()
  })

  test('a card thrown back stays, even from far out', () => {
    expect(choiceOf(200, WIDTH, -0.8)).toBeNull()
    expect(choiceOf(-200, WIDTH, 0.8)).toBeNull()
  })

  test('a long slow drag that comes back is no choice, a tremble at its end changes nothing', () => {
    expect(choiceOf(120, WIDTH, -0.1, 240)).toBeNull()
    expect(choiceOf(-120, WIDTH, 0.1, -240)).toBeNull()
    expect(choiceOf(200, WIDTH, -0.05, 210)).toBe('like')
    // Back and out again with a flick counts.
    expect(choiceOf(120, WIDTH, 0.9, 240)).toBe('like')
  })

  test('left is never a like, right never a pass', () => {
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 800 }), fc.float({ min: -5, max: 5, noNaN: true }), (x, speed) => {
        expect(choiceOf(x, WIDTH, speed)).not.toBe(x > 0 ? 'pass' : 'like')
      }),
      { seed: 5 },
    )
  })
})

describe('the speed of a finger', () => {
  const moves: Sample[] = [
    { x: 0, y: 0, at: 0 },
    { x: 10, y: 0, at: 100 },
    { x: 50, y: 0, at: 140 },
    { x: 90, y: 0, at: 180 },
  ]

  test('is that of the last moment', () => expect(speedOf(moves, 180)).toBe(1))
  test('is zero once the finger has rested', () => expect(speedOf(moves, 300)).toBe(0))
  test('is zero without a movement', () => {
    expect(speedOf([], 0)).toBe(0)
    expect(speedOf([{ x: 5, y: 0, at: 1 }], 1)).toBe(0)
  })

  test('uses only recent samples', () => {
    const kept = moves.reduce<Sample[]>(withSample, [])
    expect(kept.map(({ at }) => at)).toEqual([100, 140, 180])
  })
})

test('[LIKE-5] a drag is horizontal; vertical movement scrolls the page, and a tremble is a tap', () => {
  expect(isDrag({ x: 12, y: 3 })).toBe(true)
  expect(isDrag({ x: 12, y: 20 })).toBe(false)
  expect(isDrag({ x: 4, y: 0 })).toBe(false)
})
