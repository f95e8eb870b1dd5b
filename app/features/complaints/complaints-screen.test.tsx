// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LINK_MAX } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls } from '../../testing/screen-page.tsx'
import { ComplaintsScreen } from './complaints-screen.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const open = (path: string): void => {
  history.replaceState(null, '', path)
  render(<ComplaintsScreen me={aUser()} />)
}
const profileField = () => screen.queryByLabelText<HTMLInputElement>(new RegExp(t('complaints.profile')))

describe('[SITE-10] the form for complaints and notices', () => {
  test('a link that names a profile opens the notice with that profile', () => {
    open('/complaints?profile=7')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: t('complaints.isNotice') }).checked).toBe(true)
    expect(profileField()?.value).toBe('7')
  })

  test.each(['/complaints', '/complaints?profile=', '/complaints?profile=javascript:1'])(
    '%s opens a complaint',
    (path) => {
      open(path)
      expect(profileField()).toBeNull()
    },
  )

  test('a tap on the box asks for what a notice needs, and a second tap for no more than a complaint needs', () => {
    open('/complaints')
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: t('complaints.isNotice') })
    fireEvent.click(box)
    expect([box.checked, profileField() !== null]).toEqual([true, true])
    fireEvent.click(box)
    expect([box.checked, profileField()]).toEqual([false, null])
  })

  test('a notice is sent with its reason and in good faith, and its number is on the screen', async () => {
    const asked = answerCalls({ 'complaints.send': { number: 'N-000007', at: 1 } })
    open('/complaints?profile=7')
    fireEvent.change(screen.getByLabelText(t('report.reason')), { target: { value: 'scam' } })
    fireEvent.change(screen.getByLabelText(new RegExp(t('complaints.text')), { selector: 'textarea' }), {
      target: { value: 'This profile sells gift cards.' },
    })
    fireEvent.click(screen.getByRole('checkbox', { name: t('complaints.goodFaith') }))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('complaints.submit') })))
    expect(asked.find(({ name }) => name === 'complaints.send')?.body).toMatchObject({
      profile: '7',
      reason: 'scam',
      good_faith: true,
      text: 'This profile sells gift cards.',
    })
    expect((await screen.findByRole('status')).textContent).toContain('N-000007')
    vi.unstubAllGlobals()
  })

  test('a link of a profile that is too long is neither cut nor sent, and the field says so', async () => {
    const asked = answerCalls({ 'complaints.send': 'server_error' })
    open('/complaints?profile=7')
    const link = `https://visavis.test/members/7?${'x'.repeat(LINK_MAX)}`
    const field = screen.getByLabelText<HTMLInputElement>(new RegExp(t('complaints.profile')))
    fireEvent.change(field, { target: { value: link } })
    expect(field.maxLength).toBe(-1)
    const reason = screen.getAllByText(t('ui.tooLong', { count: link.length - LINK_MAX }))
    expect(reason.map(({ id }) => id)).not.toEqual([])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('complaints.submit') })))
    expect([asked.map(({ name }) => name), field.value, document.activeElement]).toEqual([[], link, field])
    vi.unstubAllGlobals()
  })

  test('a text that was begun is there after a reload, with the member’s name and mail', () => {
    open('/complaints')
    const field = screen.getByLabelText<HTMLTextAreaElement>(new RegExp(t('complaints.text')), { selector: 'textarea' })
    fireEvent.change(field, { target: { value: 'It does not work.' } })
    cleanup()
    open('/complaints')
    expect(
      screen.getByLabelText<HTMLTextAreaElement>(new RegExp(t('complaints.text')), { selector: 'textarea' }).value,
    ).toBe('It does not work.')
    expect(screen.getByLabelText<HTMLInputElement>(new RegExp(t('login.email'))).value).toBe(aUser().email)
  })
})
