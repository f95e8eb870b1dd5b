// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SMS_RESEND_MS } from '#contract/limits.ts'
import { onLine } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { startSession } from '../../state/session.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { aPayment, aPriceList, PAYMENT_ID } from '../credits/testing.ts'
import { DEBIT_KEY } from '../credits/purchase-storage.ts'
import { DirectDebitScreen } from './directdebit-screen.tsx'

setUpScreens()

const me = aUser()
beforeEach(() => enterAs(me))
afterEach(() => {
  vi.useRealTimers()
})

const PAYER = {
  account_holder: 'Anna Bianchi',
  street: 'Via Roma',
  house_number: '1',
  zip: '00184',
  city: 'Roma',
  phone: '+39 333 1234567',
}
const SENT = {
  package: '40',
  credits: 40,
  price: 1_999,
  currency: 'EUR',
  code: null,
  phone: '+39 •••• 4567',
  iban: 'IT60 •••• 3456',
  mandate: 'V-1',
  at: 0,
}
const IBAN = 'IT60X0542811101000000123456'
const STARTED = { directdebit: PAYMENT_ID, phone: SENT.phone, iban: SENT.iban, mandate: SENT.mandate }

const open = (
  answers: Parameters<typeof answerCalls>[0],
  path = '/credits/directdebit?package=40',
): Promise<AskedCall[]> => {
  const asked = answerCalls({ 'packages.get': aPriceList(), ...answers })
  return showAt(path, <DirectDebitScreen me={me} />).then(() => asked)
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (name: string, value: string): void => {
  const field = document.querySelector(`[name=${name}]`)
  if (!field) throw new Error(`no field ${name}`)
  fireEvent.change(field, { target: { value } })
}
const fillAndSend = async (): Promise<void> => {
  await screen.findByRole('button', { name: t('directdebit.sendCode') })
  for (const [name, value] of Object.entries({ ...PAYER, iban: IBAN })) type(name, value)
  await press(t('directdebit.sendCode'))
}
const codeStep = () => screen.findByRole('heading', { name: t('directdebit.codeTitle') })
const confirm = () => press(t('directdebit.confirm', { price: '€19.99' }))
/** The step of the code, as after a reload in the middle of it. */
const atCode = (): void =>
  sessionStorage.setItem(DEBIT_KEY, JSON.stringify({ id: PAYMENT_ID, payer: PAYER, sent: SENT }))

test('[SHELL-20] a mandate whose creditor could not be loaded says so, with a retry, instead of a sentence with a gap', async () => {
  await open({ 'companyinfo.get': 'server_error' })
  expect(await screen.findByText(t('error.server_error'))).toBeDefined()
  expect(document.body.textContent).not.toMatch(/authorise\s+to debit/)
  expect(await screen.findByRole('button', { name: t('ui.tryAgain') })).toBeDefined()

  const asked = answerCalls({})
  fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
  expect(asked.map(({ name }) => name)).toEqual(['companyinfo.get'])
})

test('[PAY-10] the IBAN is written in groups of four capitals while it is typed', async () => {
  await open({})
  const iban = await screen.findByLabelText<HTMLInputElement>(t('directdebit.iban'))
  fireEvent.input(iban, { target: { value: 'de8937040044' } })
  expect(iban.value).toBe('DE89 3704 0044')
  fireEvent.input(iban, { target: { value: 'DE893704004' }, isComposing: true })
  expect(iban.value, 'a keyboard composes it').toBe('DE893704004')
  fireEvent.compositionEnd(iban)
  expect(iban.value).toBe('DE89 3704 004')
  iban.value = 'DE893704 004'
  iban.setSelectionRange(4, 4)
  fireEvent.input(iban, { inputType: 'deleteContentForward' })
  expect([iban.value, iban.selectionStart], 'Delete passes the blank').toEqual(['DE89 3704 004', 5])
})

describe('[PAY-10] payment by direct debit', () => {
  test('sends the form of the package in the address, and asks for the code of the SMS', async () => {
    const asked = await open({ 'directdebit.start': STARTED })
    await fillAndSend()
    expect(await codeStep()).toBeDefined()
    expect(asked.find(({ name }) => name === 'directdebit.start')).toMatchObject({
      body: { ...PAYER, iban: IBAN, package: '40', price: 1_999, currency: 'EUR' },
    })
  })

  test('a blocked account is an error of the IBAN, with a link to another method, and nothing typed is lost', async () => {
    await open({ 'directdebit.start': 'iban_blocked' })
    await fillAndSend()
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('iban'))
    expect(screen.getByText(t('error.iban_blocked'))).toBeDefined()
    expect(document.querySelector<HTMLInputElement>('[name=street]')?.value).toBe(PAYER.street)
    expect(document.querySelector<HTMLInputElement>('[name=iban]')?.value.replaceAll(' ', '')).toBe(IBAN)
    expect(screen.getByRole('link', { name: t('pay.otherMethod') }).getAttribute('href')).toBe('/credits/40')
    answerCalls({ 'packages.get': aPriceList(), 'directdebit.start': STARTED })
    await press(t('directdebit.sendCode'))
    expect(await codeStep()).toBeDefined()
  })

  test('[SHELL-20] without a network nothing can be sent, and nothing typed is lost', async () => {
    const asked = await open({})
    await screen.findByRole('button', { name: t('directdebit.sendCode') })
    type('city', PAYER.city)
    await act(async () => {
      onLine.value = false
    })
    expect(screen.getByText(t('pay.needsNetwork'))).toBeDefined()
    expect(screen.getByRole('button', { name: t('directdebit.sendCode') }).getAttribute('aria-disabled')).toBe('true')
    await press(t('directdebit.sendCode'))
    await act(async () => {
      onLine.value = true
    })
    expect(document.querySelector<HTMLInputElement>('[name=city]')?.value).toBe(PAYER.city)
    expect(asked.map(({ name }) => name)).not.toContain('directdebit.start')
  })

  test('leads back from the code to the form, with all but the IBAN', async () => {
    await open({ 'directdebit.start': STARTED })
    await fillAndSend()
    await codeStep()
    await press(t('directdebit.change'))
    expect(document.querySelector<HTMLInputElement>('[name=street]')?.value).toBe(PAYER.street)
  })

  test('keeps what was typed over a reload in this tab, also before it is sent', async () => {
    await open({})
    await screen.findByRole('button', { name: t('directdebit.sendCode') })
    type('street', PAYER.street)
    cleanup()
    await open({})
    await screen.findByRole('button', { name: t('directdebit.sendCode') })
    expect(document.querySelector<HTMLInputElement>('[name=street]')?.value).toBe(PAYER.street)
  })

  test('keeps the step over a reload in this tab, but never the IBAN', async () => {
    await open({ 'directdebit.start': STARTED })
    await fillAndSend()
    await codeStep()
    expect(sessionStorage.getItem(DEBIT_KEY)).not.toContain(IBAN)
    cleanup()
    await open({})
    expect(await codeStep()).toBeDefined()
  })

  test('a confirmed code leads to the payment, and drops the form', async () => {
    atCode()
    const asked = await open({ 'directdebit.confirm': { payment: aPayment() } })
    expect(screen.getByText(t('pay.beginAtOnce'))).toBeDefined()
    type('sms_code', '12 34 56')
    await confirm()
    await vi.waitFor(() => expect(place()).toBe(`/credits/40/directdebit?payment=${PAYMENT_ID}`))
    expect(asked.find(({ name }) => name === 'directdebit.confirm')?.body).toMatchObject({
      directdebit: PAYMENT_ID,
      sms_code: '123456',
    })
    expect(sessionStorage.getItem(DEBIT_KEY)).toBeNull()
  })

  test('the whole SMS can be pasted: its code is sent', async () => {
    atCode()
    const asked = await open({ 'directdebit.confirm': { payment: aPayment() } })
    const field = await screen.findByLabelText<HTMLInputElement>(t('directdebit.code'))
    expect(field.maxLength, 'the browser cuts the SMS').toBe(-1)
    type('sms_code', 'Visavis: 123456 is your code. It is valid for 10 minutes. @visavis.test #123456')
    await confirm()
    await vi.waitFor(() =>
      expect(asked.find(({ name }) => name === 'directdebit.confirm')?.body).toMatchObject({ sms_code: '123456' }),
    )
  })

  test('a payment that was stored but could not be sent leads to its own page, which says so', async () => {
    atCode()
    await open({ 'directdebit.confirm': 'payment_unavailable' })
    type('sms_code', '123456')
    await confirm()
    await vi.waitFor(() => expect(place()).toBe(`/credits/40/directdebit?payment=${PAYMENT_ID}`))
  })

  test('a refusal that is not about the code stays in the step, and is said', async () => {
    atCode()
    await open({ 'directdebit.confirm': 'server_error' })
    type('sms_code', '123456')
    await confirm()
    expect(await screen.findByText(t('error.server_error'))).toBeDefined()
    expect(place()).toBe('/credits/directdebit?package=40')
  })

  test('a wrong code is an error of its field, and the step stays', async () => {
    atCode()
    await open({ 'directdebit.confirm': 'sms_code_invalid' })
    type('sms_code', '1')
    await confirm()
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('sms_code'))
    expect(screen.getByText(t('error.sms_code_invalid'))).toBeDefined()
    expect(place()).toBe('/credits/directdebit?package=40')
  })

  test.each(['link_invalid', 'not_found'] as const)(
    'a code that is no longer valid (%s) says so at its field',
    async (error) => {
      atCode()
      await open({ 'directdebit.confirm': error })
      type('sms_code', '123456')
      await confirm()
      const field = await screen.findByLabelText(t('directdebit.code'))
      await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
      expect(screen.getByText(t('directdebit.codeDead'))).toBeDefined()
      expect(screen.queryByRole('alert'), 'the form has no second reason').toBeNull()
    },
  )

  test('another code that could not be sent says why, and stays possible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open({ 'directdebit.start': STARTED })
    await fillAndSend()
    await codeStep()
    expect(screen.queryByRole('button', { name: t('directdebit.resend') }), 'not within a minute').toBeNull()
    vi.setSystemTime(Date.now() + SMS_RESEND_MS)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    answerCalls({ 'packages.get': aPriceList(), 'directdebit.start': 'server_error' })
    await press(t('directdebit.resend'))
    expect((await screen.findByRole('alert')).textContent).toContain(t('error.server_error'))
    expect(screen.queryByText(t('directdebit.resent'))).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('directdebit.resend') }).disabled).toBe(false)
  })

  test('[SHELL-20] without a network the code is not sent, and the button says so', async () => {
    atCode()
    const asked = await open({})
    await codeStep()
    const buy = screen.getByRole('button', { name: t('directdebit.confirm', { price: '€19.99' }) })
    expect(buy.hasAttribute('aria-disabled')).toBe(false)
    await act(async () => {
      onLine.value = false
    })
    expect(buy.getAttribute('aria-disabled')).toBe('true')
    type('sms_code', '123456')
    await act(async () => void fireEvent.click(buy))
    expect(asked.map(({ name }) => name)).not.toContain('directdebit.confirm')
  })

  test('the same form can be sent again for another code, as the same payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked = await open({ 'directdebit.start': STARTED })
    await fillAndSend()
    await codeStep()
    vi.setSystemTime(Date.now() + SMS_RESEND_MS)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await press(t('directdebit.resend'))
    expect(await screen.findByText(t('directdebit.resent'))).toBeDefined()
    const [first, second, ...more] = asked.filter(({ name }) => name === 'directdebit.start')
    expect(second?.body).toEqual(first?.body)
    expect(more).toEqual([])
  })

  test('after a reload another code needs the form again, because the IBAN is gone', async () => {
    atCode()
    await open({})
    await codeStep()
    await press(t('directdebit.resend'))
    expect(await screen.findByRole('button', { name: t('directdebit.sendCode') })).toBeDefined()
    expect(document.querySelector<HTMLInputElement>('[name=street]')?.value).toBe(PAYER.street)
    expect(document.querySelector<HTMLInputElement>('[name=iban]')?.value).toBe('')
  })

  test('[PAY-4] a price list without direct debit leads to another method', async () => {
    await open({ 'packages.get': aPriceList({ methods: ['paypal'] }) })
    expect(await screen.findByText(t('error.method_unavailable'))).toBeDefined()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/credits/40')
  })

  test('[PAY-13] price, credits and disclosure are above the button that sends the code', async () => {
    await open({})
    await screen.findByRole('button', { name: t('directdebit.sendCode') })
    const words = document.body.textContent
    for (const before of [t('credits.count', { count: 40 }), '€19.99', t('credits.fictionalText')]) {
      expect(words).toContain(before)
      expect(words.indexOf(before)).toBeLessThan(words.indexOf(t('directdebit.lead')))
    }
  })

  test('[PAY-13] so they are again above the button that buys, where a reload may have led', async () => {
    atCode()
    await open({})
    const words = document.body.textContent
    for (const before of [t('credits.count', { count: 40 }), '€19.99', t('credits.fictionalText')]) {
      expect(words).toContain(before)
      expect(words.indexOf(before)).toBeLessThan(words.indexOf(t('pay.beginAtOnce')))
    }
  })

  test('[PAY-13] without prices there is nothing to send, but the disclosure is shown', async () => {
    await open({ 'packages.get': 'network_unavailable' })
    expect(await screen.findByText(t('credits.offline'))).toBeDefined()
    expect(screen.getByText(t('credits.fictionalTitle'))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('directdebit.sendCode') })).toBeNull()
  })
})

test('[PWA-11] a form that another member began in a tab, which then slept, is not shown', async () => {
  sessionStorage.setItem(DEBIT_KEY, JSON.stringify({ id: PAYMENT_ID, payer: PAYER, sent: null }))
  sessionStorage.setItem('member-of-tab', `#${me.id + 1}`)
  startSession()
  await open({})
  await screen.findByRole('button', { name: t('directdebit.sendCode') })
  expect(screen.queryByDisplayValue(PAYER.account_holder)).toBeNull()
  expect(sessionStorage.getItem(DEBIT_KEY)).toBeNull()
})
