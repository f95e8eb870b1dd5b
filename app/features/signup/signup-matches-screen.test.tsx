// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Proposal } from '#contract/entities/proposal.ts'
import { t } from '../../state/i18n.ts'
import { placeToReturn, returnTo } from '../../state/login-prompt.ts'
import { storeWantedGender } from '../../state/wanted-gender.ts'
import { aCard, anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { sayMorePath } from './signup-screen.tsx'
import { SignupMatchesScreen } from './signup-matches-screen.tsx'

setUpScreens()

const me = aUser({ profile: anOwnProfile({ looking_for: null }) })
beforeEach(() => enterAs(me))

const aProposal = (_: unknown, index: number): Proposal => ({
  profile: aCard({ id: index + 7 }),
  reasons: [{ kind: 'age' }],
})
const open = (): Promise<void> => showAt('/signup/matches', <SignupMatchesScreen />)
const pathOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href')

describe('[FIND-5] the first people after the signup', () => {
  test('are eight at most', async () => {
    answerCalls({ 'match_finder.get': { results: Array.from({ length: 9 }, aProposal) } })
    await open()
    expect(await screen.findAllByRole('article')).toHaveLength(8)
  })

  test('[ACC-19] are of the gender that only this device knows', async () => {
    storeWantedGender(me.id, 'male')
    const asked = answerCalls({})
    await open()
    expect(asked).toMatchObject([{ name: 'match_finder.get', query: 'gender=male' }])
  })

  test('[SHELL-14] are followed by search, or by the rest of the profile', async () => {
    await open()
    expect(pathOf(t('likes.findPeople'))).toBe('/members')
    expect(pathOf(t('signup.aWord'))).toBe(sayMorePath())
  })

  test('[SHELL-14] a visitor who came from a profile returns to it, once', async () => {
    returnTo('/members/7')
    await open()
    const back = screen.getByRole('link', { name: t('signup.goBack') })
    expect(back.getAttribute('href')).toBe('/members/7')
    fireEvent.click(back)
    expect(placeToReturn()).toBeNull()
  })

  test('[SHELL-20] a search without a result says so, and the next steps stay', async () => {
    answerCalls({ 'match_finder.get': { results: [] } })
    await open()
    expect(await screen.findByRole('heading', { name: t('signup.matchesNone') })).toBeDefined()
    expect(pathOf(t('likes.findPeople'))).toBe('/members')
  })

  test.each([
    ['network_unavailable', 'signup.matchesOffline'],
    ['server_error', 'error.server_error'],
  ] as const)('[SHELL-20] %s says so, and a tap asks again', async (code, title) => {
    answerCalls({ 'match_finder.get': code })
    await open()
    expect(await screen.findByRole('heading', { name: t(title) })).toBeDefined()
    answerCalls({ 'match_finder.get': { results: [aProposal(null, 0)] } })
    fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
    expect(await screen.findByRole('article')).toBeDefined()
  })
})
