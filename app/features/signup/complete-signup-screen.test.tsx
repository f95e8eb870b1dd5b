// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { aUser } from '../../testing/factories.ts'
import { enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { CompleteSignupScreen, sayMorePath } from './complete-signup-screen.tsx'

setUpScreens()

const PATH = '/complete-signup'
const joining = (signup_step: number | null, change: Partial<User> = {}): User =>
  aUser({ settings: { ...DEFAULT_MEMBER_SETTINGS, signup_step }, ...change })
const open = async (me: User, path = PATH): Promise<void> => {
  enterAs(me)
  await showAt(path, <CompleteSignupScreen me={me} />)
}
const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent

describe('[ACC-1] the steps after the account', () => {
  test('continue at the step that the member has reached', async () => {
    await open(joining(1))
    const first = heading()
    cleanup()
    await open(joining(3))
    expect(heading()).not.toBe(first)
    expect(place()).toBe(PATH)
  })

  test('with nothing left lead to search', async () => {
    await open(joining(null))
    expect(place()).toBe('/members')
  })

  test('stay open for a finished member who wants to say more', async () => {
    await open(joining(null), sayMorePath())
    expect(place()).toBe(sayMorePath())
    expect(heading()).not.toBe('')
  })

  test('[ACC-6] a member who confirms the address while the screen is open sees the message', async () => {
    const me = joining(null, { status: 'not_confirmed' })
    enterAs(me)
    history.replaceState(null, '', PATH)
    const { rerender } = render(<CompleteSignupScreen me={me} />)
    await act(async () => enterAs(joining(null)))
    rerender(<CompleteSignupScreen me={joining(null)} />)
    expect(place()).toBe(PATH)
  })
})
