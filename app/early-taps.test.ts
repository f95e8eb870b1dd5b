// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './early-taps.ts'

const followed = vi.fn<(path: string | URL) => void>()

const root = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('#root')
  if (!found) throw new Error('There is a root')
  return found
}

const click = (id: string, init: MouseEventInit = {}): void => {
  document.querySelector(`#${id}`)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(location, 'assign').mockImplementation(followed)
  document.body.innerHTML = `<div id="root" data-snapshot>
    <a href="/chats/1-2?from=list"><b id="row">Anna</b></a><a id="other" href="/likes">Likes</a>
    <a id="away" href="https://elsewhere.test/">away</a><a id="window" href="/terms" target="_blank">Terms</a>
  </div>`
  // A test must not leave its page.
  document.addEventListener('click', (event) => event.preventDefault())
})
afterEach(() => {
  vi.useRealTimers()
  followed.mockClear()
})

test('[PWA-17] the link of stored markup that was tapped last is kept and marked', () => {
  click('row')
  expect(root().dataset['tapped']).toBe('/chats/1-2?from=list')
  click('other')
  expect(root().dataset['tapped']).toBe('/likes')
  expect([...document.querySelectorAll('a[data-tapped]')].map(({ id }) => id)).toEqual(['other'])
})

test('[PWA-17] a link to another site or window, or a click with a key, stays the browser’s', () => {
  click('away')
  click('window')
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) click('row', { [key]: true })
  click('row', { button: 1 })
  expect(root().dataset['tapped']).toBeUndefined()
})

test('[PWA-17] the links of the app itself are not kept', () => {
  delete root().dataset['snapshot']
  click('row')
  expect(root().dataset['tapped']).toBeUndefined()
})

test('[PWA-17] a slow phone that still loads the app does not begin anew', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValueOnce('interactive')
  click('row')
  vi.advanceTimersByTime(60_000)
  expect(followed).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(5_000)
  expect(followed).toHaveBeenCalledExactlyOnceWith('/chats/1-2?from=list')
})

test('[PWA-17] if the app does not start, the browser follows the link after five seconds, else never', () => {
  click('row')
  vi.advanceTimersByTime(4_900)
  expect(followed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(followed).toHaveBeenCalledExactlyOnceWith('/chats/1-2?from=list')
  delete root().dataset['tapped']
  click('row')
  delete root().dataset['tapped']
  vi.advanceTimersByTime(5_000)
  expect(followed).toHaveBeenCalledTimes(1)
})
