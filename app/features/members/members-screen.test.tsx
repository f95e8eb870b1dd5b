// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { t } from '../../state/i18n.ts'
import { forgetWantedGender, storeWantedGender, wantedGenderOf } from '../../state/wanted-gender.ts'
import { aCard, aDiscountCode, anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { pageTracking } from '../tracking/consent.ts'
import { EVERYONE } from './filter.ts'
import { lastFilter, prefetchSearch, rememberFilter } from './first-search.ts'
import { MembersScreen } from './members-screen.tsx'

setUpScreens()
beforeEach(forgetWantedGender)

const me = aUser()
const unanswered = aUser({ profile: anOwnProfile({ looking_for: null }) })
const open = async (path = '/members'): Promise<AskedCall[]> => {
  const asked = answerCalls({ 'members.search': { results: [aCard()], next: null, pageNumber: 1, limited: false } })
  await showAt(path, <MembersScreen />)
  return asked
}
const searches = (asked: readonly AskedCall[]): Record<string, string>[] =>
  asked
    .filter(({ name }) => name === 'members.search')
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

const sheet = () => screen.queryByRole('dialog', { name: t('members.filter') })
const openSheet = () => fireEvent.click(screen.getByRole('button', { name: t('members.filter') }))

describe('[FIND-1] the search', () => {
  test('begins with the filter that fits the member', async () => {
    enterAs(me)
    expect(searches(await open())).toMatchObject([{ gender: 'female', country: 'IT' }])
    expect(await screen.findByRole('article')).toBeDefined()
  })

  test('begins with the last filter of this member, and not of another', async () => {
    enterAs(me)
    rememberFilter(me.id, { ...EVERYONE, min_age: 40, max_age: 50 })
    expect(searches(await open())).toMatchObject([{ min_age: '40', max_age: '50' }])
  })

  test('follows the address before the last filter', async () => {
    enterAs(me)
    rememberFilter(me.id, { ...EVERYONE, gender: 'male' })
    expect(searches(await open('/members?gender=female&country=DE'))).toMatchObject([
      { gender: 'female', country: 'DE' },
    ])
  })

  test('takes a part of the filter away by its chip, and another filter from the sheet, which closes', async () => {
    enterAs(me)
    const asked = await open('/members?gender=female&country=IT&online=yes')
    fireEvent.click(screen.getByRole('button', { name: t('members.without', { what: t('ui.online') }) }))
    await waitFor(() => expect(searches(asked).at(-1)).not.toHaveProperty('online'))
    fireEvent.click(screen.getByRole('button', { name: t('members.filter') }))
    const sheet = await screen.findByRole('dialog', { name: t('members.filter') })
    fireEvent.click(within(sheet).getByLabelText(t('value.looking_for_male')))
    fireEvent.click(within(sheet).getByRole('button', { name: t('members.apply') }))
    await waitFor(() => expect(searches(asked).at(-1)).toMatchObject({ gender: 'male' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('takes all of the filter away at a tap, and closes the sheet without a change', async () => {
    enterAs(me)
    const asked = await open('/members?gender=female&country=IT&online=yes')
    openSheet()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('ui.close') }))
    expect([sheet(), searches(asked).length]).toEqual([null, 1])
    openSheet()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('members.clear') }))
    expect(sheet()).toBeNull()
    await waitFor(() => expect(searches(asked).at(-1)).not.toHaveProperty('online'))
    expect(searches(asked).at(-1)).not.toHaveProperty('country')
  })

  test('has the filter beside the results as soon as its column gets room', async () => {
    let resize: ((width: number) => void) | undefined
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: (entries: { contentRect: { width: number } }[]) => void) {
          resize = (width) => tell([{ contentRect: { width } }])
        }
        observe(): void {}
        disconnect(): void {}
      },
    )
    enterAs(me)
    const asked = await open('/members?gender=female&country=IT')
    const column = within(screen.getByRole('complementary', { name: t('members.filter') }))
    expect(column.queryByRole('heading')).toBeNull()
    await act(async () => resize?.(320))
    fireEvent.click(column.getByLabelText(t('value.looking_for_male')))
    fireEvent.click(column.getByRole('button', { name: t('members.apply') }))
    await waitFor(() => expect(searches(asked).at(-1)).toMatchObject({ gender: 'male' }))
    fireEvent.click(column.getByRole('button', { name: t('members.clear') }))
    await waitFor(() => expect(searches(asked).at(-1)).not.toHaveProperty('country'))
  })

  test('with few people, leads to the filter', async () => {
    enterAs(me)
    await open('/members?gender=both')
    fireEvent.click(await screen.findByRole('button', { name: t('members.changeFilter') }))
    expect(screen.getByRole('dialog', { name: t('members.filter') })).toBeDefined()
  })

  test('[SHELL-20] says why a search failed, and asks again at a tap', async () => {
    enterAs(me)
    answerCalls({ 'members.search': 'server_error' })
    await showAt('/members', <MembersScreen />)
    const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
    const asked = answerCalls({
      'members.search': { results: [aCard()], next: null, pageNumber: 1, limited: false },
    })
    fireEvent.click(retry)
    expect(searches(asked)).toHaveLength(1)
    expect(await screen.findByRole('article')).toBeDefined()
  })

  test('[ACC-19] shows nobody before the member has answered whom to meet', async () => {
    enterAs(unanswered)
    const asked = await open()
    expect(await screen.findByRole('heading', { name: t('whom.title') })).toBeDefined()
    await prefetchSearch()
    expect(searches(asked)).toEqual([])
    fireEvent.click(screen.getByLabelText(t('value.looking_for_male')))
    fireEvent.click(screen.getByRole('button', { name: t('signup.continue') }))
    expect(await screen.findByRole('article')).toBeDefined()
    expect(searches(asked)).toMatchObject([{ gender: 'male' }])
    expect(place()).toBe('/members?gender=male&country=IT')
    expect(lastFilter(unanswered.id)?.gender).toBe('male')
  })

  test('[ACC-18] an answer given with the consent is not kept on this device as well', async () => {
    enterAs(unanswered)
    const consents = { ...DEFAULT_MEMBER_SETTINGS.consents, sensitive: 1 }
    answerCalls({
      'members.search': { results: [aCard()], next: null, pageNumber: 1, limited: false },
      'consents.put': { settings: { ...DEFAULT_MEMBER_SETTINGS, consents }, profile: unanswered.profile },
      'profile.put': { profile: { ...unanswered.profile, looking_for: 'female' } },
    })
    await showAt('/members', <MembersScreen />)
    fireEvent.click(await screen.findByLabelText(t('value.looking_for_female')))
    fireEvent.click(screen.getByRole('checkbox', { name: t('whom.consent') }))
    fireEvent.click(screen.getByRole('button', { name: t('signup.continue') }))
    await waitFor(() => expect(place()).toBe('/members?gender=female&country=IT'))
    expect(localStorage.getItem('whom')).toBeNull()
    // The profile without an answer, as after the consent was withdrawn.
    expect(wantedGenderOf(unanswered)).toBeNull()
  })

  test('[ACC-19] an answer that only this device has follows the latest filter', async () => {
    enterAs(unanswered)
    storeWantedGender(unanswered.id, 'male')
    await open('/members?gender=male&country=IT&online=1')
    fireEvent.click(screen.getByRole('button', { name: t('members.filter') }))
    fireEvent.click(await screen.findByLabelText(t('value.looking_for_both')))
    fireEvent.click(screen.getByRole('button', { name: t('members.apply') }))
    await waitFor(() => expect(place()).toBe('/members?gender=both&country=IT&online=1'))
    expect(wantedGenderOf(unanswered)).toBe('both')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[FIND-4] [SITE-9] that is closed leads a visitor to signup and login, and opens as soon as the traffic source is stored', async () => {
    const answers: Parameters<typeof answerCalls>[0] = { 'members.search': 'search_closed' }
    answerCalls(answers)
    enterAs(null)
    await showAt('/members', <MembersScreen />)
    expect(await screen.findByText(t('error.search_closed'))).toBeDefined()
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect([ways, screen.queryByRole('button', { name: t('ui.tryAgain') })]).toEqual([['/signup', '/login'], null])
    answers['members.search'] = { results: [aCard()], next: null, pageNumber: 1, limited: false }
    pageTracking.store()
    expect(await screen.findByRole('article')).toBeDefined()
  })

  test.each([
    ['a visitor', 1, null],
    ['a member', 0, me],
  ])('[SITE-13] %s sees below the people the discount of a newcomer this often: %i', async (_, count, viewer) => {
    enterAs(viewer)
    answerCalls({
      'members.search': { results: [aCard()], next: null, pageNumber: 1, limited: false },
      'discountcode.get': {
        discountcode: aDiscountCode({ code: 'WELCOME' }),
        time_bonus: { isVisible: false, ends_at: null },
        price_rises_at: null,
      },
    })
    await showAt('/members', <MembersScreen />)
    await screen.findByRole('article')
    await waitFor(() =>
      expect(screen.queryAllByRole('complementary', { name: t('discount.banner') })).toHaveLength(count),
    )
  })

  test('[FIND-4] a visitor sees people, without the links of members', async () => {
    const asked = await open()
    expect(await screen.findByRole('article')).toBeDefined()
    expect(searches(asked)).toHaveLength(1)
    expect(screen.queryByRole('link', { name: t('members.forYou') })).toBeNull()
  })
})
