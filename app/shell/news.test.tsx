// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { setUpScreens } from '../testing/screen-page.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { News } from './navigation.tsx'
import { LoadingBar } from './shell.tsx'

setUpScreens()

const count = (unread_messages: number, new_likes = 0): void =>
  act(() => putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages, new_likes } }))

const pass = (): void => act(() => void vi.advanceTimersByTime(1_000))

const said = () => screen.getByRole('status').textContent

test('[SHELL-19] a screen reader hears of new messages and likes, and not of those that are there at the start or read at once', async () => {
  vi.useFakeTimers()
  count(2)
  render(<News />)
  pass()
  expect(said()).toBe('')
  count(3)
  pass()
  expect(said()).toBe('3 unread messages')
  count(2, 1)
  pass()
  expect(said()).toBe('1 new like')
  count(3, 1)
  act(() => void vi.advanceTimersByTime(900))
  count(2, 1)
  pass()
  expect(said(), 'the open conversation has announced this message').toBe('')
  vi.useRealTimers()
})

test('[SHELL-15] [SHELL-19] the bar announces a load once, although two places of the screen wait', () => {
  vi.useFakeTimers()
  const { rerender } = render(
    <>
      <LoadingBar />
      <Loading />
      <Loading />
    </>,
  )
  expect(said()).toBe('')
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([t('ui.loading')])
  rerender(<LoadingBar />)
  pass()
  expect(said()).toBe('')
  vi.useRealTimers()
})
