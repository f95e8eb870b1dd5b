// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { SignupScreen } from './signup-screen.tsx'

setUpScreens()

describe('[SHELL-13] the page of the signup', () => {
  test('begins with the first question for a visitor', async () => {
    await showAt('/signup', <SignupScreen me={null} />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('whom.title'))
    expect(place()).toBe('/signup')
  })

  test.each([
    ['a member with steps left to those', 2, '/complete-signup'],
    ['any other member to search', null, '/members'],
  ])('sends %s', async (_, signup_step, path) => {
    const me = aUser({ settings: { ...DEFAULT_MEMBER_SETTINGS, signup_step } })
    enterAs(me)
    await showAt('/signup', <SignupScreen me={me} />)
    expect(place()).toBe(path)
  })
})
