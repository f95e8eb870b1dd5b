// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AGE_FAULTS, type AgeState } from '#contract/entities/age-check.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { onLine } from '../../ports/page.ts'
import { calendarDayOf, dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { showTimesIn } from '../../testing/zone.ts'
import { AgeScreen } from './age-screen.tsx'

setUpScreens()

const NEEDED: AgeState = {
  state: 'needed',
  due: null,
  passed: null,
  ways: ['provider', 'eu_proof'],
  attempts_left: 3,
  fault: null,
  waiting: false,
}
const REQUEST = {
  id: 'a1',
  // A device whose clock is an hour ahead.
  expires_at: Date.now() - 50 * MINUTE_MS,
  link: 'eudi-openid4vp://a1',
  general_link: 'openid4vp://a1',
  browser: { protocol: 'openid4vp', data: {} },
  sandbox: null,
}
const DUE = Date.UTC(2026, 0, 15, 12)

const open = async (change: Partial<AgeState>): Promise<void> => {
  enterAs(aUser())
  answerCalls({ 'age.get': { ...NEEDED, ...change } })
  await showAt('/age', <AgeScreen />)
  await waitFor(() => expect(screen.queryByText(t('ui.loading'))).toBeNull())
}
const hasText = (text: string): boolean => document.body.textContent.includes(text)
const link = (): string | null => screen.getByRole('link').getAttribute('href')
const proofButton = () => screen.queryByRole<HTMLButtonElement>('button', { name: t('age.euProofGo') })

describe('[GUARD-6] the screen of the age check', () => {
  test('offers the ways of the member’s country, and says what is stored', async () => {
    await open({ ways: ['eu_proof'] })
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      t('age.neededTitle'),
      t('age.euProof'),
      t('age.storedTitle'),
    ])
    expect(hasText(t('age.stored'))).toBe(true)
    expect(proofButton()?.disabled).toBe(false)
  })

  test('says from which day on the check is needed', async () => {
    await open({ state: 'ahead', due: DUE })
    expect(hasText(t('age.ahead', { date: dayOf(DUE) }))).toBe(true)
  })

  test('without a way links to the address of the site’s support', async () => {
    setSite({ support_email: 'help@visavis.test' })
    await open({ ways: [] })
    expect(screen.getByRole('link', { name: 'help@visavis.test' }).getAttribute('href')).toBe(
      'mailto:help@visavis.test',
    )
  })

  test('without attempts left starts no check', async () => {
    await open({ attempts_left: 0 })
    expect(hasText(t('age.noAttempts'))).toBe(true)
    expect(proofButton()?.disabled).toBe(true)
  })

  test.each(AGE_FAULTS)('says why the last attempt ended: %s', async (fault) => {
    await open({ fault })
    expect(screen.getByRole('status').textContent).toBe(t(`age.fault_${fault}`))
  })

  test.each(AGE_FAULTS)(
    'without attempts left says why the last one ended, unless that offers another one: %s',
    async (fault) => {
      await open({ fault, attempts_left: 0 })
      expect(hasText(t(`age.fault_${fault}`))).toBe(fault !== 'abandoned' && fault !== 'failed')
    },
  )

  test('hides the last fault while a new attempt waits', async () => {
    await open({ fault: 'failed', waiting: true })
    expect(hasText(t('age.fault_failed'))).toBe(false)
  })

  test('a passed check says its way and day, refreshes the session and leads to search', async () => {
    enterAs(aUser())
    const asked = answerCalls({
      'age.get': { ...NEEDED, state: 'passed', passed: { way: 'eu_proof', day: '2026-01-15' } },
    })
    await showAt('/age', <AgeScreen />)
    expect(await screen.findByRole('heading', { name: t('age.passedTitle') })).toBeDefined()
    expect(hasText(t('age.passedStored', { way: t('age.euProof'), date: calendarDayOf('2026-01-15') }))).toBe(true)
    expect(link()).toBe('/members')
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('user.get'))
  })

  test('the stored day of a passed check is the same day west of Greenwich', async () => {
    showTimesIn('America/Los_Angeles')
    await open({ state: 'passed', passed: { way: 'eu_proof', day: '2026-01-15' } })
    expect(hasText('January 15, 2026')).toBe(true)
  })

  test.each([
    ['none', 'age.noneTitle', '/members'],
    ['doubt', 'age.doubtTitle', '/notifications#decisions'],
  ] as const)('%s has a screen of its own with a next step', async (state, title, path) => {
    await open({ state })
    expect(screen.getByRole('heading').textContent).toBe(t(title))
    expect(link()).toBe(path)
  })

  test('asks again when the server announces another state', async () => {
    await open({})
    answerCalls({ 'age.get': { ...NEEDED, state: 'doubt' } })
    await act(async () => enterAs(aUser({ age_due: DUE })))
    expect(await screen.findByRole('heading', { name: t('age.doubtTitle') })).toBeDefined()
  })

  test.each([
    ['network_unavailable', 'age.offline'],
    ['server_error', 'error.server_error'],
  ] as const)('[SHELL-20] %s says so, and a tap asks again', async (code, text) => {
    answerCalls({ 'age.get': code })
    await showAt('/age', <AgeScreen />)
    expect(await screen.findByText(t(text))).toBeDefined()
    answerCalls({ 'age.get': NEEDED })
    fireEvent.click(await screen.findByRole('button', { name: t('ui.tryAgain') }))
    expect(await screen.findByRole('heading', { name: t('age.neededTitle') })).toBeDefined()
  })

  test('the code of a proof can be used on a device whose clock is an hour ahead', async () => {
    enterAs(aUser())
    answerCalls({ 'age.get': { ...NEEDED, waiting: true }, 'age.proof': REQUEST })
    await showAt('/age', <AgeScreen />)
    fireEvent.click(await screen.findByRole('button', { name: t('age.euProofGo') }))
    expect(await screen.findByRole('heading', { name: t('age.scanTitle') })).toBeDefined()
    const stop = screen.getByRole('button', { name: t('age.stop') })
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20))) // The timer of an expired code would run within a millisecond.
    expect(hasText(t('age.codeOver'))).toBe(false)
    fireEvent.click(stop)
    expect(screen.queryByRole('heading', { name: t('age.scanTitle') })).toBeNull()
    expect(proofButton()).not.toBeNull()
  })

  test('a check that is stopped asks no more, also when the last answer comes later', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    enterAs(aUser())
    const answers: AgeState = { ...NEEDED, waiting: true }
    answerCalls({ 'age.get': answers, 'age.proof': REQUEST })
    await showAt('/age', <AgeScreen />)
    await act(async () => void fireEvent.click(proofButton() ?? document.body))
    const { promise, resolve } = Promise.withResolvers<Response>()
    const slow = vi.fn<() => Promise<Response>>(() => promise)
    vi.stubGlobal('fetch', slow)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(slow).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: t('age.stop') }))
    await act(async () => resolve(Response.json(answers)))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(slow).toHaveBeenCalledOnce()
  })

  test.each([
    ['server_error', 'error.server_error', true],
    // The end of the request is shown instead.
    ['link_invalid', 'error.link_invalid', false],
  ] as const)(
    'says that the answer of the browser did not arrive (%s), unless the request is over',
    async (code, text, isSaid) => {
      enterAs(aUser())
      vi.stubGlobal('DigitalCredential', { userAgentAllowsProtocol: () => true })
      const get = vi.fn<(options: object) => Promise<object>>(async () => ({ data: { vp_token: { age: 'yes' } } }))
      // The screen calls `get` alone, so the stand-in is no whole container.
      vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as unknown as CredentialsContainer)
      const asked = answerCalls({
        'age.get': { ...NEEDED, waiting: true },
        'age.proof': REQUEST,
        'age.proof_answer': code,
      })
      await showAt('/age', <AgeScreen />)
      fireEvent.click(await screen.findByRole('button', { name: t('age.euProofGo') }))
      const ask = await screen.findByRole('button', { name: t('age.inBrowser') })
      await act(async () => void fireEvent.click(ask))
      await waitFor(() => expect(asked.filter(({ name }) => name === 'age.proof_answer')).toHaveLength(1))
      expect(asked.find(({ name }) => name === 'age.proof_answer')?.body).toEqual({ vp_token: '{"age":"yes"}' })
      await waitFor(() => expect(hasText(t(text))).toBe(isSaid))
    },
  )

  test('leads to the page of the provider, or says why not and can be asked again', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    enterAs(aUser())
    answerCalls({ 'age.get': NEEDED, 'age.provider': 'age_way_closed' })
    await showAt('/age', <AgeScreen />)
    const go = await screen.findByRole('button', { name: t('age.providerGo') })
    await act(async () => void fireEvent.click(go))
    expect(screen.getByRole('alert').textContent).toBe(t('error.age_way_closed'))
    answerCalls({ 'age.provider': { url: 'https://age.test/1' } })
    await act(async () => void fireEvent.click(go))
    expect([assign.mock.calls, screen.queryByRole('alert')]).toEqual([[['https://age.test/1']], null])
  })

  test('offers another request once one has ended without an answer', async () => {
    enterAs(aUser())
    answerCalls({ 'age.get': { ...NEEDED, waiting: true }, 'age.proof': REQUEST })
    await showAt('/age', <AgeScreen />)
    fireEvent.click(await screen.findByRole('button', { name: t('age.euProofGo') }))
    await screen.findByRole('heading', { name: t('age.scanTitle') })
    const asked = answerCalls({ 'age.get': NEEDED, 'age.proof': REQUEST })
    await act(async () => enterAs(aUser({ age_due: DUE })))
    fireEvent.click(await screen.findByRole('button', { name: t('age.euProofGo') }))
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('age.proof'))
  })

  test('[SHELL-20] without a network no check can start', async () => {
    onLine.value = false
    await open({})
    expect(hasText(t('age.offline'))).toBe(true)
    expect(proofButton()?.disabled).toBe(true)
  })
})
