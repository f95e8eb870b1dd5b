// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { vibrate } from './haptics.ts'

afterEach(() => vi.unstubAllGlobals())

const browser = (reduces: boolean) => {
  const shake = vi.fn<(pattern: number[]) => boolean>(() => true)
  vi.stubGlobal('navigator', { vibrate: shake })
  vi.stubGlobal('matchMedia', () => ({ matches: reduces }))
  return shake
}

describe('[LIKE-5] a vibration', () => {
  test('is one short pulse for a deed', () => {
    const shake = browser(false)
    vibrate('deed')
    expect(shake.mock.calls).toEqual([[[12]]])
  })

  test('is off with reduced motion', () => {
    const shake = browser(true)
    vibrate('joy')
    expect(shake).not.toHaveBeenCalled()
  })

  test('waits for the first tap on the page', () => {
    const shake = vi.fn<(pattern: number[]) => boolean>(() => true)
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('navigator', { vibrate: shake, userActivation: { hasBeenActive: false } })
    vibrate('joy')
    expect(shake).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { vibrate: shake, userActivation: { hasBeenActive: true } })
    vibrate('joy')
    expect(shake).toHaveBeenCalledOnce()
  })

  test('is skipped by a browser that has none', () => {
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    expect(() => vibrate('deed')).not.toThrow()
  })
})
