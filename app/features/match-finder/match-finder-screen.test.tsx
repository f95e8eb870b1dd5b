// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { CACHED_AT_HEADER } from '#contract/device.ts'
import type { Proposal } from '#contract/entities/proposal.ts'
import { onLine } from '../../ports/page.ts'
import { timeOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { storeWantedGender } from '../../state/wanted-gender.ts'
import { aCard, anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { MatchFinderScreen } from './match-finder-screen.tsx'

setUpScreens()

const aProposal = (id: number): Proposal => ({
  profile: aCard({ id, name: `Member${id}` }),
  reasons: [{ kind: 'same_region' }],
})
const open = (): Promise<void> => showAt('/match-finder', <MatchFinderScreen />)
const paths = (): (string | null)[] =>
  screen
    .getAllByRole('link')
    .filter((link) => link.closest('nav') === null)
    .map((link) => link.getAttribute('href'))

describe('[FIND-5] proposals', () => {
  test('show each person with the reasons, and why people are proposed', async () => {
    answerCalls({ 'match_finder.get': { results: [aProposal(7), aProposal(8)] } })
    await open()
    expect((await screen.findAllByRole('article')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Member7'),
      expect.stringContaining('Member8'),
    ])
    expect(screen.getAllByText(t('matches.same_region'))).toHaveLength(2)
    expect(screen.getByText(t('matches.whyTitle'))).toBeDefined()
    expect(screen.queryByText(/offline/i)).toBeNull()
  })

  test('[ACC-19] ask for the gender that only this device knows', async () => {
    const me = aUser({ profile: anOwnProfile({ looking_for: null }) })
    enterAs(me)
    storeWantedGender(me.id, 'female')
    const asked = answerCalls({})
    await open()
    expect(asked).toMatchObject([{ name: 'match_finder.get', query: 'gender=female' }])
    expect(screen.getByText(t('matches.lead')), 'above the placeholders, too').toBeDefined()
  })

  test('[SHELL-19] a screen reader finds one word in place of them while they load, and no list of empty rows', async () => {
    answerCalls({})
    await open()
    expect(screen.getByText(t('ui.loading'))).toBeDefined()
    expect([screen.queryByRole('listitem'), screen.getAllByRole('listitem', { hidden: true }).length]).toEqual([
      null,
      4,
    ])
  })

  test('[SHELL-20] without a proposal lead to the own profile and to search', async () => {
    answerCalls({ 'match_finder.get': { results: [] } })
    await open()
    expect(await screen.findByRole('heading', { name: t('matches.none') })).toBeDefined()
    expect(paths()).toEqual(expect.arrayContaining(['/profile', '/members']))
  })

  test('[SHELL-20] a failure says so, and a tap asks again', async () => {
    answerCalls({ 'match_finder.get': 'server_error' })
    await open()
    expect(await screen.findByRole('heading', { name: t('error.server_error') })).toBeDefined()
    answerCalls({ 'match_finder.get': { results: [aProposal(7)] } })
    fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
    expect(await screen.findByRole('article')).toBeDefined()
  })

  test('[PWA-1] without a network say how old the cached ones are', async () => {
    const cachedAt = Date.now() - 3_600_000
    onLine.value = false
    vi.stubGlobal('fetch', async () =>
      Response.json({ results: [aProposal(7)] }, { headers: { [CACHED_AT_HEADER]: String(cachedAt) } }),
    )
    await open()
    expect(await screen.findByText(t('matches.held', { time: timeOf(cachedAt, Date.now()) }))).toBeDefined()
  })
})
