// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { answerCalls, setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { PlaceSearch, type FoundCity } from './place-search.tsx'

setUpScreens()

const PLACES = {
  countries: [
    {
      country: 'IT',
      regions: [
        {
          id: 'IT-45',
          name: 'Emilia-Romagna',
          cities: [
            { id: 'IT-45/bologna', name: 'Bologna' },
            { id: 'IT-45/bobbio', name: 'Bobbio' },
            { id: 'IT-45/borgo', name: 'Borgo Val di Taro' },
          ],
        },
      ],
    },
  ],
}
const onChange = vi.fn<(city: FoundCity | null) => void>()
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const offered = () => screen.queryAllByRole('option')
const chosen = () => onChange.mock.lastCall?.[0]?.city

// First, because the places stay once they came.
test('[SHELL-20] the search for a city says that no places came, and asks again at a tap', async () => {
  answerCalls({ 'regions.get': 'server_error' })
  await showAt('/signup', <PlaceSearch chosen={null} error={null} onChange={onChange} />)
  const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
  const asked = answerCalls({ 'regions.get': PLACES })
  fireEvent.click(retry)
  expect(asked.map(({ name }) => name)).toEqual(['regions.get'])
  expect(await screen.findByRole('combobox')).toBeDefined()
})

describe('[PROF-7] the search for a city', () => {
  beforeEach(async () => {
    onChange.mockClear()
    setSite({ geoip_country: 'IT' })
    putAnswer('regions.get', {}, PLACES)
    await showAt('/signup', <PlaceSearch chosen={null} error={null} onChange={onChange} />)
  })

  test('offers the cities that begin with the typed words, and takes the tapped one', () => {
    expect(offered()).toEqual([])
    type('bo')
    expect(offered()).toHaveLength(3)
    const [first] = offered()
    fireEvent.click(first ?? field())
    expect(field().value).toBe(onChange.mock.lastCall?.[0]?.name)
    expect(offered()).toEqual([])
  })

  test('[SHELL-19] Enter and the arrows of an input method that is choosing a word take no city', () => {
    type('bo')
    fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(offered().map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false'])
    expect(chosen()).toBeUndefined()
    // Safari says it by the code of the key alone.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(chosen()).toBeUndefined()
  })

  test('[SHELL-19] the arrows choose, Enter takes, and Escape closes the list alone', () => {
    type('bo')
    const names = offered().map((option) => option.querySelector('b')?.textContent)
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    expect(offered().map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(field().value).toBe(names[2])
    expect(chosen()).toBeDefined()
    type('bol')
    expect(offered()).toHaveLength(1)
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(offered()).toEqual([])
  })

  test('closes its list when the focus leaves', () => {
    type('bo')
    fireEvent.blur(field())
    expect(offered()).toEqual([])
  })
})

test('[PROF-7] a chosen city is dropped as soon as the field says something else', async () => {
  onChange.mockClear()
  putAnswer('regions.get', {}, PLACES)
  const bologna = { country: 'IT', countryregion: 'IT-45', city: 'IT-45/bologna', name: 'Bologna' }
  await showAt('/signup', <PlaceSearch chosen={bologna} error={null} onChange={onChange} />)
  type('')
  expect(onChange.mock.calls).toEqual([[null]])
})
