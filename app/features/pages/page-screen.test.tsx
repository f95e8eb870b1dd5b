// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CompanyInfo } from '#contract/entities/money.ts'
import { showLocale, t } from '../../state/i18n.ts'
import { fullTitle } from '../../state/page-title.ts'
import { answerCalls, setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { PageScreen } from './page-screen.tsx'

setUpScreens()

const COMPANY: CompanyInfo = {
  name: 'Visavis BV',
  address: 'Keizersgracht 1',
  city: 'Amsterdam',
  country: 'NL',
  kvk: '12345678',
  vat_numbers: ['NL1'],
  tradenames: ['Visavis'],
  support_phone: '',
  delete_discount: false,
  added: 0,
}
const open = () => showAt('/pages/safety', <PageScreen name="safety" />)
const heading = (level: number): Promise<HTMLElement> => screen.findByRole('heading', { level, name: /./ })

afterEach(() => showLocale('en'))

describe('[SHELL-3] a static page', () => {
  test('shows its text with the values of the site, and sets the title of the tab', async () => {
    setSite({ name: 'Tandem' })
    answerCalls({ 'companyinfo.get': { companyinfo: COMPANY } })
    await open()
    expect((await heading(1)).textContent).toBe('Safety centre')
    expect(document.body.textContent).toContain('when you report someone on Tandem.')
    expect(document.body.textContent).not.toContain('{{')
    expect(fullTitle.value).toBe('Safety centre · Tandem')
  })

  test('[DESK-8] scrolls to the numbered rule that the address names', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    answerCalls({ 'companyinfo.get': { companyinfo: COMPANY } })
    await showAt('/pages/ban#no-2', <PageScreen name="ban" />)
    await heading(1)
    const [rule] = scrolled.mock.contexts
    expect(rule instanceof HTMLLIElement && rule.textContent).toMatch(/^Scams\./)
  })

  test('[SITE-2] follows the language', async () => {
    answerCalls({ 'companyinfo.get': { companyinfo: COMPANY } })
    await open()
    const english = (await heading(1)).textContent
    await act(() => showLocale('de'))
    await waitFor(async () => expect((await heading(1)).textContent).not.toBe(english))
  })

  test('[SHELL-20] says why its values did not come, and shows its text after another try', async () => {
    answerCalls({ 'companyinfo.get': 'server_error' })
    await open()
    const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
    const asked = answerCalls({ 'companyinfo.get': { companyinfo: COMPANY } })
    fireEvent.click(retry)
    expect(asked.map(({ name }) => name)).toEqual(['companyinfo.get'])
    expect((await heading(1)).textContent).toBe('Safety centre')
  })

  test('[SHELL-20] shows no text with placeholders while the values are missing', async () => {
    await open()
    await waitFor(() => expect(screen.getByText(t('ui.loading'))).toBeTruthy())
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
