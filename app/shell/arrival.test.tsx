// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useArrival, watchScrolling } from './arrival.ts'

beforeAll(watchScrolling)
afterEach(cleanup)

const Page = ({ path, links }: { path: string; links: readonly string[] }) => {
  useArrival(path, '')
  return (
    <>
      <a href="/members/2">In the bar</a>
      <main id="main" tabIndex={-1}>
        {links.map((link, index) => (
          // eslint-disable-next-line react/no-array-index-key -- a path may be there twice
          <a key={index} href={link} onClick={(event) => event.preventDefault()}>
            {link}
          </a>
        ))}
      </main>
    </>
  )
}

const LIST = ['/members/1', '/members/2', '/members/3']

/** Opens the list and a profile from it. @returns goes back to the list, as far as it has loaded by then */
const leaveForProfile = (): ((links: readonly string[]) => void) => {
  const { rerender } = render(<Page path="/members" links={LIST} />)
  rerender(<Page path="/members/2" links={[]} />)
  return (links) =>
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'))
      rerender(<Page path="/members" links={links} />)
    })
}
const focused = () => document.activeElement?.textContent

test('[SHELL-19] Back focuses the link to the screen that was left, and a new screen itself', () => {
  const back = leaveForProfile()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  back(LIST)
  expect(focused()).toBe('/members/2')
})

test('[SHELL-19] Back focuses the link also if it comes later, with its list', async () => {
  const back = leaveForProfile()
  back([])
  expect(document.activeElement).toBe(screen.getByRole('main'))
  const link = Object.assign(document.createElement('a'), { href: '/members/2', textContent: 'late' })
  screen.getByRole('main').append(link)
  await vi.waitFor(() => expect(document.activeElement).toBe(link))
})

test('[SHELL-19] Back focuses the one of two links to the same person that was followed', () => {
  const list = [...LIST, '/members/2']
  for (const index of [1, 0]) {
    const { rerender } = render(<Page path="/members" links={list} />)
    const links = screen.getAllByRole('link', { name: '/members/2' })
    links[index]?.click()
    rerender(<Page path="/members/2" links={[]} />)
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'))
      rerender(<Page path="/members" links={list} />)
    })
    expect(document.activeElement).toBe(screen.getAllByRole('link', { name: '/members/2' })[index])
    cleanup()
  }
})

test('[SHELL-19] a focus that the member has moved since stays when the list comes', async () => {
  const back = leaveForProfile()
  back([])
  const bar = screen.getByText('In the bar')
  bar.focus()
  screen.getByRole('main').append(Object.assign(document.createElement('a'), { href: '/members/2' }))
  await new Promise((resolve) => setTimeout(resolve)) // a turn, in which the observer could move the focus
  expect(document.activeElement).toBe(bar)
})
