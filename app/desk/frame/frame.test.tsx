// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { assert, expect, test, vi } from 'vitest'
import { descriptionOf } from '../../testing/elements.ts'
import { now } from '../clock.ts'
import { SCREENS } from '../screens.ts'
import { answerCalls, atDesk, press, showAt } from '../testing/desk-page.tsx'
import { showToast } from '../toasts.ts'
import { Frame, ToastList } from './frame.tsx'

const NOW = 1_800_000_000_000

atDesk('moderator', NOW)

test('[DESK-16] after a link of the rail, the heading of the new screen has the focus', async () => {
  answerCalls({})
  showAt('/more', <Frame />)
  await screen.findByRole('heading', { level: 1, name: 'More' })
  const link = within(screen.getByRole('navigation', { name: 'Desk' })).getByRole('link', { name: /^Queue/ })
  link.focus()
  await act(async () => void fireEvent.click(link))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Queue' })
  expect(document.activeElement).toBe(heading)
})

test('[DESK-16] a case is marked as a place of the queue, in the rail and among the tabs', async () => {
  answerCalls({})
  showAt('/cases/member:12', <Frame />)
  await screen.findByRole('heading', { level: 1, name: 'Case' })
  const marked = [...document.querySelectorAll('nav [aria-current=page]')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['Queue', 'Queue'])
})

const again = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))

test('[DESK-16] a screen whose code did not load is tried again without a reload of the page, and on the next visit', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  answerCalls({})
  const members = SCREENS.find(({ name }) => name === 'members')
  assert(members)
  const load = vi.spyOn(members, 'load')
  const missing = new TypeError('Failed to fetch dynamically imported module')
  load.mockRejectedValueOnce(missing).mockRejectedValueOnce(missing).mockRejectedValueOnce(missing)
  const { navigate } = showAt('/members', <Frame />)
  await screen.findByRole('heading', { level: 1, name: 'This page did not load' })
  await again()
  await screen.findByRole('heading', { level: 1, name: 'This page did not load' })
  await act(async () => navigate('/nowhere'))
  await act(async () => navigate('/members'))
  await screen.findByRole('heading', { level: 1, name: 'This page did not load' })
  await again()
  await screen.findByRole('heading', { level: 1, name: 'Members' })
  expect(load).toHaveBeenCalledTimes(4)
  logged.mockClear()
})

/** The texts of the notices on screen. */
const shown = () => [...screen.getByRole('status').querySelectorAll('p')].map(({ textContent }) => textContent)

const openKeys = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: /All keys/ })))

test('[DESK-16] the sheet of all keys opens from its link, closes, and is not there on the next page', async () => {
  answerCalls({})
  const { navigate } = showAt('/more', <Frame />)
  await screen.findByRole('heading', { level: 1, name: 'More' })
  await openKeys()
  const sheet = screen.getByRole('dialog', { name: 'All keys' })
  await act(async () => void fireEvent.click(within(sheet).getByRole('button', { name: 'Close' })))
  expect(screen.queryByRole('dialog')).toBeNull()
  await openKeys()
  await act(async () => navigate('/nowhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[DESK-16] the tab has the name of each page, also of one that is missing or of another role', async () => {
  answerCalls({})
  const { navigate } = showAt('/more', <Frame />)
  await screen.findByRole('heading', { level: 1, name: 'More' })
  expect(document.title).toMatch(/^More · /)
  await act(async () => navigate('/nowhere'))
  expect(document.title).toMatch(/^No such page · /)
  await act(async () => navigate('/staff'))
  expect(document.title).toMatch(/^Staff · /)
})

test('[DESK-16] the seconds of an undo are only visible, so that a screen reader does not say each of them', async () => {
  showAt('/queue', <ToastList />)
  await act(async () => void showToast('Decided', { label: 'Undo', until: NOW + 30_000, run: () => {} }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo.textContent).toContain('30')
  await act(async () => {
    now.value = NOW + 1_000
  })
  expect(undo.textContent).toContain('29')
  expect(screen.getAllByRole('button')[0]).toBe(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

test('[DESK-16] the action of a notice runs', async () => {
  const run = vi.fn<() => void>()
  showAt('/queue', <ToastList />)
  await act(async () => void showToast('Decided', { label: 'Undo', until: NOW + 30_000, run }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledOnce()
})

test('[DESK-16] a notice is closed by its button, and the others stay', async () => {
  showAt('/queue', <ToastList />)
  await act(async () => {
    showToast('First')
    showToast('Second')
  })
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss this notice' })[0] ?? document.body)
  expect([screen.queryByText('First'), screen.getByText('Second').textContent]).toEqual([null, 'Second'])
})

test('[DESK-16] the buttons of two notices are described by the words of their notices', async () => {
  showAt('/queue', <ToastList />)
  await act(async () => {
    for (const text of ['Anna decided', 'Luca decided'])
      showToast(text, { label: 'Undo', until: NOW + 30_000, run: () => {} })
  })
  for (const name of ['Undo', 'Dismiss this notice'])
    expect(screen.getAllByRole('button', { name }).map(descriptionOf)).toEqual(['Anna decided', 'Luca decided'])
})

test('[DESK-7] three later notices do not remove the one that undoes a decision', async () => {
  showAt('/queue', <ToastList />)
  await act(async () => {
    showToast('Decided', { label: 'Undo', until: NOW + 30_000, run: () => {} })
    for (const text of ['One', 'Two', 'Three']) showToast(text)
  })
  expect(shown()).toEqual(['Decided', 'Two', 'Three'])
})

test('[DESK-7] each of five decisions in a row can be undone, and a failure among them is shown', async () => {
  const undone: string[] = []
  showAt('/queue', <ToastList />)
  await act(async () => {
    for (const text of ['1', '2', '3', '4', '5']) {
      const removeToast = showToast(text, {
        label: 'Undo',
        keys: 'u',
        run: () => {
          undone.push(text)
          removeToast()
        },
      })
    }
    showToast('Failed')
  })
  expect(shown()).toEqual(['4', '5', 'Failed'])
  for (let count = 0; count < 5; count += 1) await press('u')
  expect([undone, shown()]).toEqual([['5', '4', '3', '2', '1'], ['Failed']])
})
