// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onLine } from '../ports/page.ts'
import { setReload } from '../ports/service-worker.ts'
import { t } from '../state/i18n.ts'
import { aUser } from '../testing/factories.ts'
import { enterAs, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { FailedScreen, NotFoundScreen } from './error-screens.tsx'

setUpScreens()

test('[SHELL-5] a crashed screen loads the newest version at the next try', async () => {
  const reload = vi.fn<() => void>()
  setReload(reload)
  await showAt('/members', <FailedScreen />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('error.server_error'))
  fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
  expect(reload).toHaveBeenCalledOnce()
})

test('[PWA-1] without a network it says that its code is not here, also when the network returns', async () => {
  onLine.value = false
  await showAt('/members', <FailedScreen />)
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe(t('shell.awayTitle'))
  await act(async () => {
    onLine.value = true
  })
  expect(heading.textContent).toBe(t('shell.awayTitle'))
})

test.each([
  ['a member to search', aUser(), '/members'],
  ['a visitor to the front page', null, '/'],
])('[SHELL-4] an unknown path leads %s', async (_, me, path) => {
  enterAs(me)
  await showAt('/nowhere', <NotFoundScreen />)
  expect(screen.getByRole('link').getAttribute('href')).toBe(path)
})
