// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onLinkPressed, showBadge, beginWork, isWorking, storesCookies } from './page.ts'

afterEach(cleanup)

test('a press reports the path of a link of this site, also from inside the link', () => {
  const pressed: string[] = []
  onLinkPressed((path) => void pressed.push(path))
  render(
    <>
      <a href={`${location.origin}/chats/1-2?x=1`}>
        <b>Anna</b>
      </a>
      <a href="https://elsewhere.test/chats/1-3">Elsewhere</a>
      <p>Words</p>
    </>,
  )
  for (const words of ['Anna', 'Elsewhere', 'Words'])
    fireEvent.pointerDown(screen.getByText(words), { isPrimary: true })
  // A second finger.
  fireEvent.pointerDown(screen.getByText('Anna'), { isPrimary: false })
  expect(pressed).toEqual(['/chats/1-2'])
})

test('[SHELL-20] a browser that blocks the cookies of this site alone is known by its storage, although it calls them enabled', () => {
  expect(storesCookies()).toBe(true)
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementationOnce(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  expect(navigator.cookieEnabled).toBe(true)
  expect(storesCookies()).toBe(false)
})

test('[PWA-8] shows the total, and nothing at 0', () => {
  const setAppBadge = vi.fn(async () => {})
  const clearAppBadge = vi.fn(async () => {})
  showBadge(15, { setAppBadge, clearAppBadge })
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(15)
  expect(clearAppBadge).not.toHaveBeenCalled()
  showBadge(0, { setAppBadge, clearAppBadge })
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

const refuse = vi.fn(async (): Promise<void> => {
  throw new Error('not allowed')
})
const fail = vi.fn((): Promise<void> => {
  throw new Error('not now')
})

test('[SHELL-17] a badge that fails, throws or is not there is ignored', async () => {
  expect(() => {
    showBadge(1, { setAppBadge: refuse })
    showBadge(1, { setAppBadge: fail })
    showBadge(0, { clearAppBadge: refuse })
    showBadge(1, {})
  }).not.toThrow()
  // An unhandled rejection would fail the run.
  await Promise.resolve()
  expect(refuse).toHaveBeenCalledTimes(2)
})

test('[PWA-10] a page is working until each piece of work has ended; ending one twice counts once', () => {
  expect(isWorking()).toBe(false)
  const ends = [beginWork(), beginWork()]
  ends[0]?.()
  ends[0]?.()
  expect(isWorking()).toBe(true)
  ends[1]?.()
  expect(isWorking()).toBe(false)
})
