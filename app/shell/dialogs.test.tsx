// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { Dialogs } from './dialogs.tsx'
import { signupOpen } from './open-signup.tsx'

setUpScreens()
afterEach(() => {
  signupOpen.value = false
  vi.unstubAllGlobals()
})

const show = async (path: string): Promise<void> => {
  answerCalls({})
  enterAs(aUser({ status: 'not_confirmed' }))
  signupOpen.value = true
  await showAt(path, <Dialogs warns={false} />)
}

test('[SHELL-13] a dialog of signup that a reload opens again is over any page but signup itself', async () => {
  await show('/premium')
  expect(await screen.findByRole('dialog', {}, { timeout: 15_000 })).toBeDefined()
  expect(signupOpen.value).toBe(true)
})

test.each(['/signup', '/complete-signup'])('[SHELL-13] %s has no second signup in a dialog', async (path) => {
  await show(path)
  await expect.poll(() => signupOpen.value).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})
