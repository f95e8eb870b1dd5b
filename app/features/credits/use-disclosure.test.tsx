// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineOnElements, stubIntersection } from '../../testing/elements.ts'
import { useDisclosure } from './use-disclosure.ts'

let see: (share: number) => void = () => {}
const scrolled = vi.fn<() => void>()
const paid: boolean[] = []
defineOnElements({ scrollIntoView: { value: scrolled } })

const Buying = () => {
  const { ref, wasSeen } = useDisclosure()
  return (
    <>
      <div ref={ref}>the text</div>
      <button type="button" onClick={() => paid.push(wasSeen())} />
    </>
  )
}

beforeEach(() => {
  paid.length = 0
  scrolled.mockReset()
  see = stubIntersection()
  render(<Buying />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tap = (): void => screen.getByRole('button').click()

describe('[PAY-13] the disclosure before a purchase', () => {
  test('a tap before it was on the screen buys nothing, and scrolls to it', () => {
    see(0.4)
    tap()
    expect([paid, scrolled.mock.calls.length]).toEqual([[false], 1])
  })

  test('a tap after half of it was on the screen buys, also when it has scrolled away', () => {
    see(0.5)
    see(0)
    tap()
    expect([paid, scrolled.mock.calls.length]).toEqual([[true], 0])
  })
})
