// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { defineOnElements } from '../../../testing/elements.ts'
import { flyInto } from './fly-into.ts'

afterEach(() => vi.unstubAllGlobals())

const ends: (() => void)[] = []
defineOnElements({
  animate: {
    value: () =>
      Object.defineProperty({}, 'onfinish', {
        set: (end: () => void) => {
          ends.push(end)
        },
      }),
  },
})
const fly = (reduces: boolean): number => {
  vi.stubGlobal('matchMedia', () => ({ matches: reduces }))
  document.body.innerHTML = '<button id="words">Ciao</button><textarea id="field"></textarea>'
  const [words, field] = ['#words', '#field'].map((id) => document.querySelector<HTMLElement>(id))
  if (words && field) flyInto(words, field)
  return document.body.querySelectorAll('button').length
}

test('[LIKE-9] tapped words fly as a copy that takes no input and goes at the end', () => {
  expect(fly(false)).toBe(2)
  const copy = document.body.lastElementChild
  expect(copy instanceof HTMLElement && copy.inert && copy.style.pointerEvents === 'none').toBe(true)
  ends.pop()?.()
  expect(document.body.querySelectorAll('button')).toHaveLength(1)
})

test('[LIKE-9] with reduced motion nothing flies', () => {
  expect(fly(true)).toBe(1)
})
