import { expect, test, vi } from 'vitest'
import { ACTIVATION_STEPS } from '#contract/activation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { streamCall } from '../ports/api-stream.ts'
import { withEnd, withProgress, type Activation } from './activation-steps.ts'
import { activation, NOT_ASKED, sendActivation } from './activation.ts'

vi.mock('../ports/api-stream.ts', () => ({ streamCall: vi.fn() }))

const busy: Activation = { ...NOT_ASKED, busy: true }
const after = (...lines: unknown[]): Activation => lines.reduce<Activation>(withProgress, busy)
const allSteps = ACTIVATION_STEPS.flatMap((step) => [
  { state: 'begun', step },
  { state: 'done', step },
])

test('[ACC-7] the four steps are shown as the server reports them, and none before', () => {
  expect(ACTIVATION_STEPS).toEqual(['checking_profile', 'creating_account', 'finding_matches', 'sending_mail'])
  expect(after(...allSteps.slice(0, 3)).steps).toEqual({
    checking_profile: 'done',
    creating_account: 'begun',
    finding_matches: 'waiting',
    sending_mail: 'waiting',
  })
  expect(withEnd(after(...allSteps), null)).toMatchObject({ busy: false, sent: true, error: null })
})

test('[ACC-7] a failed step gives its reason; a stream that breaks off before the mail counts as a failure', () => {
  const failed = after(...allSteps.slice(0, 6), { state: 'failed', step: 'sending_mail', error: 'activation_failed' })
  expect(failed.steps.sending_mail).toBe('failed')
  expect(withEnd(failed, null)).toMatchObject({ busy: false, sent: false, error: { error: 'activation_failed' } })
  expect(withEnd(after(...allSteps.slice(0, 5)), null)).toMatchObject({
    sent: false,
    error: { error: 'activation_failed' },
  })
  expect(withEnd(busy, { error: 'network_unavailable' })).toMatchObject({ error: { error: 'network_unavailable' } })
})

test('an unknown or malformed line of the stream changes nothing', () => {
  for (const line of [null, 'begun', { state: 'begun', step: 'else' }, { state: 'failed', step: 'sending_mail' }])
    expect(withProgress(busy, line)).toBe(busy)
})

test('[ACC-7] two taps send one mail, whose progress and end are shown; the next tap sends another', async () => {
  const requests: { report: (line: unknown) => void; end: (refusal: ErrorBody | null) => void }[] = []
  vi.mocked(streamCall).mockImplementation(
    (_name, _input, report) => new Promise((end) => void requests.push({ report, end })),
  )
  const sent = sendActivation()
  await sendActivation()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  for (const line of allSteps) requests[0]?.report(line)
  expect(activation.value).toMatchObject({ busy: true, steps: { sending_mail: 'done' } })
  requests[0]?.end(null)
  await sent
  expect(activation.value).toMatchObject({ busy: false, sent: true, error: null })
  void sendActivation()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.end(null)
})
