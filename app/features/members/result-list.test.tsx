// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { AGE_MIN } from '#contract/limits.ts'
import { timeOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aCard } from '../../testing/factories.ts'
import { markupOf } from '../../shell/take-snapshot.ts'
import { EVERYONE, type SearchFilter } from './filter.ts'
import { ResultList } from './result-list.tsx'
import type { Results } from './results.ts'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
beforeEach(() => {
  putAnswer('settings.get', {}, { settings: DEFAULT_SETTINGS, domain_language: 'en' })
})
afterEach(cleanup)

const nothing = async (): Promise<void> => {}

const people = (count: number) => Array.from({ length: count }, (_, index) => aCard({ id: index + 2 }))
const found = (over: Partial<Results> = {}): Results => ({
  people: people(4),
  next: null,
  loading: false,
  loadingMore: false,
  error: null,
  moreError: null,
  cachedAt: null,
  limited: false,
  more: nothing,
  prefetch: nothing,
  refresh: nothing,
  ...over,
})
const list = (results = found()) => (
  <ResultList results={results} filter={EVERYONE} onApply={() => {}} onFilter={() => {}} />
)
test('[FIND-2] an answer with a changed fact of one card changes that card', () => {
  const { rerender } = render(list())
  const [first = aCard(), ...others] = people(4)
  rerender(list(found({ people: [{ ...first, name: 'Somebody new' }, ...others] })))
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Somebody new')
})

test('[FIND-4] a visitor of a limited search reads that there is more for members, with the ways there', () => {
  putAnswer('user.get', {}, { user: null, counts: null })
  const { rerender } = render(list())
  expect(screen.queryByText(t('members.limitedText'))).toBeNull()
  rerender(list(found({ limited: true })))
  expect(screen.getByText(t('members.limitedText'))).toBeTruthy()
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(paths.slice(-2)).toEqual(['/signup', '/login'])
})

const widerButtons = () =>
  [t('members.searchAllAges'), t('members.searchEverywhere')].map((name) => screen.queryByRole('button', { name }))

test('[FIND-8] too few people say how many there are, and a button each makes the search wider; enough people show none', () => {
  const filter = { ...EVERYONE, country: 'IT', min_age: 30 }
  const onApply = vi.fn<(wider: typeof filter) => void>()
  const show = (count: number) =>
    render(
      <ResultList results={found({ people: people(count) })} filter={filter} onApply={onApply} onFilter={() => {}} />,
    )
  show(5)
  expect(screen.getByText(t('members.foundIn', { count: 5, place: 'Italy' }))).toBeDefined()
  expect(screen.getByText(t('members.neverWider'))).toBeDefined()
  expect(onApply).not.toHaveBeenCalled()
  for (const button of widerButtons()) button?.click()
  expect(onApply.mock.calls).toEqual([[{ ...filter, min_age: AGE_MIN }], [{ ...filter, country: '' }]])
  cleanup()
  show(6)
  expect(widerButtons()).toEqual([null, null])
})

test('[FIND-7] [SHELL-20] the age of an old answer is in the line that every list has, so no card moves', () => {
  const cachedAt = Date.now() - 3_600_000
  const { container, rerender } = render(list())
  const elements = () => [...container.children].map(({ localName }) => localName)
  const before = elements()
  rerender(list(found({ cachedAt })))
  expect(screen.getByText(t('members.heldFrom', { time: timeOf(cachedAt, Date.now()) }))).toBeTruthy()
  expect(elements()).toEqual(before)
})

test('[PWA-17] [FIND-7] the age of an old answer with nobody in it is left out of the stored markup, where no list follows', () => {
  const cachedAt = Date.now() - 3_600_000
  const { container } = render(list(found({ people: [], cachedAt })))
  expect(screen.getByText(t('members.heldFrom', { time: timeOf(cachedAt, Date.now()) }))).toBeTruthy()
  expect(markupOf(container).html).not.toContain(t('members.order'))
})

const titles = () =>
  [screen.getAllByRole('status')[0], screen.getByRole('heading')].map((element) => element?.textContent)

test('[FIND-7] people of the device alone are counted as such: the site may have others', () => {
  const { rerender } = render(list(found({ people: [], cachedAt: Date.now() })))
  expect(titles()).toEqual(['No one found on this device', 'No one found on this device'])
  expect(screen.getByText(t('members.heldMore'))).toBeTruthy()
  rerender(list(found({ people: people(2), cachedAt: Date.now() })))
  expect(titles()).toEqual(['2 people found on this device', '2 people found on this device'])
  rerender(list(found({ people: people(2) })))
  expect(titles()).toEqual(['2 people', '2 people'])
})

test('[SHELL-19] a screen reader hears how many people a changed filter finds, also that there is nobody', () => {
  const { rerender } = render(list())
  const outcome = screen.getAllByRole('status')[0]
  expect(outcome?.textContent).toBe('4 people')
  rerender(list(found({ people: null, loading: true })))
  rerender(list(found({ people: [] })))
  expect(screen.getAllByRole('status')[0], 'the same element, which it listens to').toBe(outcome)
  expect(outcome?.textContent).toBe('No one so far')
  rerender(list(found({ next: '2' })))
  expect(outcome?.textContent, 'the order is no news while the server counts').toBe('')
})

test('[SHELL-20] placeholders have the line of the order above them, as the people who come have', () => {
  const { container } = render(list(found({ people: null, loading: true })))
  expect(container.querySelector('.small.muted')?.textContent).toBe(t('members.order'))
})

test('[FIND-8] each offer of a wider search applies its own filter, and without one the filter opens', () => {
  const onApply = vi.fn<(filter: SearchFilter) => void>()
  const onFilter = vi.fn<() => void>()
  const show = (filter: SearchFilter) => (
    <ResultList results={found({ people: [] })} filter={filter} onApply={onApply} onFilter={onFilter} />
  )
  const { rerender } = render(show({ ...EVERYONE, online: true, photo: true }))
  fireEvent.click(screen.getByRole('button', { name: t('members.searchNotOnline') }))
  expect(onApply.mock.lastCall?.[0]).toMatchObject({ online: false, photo: true })
  fireEvent.click(screen.getByRole('button', { name: t('members.searchNoPhoto') }))
  expect(onApply.mock.lastCall?.[0]).toMatchObject({ online: true, photo: false })
  rerender(show(EVERYONE))
  fireEvent.click(screen.getByRole('button', { name: t('members.changeFilter') }))
  expect(onFilter).toHaveBeenCalledOnce()
})
