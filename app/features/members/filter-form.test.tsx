// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { FilterForm } from './filter-form.tsx'
import { EVERYONE, type SearchFilter } from './filter.ts'

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
  act(() => void render(<FilterForm filter={filter} onApply={onApply} onClear={onClear} />))
  return { onApply, onClear }
}
const choose = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const valueOf = (label: string): string => screen.getByLabelText<HTMLSelectElement>(label).value
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

  test('puts two ages in order', () => {
    const { onApply } = show()
    choose(t('members.ageFrom'), '50')
    choose(t('members.ageTo'), '40')
    apply()
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ min_age: 40, max_age: 50 })
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
