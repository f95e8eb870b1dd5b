// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPhoto } from '../testing/factories.ts'
import { Photo } from './photo.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const image = () => screen.getByRole('img', { name: 'Me' })
const isShown = (): boolean => image() instanceof HTMLImageElement
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

test('[PWA-1] a photo that failed is a letter, and is loaded again twice by itself', () => {
  render(<Photo image={aPhoto('a')} name="Ada" alt="Me" />)
  for (const pause of [5000, 30_000]) {
    fireEvent.error(image())
    expect([isShown(), image().textContent]).toEqual([false, 'A'])
    wait(pause - 1)
    expect(isShown()).toBe(false)
    wait(1)
    expect(isShown()).toBe(true)
  }
  fireEvent.error(image())
  wait(600_000)
  expect(isShown()).toBe(false)
})
