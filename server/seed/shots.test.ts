import { expect, test } from 'vitest'
import { lookOf } from './look.ts'
import { portraitSvg } from './portraits.ts'
import { randomFrom } from './random.ts'
import { shotsOf } from './shots.ts'

const photos = (seed: string, count: number) => {
  const random = randomFrom(seed)
  const sitter = { gender: 'female', age: 34, origin: 'european' } as const
  return shotsOf({ ...sitter, look: lookOf(sitter.gender, sitter.age, sitter.origin, random) }, count, random)
}
const people = Array.from({ length: 40 }, (_, index) => photos(`person ${index}`, 4))

test('[OPS-3] the photos of a person are taken in different places, in other clothes than the main photo', () => {
  for (const shots of people) {
    const scenes = shots.flatMap(({ backdrop }) => ('scene' in backdrop ? [backdrop.scene] : []))
    expect(new Set(scenes).size).toBe(scenes.length)
    expect(shots.slice(1).every(({ look }) => look.cloth !== shots[0]?.look.cloth)).toBe(true)
    // All shots show the same person.
    expect(new Set(shots.map(({ look }) => `${look.head} ${look.skin} ${look.contrast}`)).size).toBe(1)
    expect(new Set(shots.map((shot) => portraitSvg(shot))).size).toBe(shots.length)
  }
})

test('[OPS-3] photos differ in size, light and company, and the face of a main photo is never small', () => {
  const all = people.flat()
  const near = all.filter(({ pose }) => pose.scale > 0.95)
  const far = all.filter(({ pose }) => pose.scale < 0.7)
  expect(Math.min(near.length, far.length)).toBeGreaterThan(all.length / 8)
  expect(all.filter(({ light }) => light !== null).length).toBeGreaterThan(all.length / 6)
  expect(all.filter(({ friend }) => friend !== null).length).toBeGreaterThan(all.length / 20)
  expect(all.every(({ look, friend }) => friend?.look.head !== look.head)).toBe(true)
  expect(people.every(([main]) => (main?.pose.scale ?? 0) > 0.49)).toBe(true)
})
