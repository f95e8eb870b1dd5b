// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { CompleteSignupScreen, sayMorePath, SignupScreen } from './signup-screen.tsx'
import { SIGNUP_STEPS } from '#contract/limits.ts'
import type { User } from '#contract/entities/user.ts'
import { activation, NOT_ASKED } from '../../state/activation.ts'
import { notePushAsked } from './signup-storage.ts'
import { Completion } from './completion.tsx'

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

afterEach(() => {
  activation.value = NOT_ASKED
})

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

  test('[ACC-7] end with the mail, which is sent at once in four steps with their state, and lead to the first people', async () => {
    const asked = answerCalls({})
    notePushAsked()
    await open(joining(SIGNUP_STEPS, { status: 'not_confirmed' }))
    await vi.waitFor(() => expect(asked.filter(({ name }) => name === 'activation.send')).toHaveLength(1))
    const steps = { ...activation.value.steps, checking_profile: 'done', creating_account: 'begun' } as const
    await act(async () => void (activation.value = { ...activation.value, steps }))
    const shown = within(screen.getByRole('list', { name: t('activate.steps') })).getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      t('activate.checkingProfile') + t('activate.stateDone'),
      t('activate.creatingAccount') + t('activate.stateBegun'),
      t('activate.findingMatches') + t('activate.stateWaiting'),
      t('activate.sendingMail') + t('activate.stateWaiting'),
    ])
    const next = screen.getByRole('link', { name: t('signup.seeMatches') })
    expect(next.getAttribute('href')).toBe('/signup-matches')
  })

  test('[PROF-12] a mail that comes back while the screen is open is not said to be sent', async () => {
    const me = joining(null, { status: 'not_confirmed', notifications_disabled: ['bounce'] })
    enterAs(me)
    await act(async () => {
      activation.value = { ...NOT_ASKED, sent: true }
      render(<Completion me={me} onLeave={() => {}} />)
    })
    expect(screen.getByRole('status').textContent).toBe(t('activation.bounced', { email: me.email }))
  })

  test('[ACC-6] a member who confirms the address while the screen is open sees the message', async () => {
    const me = joining(null, { status: 'not_confirmed' })
    enterAs(me)
    history.replaceState(null, '', PATH)
    const { rerender } = render(<CompleteSignupScreen me={me} />)
    await act(async () => enterAs(joining(null)))
    rerender(<CompleteSignupScreen me={joining(null)} />)
    expect(place()).toBe(PATH)
    expect(screen.getByText(t('activation.doneText'))).toBeDefined()
    // [GUARD-6] Nobody finds the member before the check of the age.
    rerender(<CompleteSignupScreen me={joining(null, { age_due: 1 })} />)
    expect(screen.queryByText(t('activation.doneText'))).toBeNull()
    expect(screen.getByText(t('activation.doneAge'))).toBeDefined()
  })
})
