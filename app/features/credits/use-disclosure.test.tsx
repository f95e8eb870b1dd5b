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
      <div ref={ref} tabIndex={-1}>
        the text
      </div>
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
  test('[SHELL-19] a tap before it was on the screen buys nothing, scrolls to it and focuses it, so that it is read out', () => {
    see(0.4)
    tap()
    expect([paid, scrolled.mock.calls.length]).toEqual([[false], 1])
    expect(document.activeElement).toBe(screen.getByText('the text'))
  })

  test('a tap after half of it was on the screen buys, also when it has scrolled away', () => {
    see(0.5)
    see(0)
    tap()
    expect([paid, scrolled.mock.calls.length]).toEqual([[true], 0])
  })
})
