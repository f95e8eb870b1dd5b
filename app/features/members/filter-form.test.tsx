// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { anOwnProfile, aUser } from '../../testing/factories.ts'
import { EVERYONE, type SearchFilter } from './filter.ts'
import { countText } from './use-count.ts'
import { savedFilters } from './saved-filters.ts'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
  putAnswer(
    'regions.get',
    {},
    {
      countries: [
        { country: 'IT', regions: [{ id: 'IT-62', name: 'Lazio', cities: [] }] },
        { country: 'DE', regions: [{ id: 'DE-BE', name: 'Berlin', cities: [] }] },
      ],
    },
  )
})
afterEach(cleanup)

const show = (filter: SearchFilter = EVERYONE) => {
  const onApply = vi.fn<(filter: SearchFilter) => void>()
  const onClear = vi.fn<() => void>()
  // Each drawing of the screen reads the filter anew from the address.
  const form = () => <FilterForm filter={{ ...filter }} onApply={onApply} onClear={onClear} />
  const { rerender } = render(form())
  return { onApply, onClear, drawAgain: () => rerender(form()) }
}
const choose = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const valueOf = (label: string): string => screen.getByLabelText<HTMLSelectElement>(label).value
/** The words on the button that applies the filter. */
const submit = (): string => document.querySelector('[type="submit"]')?.textContent ?? ''
const apply = (): void => {
  fireEvent.click(screen.getByRole('button', { name: t('members.apply') }))
}

describe('[FIND-1] the filter form', () => {
  test('applies nothing before its button', () => {
    const { onApply } = show()
    fireEvent.click(screen.getByLabelText(t('value.looking_for_female')))
    choose(t('members.ageFrom'), '30')
    expect(onApply).not.toHaveBeenCalled()
    apply()
    expect(onApply.mock.calls).toEqual([[{ ...EVERYONE, gender: 'female', min_age: 30 }]])
  })

  test('neither thumb of the ages passes the other', () => {
    const { onApply } = show()
    choose(t('members.ageTo'), '40')
    choose(t('members.ageFrom'), '50')
    expect(valueOf(t('members.ageFrom'))).toBe('40')
    choose(t('members.ageFrom'), '30')
    choose(t('members.ageTo'), '20')
    apply()
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ min_age: 30, max_age: 30 })
  })

  test('says how many people a filter finds before it is applied, and no number without an answer', async () => {
    let count = { count: 47, more: false }
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return Response.json(count)
    })
    putAnswer('user.get', {}, { user: aUser(), counts: null })
    const { drawAgain } = show()
    expect(submit()).toBe(t('members.apply'))
    await vi.waitFor(() => expect(submit()).toBe(t('members.showCount', { count: 47 })))
    drawAgain()
    expect(screen.getByRole('status').textContent).toBe('')
    count = { count: 500, more: true }
    choose(t('members.ageFrom'), '30')
    choose(t('members.ageFrom'), '31')
    expect(submit()).toBe(t('members.apply'))
    await vi.waitFor(() => expect(submit()).toBe(t('members.showMore', { count: 500 })))
    expect(screen.getByRole('status').textContent).toBe(countText(count))
    // A moving thumb asks once.
    expect(asked.filter((url) => url.includes('min_age'))).toEqual(['/api/members-count?min_age=31'])
    putAnswer('user.get', {}, { user: null, counts: null })
    vi.unstubAllGlobals()
  })

  test('[FIND-1] says that the highest age means that age and older', () => {
    show({ ...EVERYONE, min_age: 60 })
    expect(screen.getAllByText(t('members.agesShort', { min: 60, max: '99+' }))).not.toEqual([])
    expect(screen.getByRole('slider', { name: t('members.ageTo') }).getAttribute('aria-valuetext')).toBe('99+')
  })

  test('saves a filter for this member, fills the form from it, and removes it', () => {
    putAnswer('user.get', {}, { user: aUser(), counts: null })
    const { onApply } = show({ ...EVERYONE, gender: 'female', min_age: 30, max_age: 40 })
    fireEvent.click(screen.getByRole('button', { name: t('members.saveFilter') }))
    fireEvent.click(screen.getByLabelText(t('value.looking_for_male')))
    const name = `${t('value.looking_for_female')}, ${t('members.agesShort', { min: 30, max: 40 })}`
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.click(screen.getByRole('button', { name: t('members.apply') }))
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ gender: 'female', min_age: 30, max_age: 40 })
    expect(savedFilters(1)).toHaveLength(1)
    expect(savedFilters(2)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: t('members.forgetFilter', { what: name }) }))
    expect(savedFilters(1)).toEqual([])
    putAnswer('user.get', {}, { user: null, counts: null })
  })

  test('a saved filter can have a name, which its chip shows, and a filter saved by an older version has none', () => {
    putAnswer('user.get', {}, { user: aUser(), counts: null })
    show({ ...EVERYONE, gender: 'female' })
    expect(screen.queryByLabelText(t('members.filterName'))).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: t('members.saveFilter') }))
    const name = 'Weekend | più vicino'
    fireEvent.change(screen.getByLabelText(t('members.filterName')), { target: { value: name } })
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    cleanup()
    show({ ...EVERYONE, gender: 'male' })
    fireEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByLabelText<HTMLInputElement>(t('members.filterName')).value).toBe(name)
    expect(savedFilters(1)).toEqual([{ filter: { ...EVERYONE, gender: 'female' }, name }])
    const longer = `${name}, where I am on holiday`
    fireEvent.change(screen.getByLabelText(t('members.filterName')), { target: { value: longer } })
    expect(screen.getAllByText(t('ui.tooLong', { count: longer.length - 24 }))).not.toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>(t('members.filterName')).value).toBe(longer)
    expect(savedFilters(1), 'a name that is too long is not saved').toMatchObject([{ name }])
    fireEvent.change(screen.getByLabelText(t('members.filterName')), { target: { value: '\u200b' } })
    expect(screen.getByRole('button', { name: t('value.looking_for_female') }), 'nobody sees such a name').toBeDefined()
    fireEvent.click(screen.getByLabelText(t('value.looking_for_male')))
    fireEvent.click(screen.getByRole('button', { name: t('members.saveFilter') }))
    expect(screen.getByLabelText<HTMLInputElement>(t('members.filterName')).value).toBe('')
    fireEvent.change(screen.getByLabelText(t('members.filterName')), { target: { value: 'Men' } })
    fireEvent.click(screen.getByRole('button', { name: t('value.looking_for_female') }))
    const shown = screen.getByLabelText<HTMLInputElement>(t('members.filterName')).value
    expect(shown, 'the name of another filter').not.toBe('Men')
    localStorage.setItem('saved-filters', '1 gender=male')
    expect(savedFilters(1)).toEqual([{ filter: { ...EVERYONE, gender: 'male' }, name: '' }])
    localStorage.clear()
    putAnswer('user.get', {}, { user: null, counts: null })
  })

  test('[PROF-13] a distance replaces country and region; online and photo are switches', () => {
    putAnswer('user.get', {}, { user: aUser({ profile: anOwnProfile({ city_id: 'IT-25/milano' }) }), counts: null })
    const { onApply } = show()
    fireEvent.click(screen.getByRole('radio', { name: '25 km' }))
    expect(screen.queryByLabelText(t('members.country'))).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: t('ui.online') }))
    fireEvent.click(screen.getByRole('switch', { name: t('members.withPhoto') }))
    apply()
    expect(onApply.mock.lastCall?.[0]).toEqual({ ...EVERYONE, distance: '25', online: true, photo: true })
    fireEvent.click(screen.getByRole('radio', { name: t('members.byPlace') }))
    expect(screen.getByLabelText(t('members.country'))).toBeTruthy()
    putAnswer('user.get', {}, { user: null, counts: null })
  })

  test('[PROF-13] without a city the form offers to add one instead of a distance; a visitor sees neither', () => {
    show()
    expect(screen.queryByText(t('members.distance'))).toBeNull()
    cleanup()
    putAnswer('user.get', {}, { user: aUser({ profile: anOwnProfile({ city_id: null }) }), counts: null })
    show()
    expect(screen.queryByRole('radio', { name: t('members.distanceCity') })).toBeNull()
    expect(screen.getByRole('link', { name: t('members.addCity') })).toBeTruthy()
    putAnswer('user.get', {}, { user: null, counts: null })
  })

  test('another country drops the region, and a region needs a country', () => {
    const { onApply } = show({ ...EVERYONE, country: 'IT', countryregion: 'IT-62' })
    expect(valueOf(t('members.region'))).toBe('IT-62')
    choose(t('members.country'), 'DE')
    expect(valueOf(t('members.region'))).toBe('')
    choose(t('members.country'), '')
    expect(screen.getByLabelText<HTMLSelectElement>(t('members.region')).disabled).toBe(true)
    apply()
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ country: '', countryregion: '' })
  })

  test('the other button clears', () => {
    const { onApply, onClear } = show()
    fireEvent.click(screen.getByRole('button', { name: t('members.clear') }))
    expect(onClear).toHaveBeenCalledOnce()
    expect(onApply).not.toHaveBeenCalled()
  })
})

test('[FIND-1] each chip takes its own part of the filter away, and the first opens the form', () => {
  const filter = { ...EVERYONE, gender: 'female', min_age: 30, country: 'IT', online: true, photo: true } as const
  const onApply = vi.fn<(filter: SearchFilter) => void>()
  const onOpen = vi.fn<() => void>()
  render(<FilterChips filter={filter} onOpen={onOpen} onApply={onApply} />)
  fireEvent.click(screen.getByRole('button', { name: t('members.filter') }))
  expect([onOpen.mock.calls.length, onApply.mock.calls.length]).toEqual([1, 0])
  const parts: Partial<SearchFilter>[] = [
    { gender: 'both' },
    { min_age: EVERYONE.min_age },
    { country: '' },
    { online: false },
    { photo: false },
  ]
  for (const chip of screen.getAllByRole('button').slice(1)) fireEvent.click(chip)
  expect(onApply.mock.calls).toEqual(parts.map((part) => [{ ...filter, ...part }]))
})

test('[FIND-1] a chosen country offers its regions, and a chosen region is applied with it', () => {
  const { onApply } = show()
  choose(t('members.country'), 'IT')
  choose(t('members.region'), 'IT-62')
  apply()
  expect(onApply.mock.lastCall?.[0]).toMatchObject({ country: 'IT', countryregion: 'IT-62' })
})
