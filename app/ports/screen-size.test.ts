import { expect, test } from 'vitest'
import { isPhone } from './screen-size.ts'

test('[SHELL-13] a smartphone counts as a phone in both orientations; tablets and desktops do not', () => {
  for (const [innerWidth, innerHeight] of [
    [390, 844],
    [844, 390],
    [320, 568],
  ] as const)
    expect(isPhone({ innerWidth, innerHeight })).toBe(true)
  for (const [innerWidth, innerHeight] of [
    [768, 1024],
    [1024, 768],
    [1280, 800],
  ] as const)
    expect(isPhone({ innerWidth, innerHeight })).toBe(false)
})
