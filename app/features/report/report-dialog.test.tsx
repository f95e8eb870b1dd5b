// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LETTER_MAX } from '#contract/limits.ts'
import { onLine } from '../../ports/page.ts'
import { t, tCode } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { ReportDialog } from './report-dialog.tsx'

setUpScreens()
beforeEach(() => enterAs(aUser()))

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('[SAFE-8] a report needs a reason, gives the number of its receipt, and offers to block as well', async () => {
  const asked = answerCalls({ 'reports.send': { number: 'R-1042', at: 1 } })
  const onBlock = vi.fn<() => Promise<void>>(async () => {})
  await showAt(
    '/members/7',
    <ReportDialog profile={{ id: 7, name: 'Martina' }} about={{ message: 12 }} onClose={() => {}} onBlock={onBlock} />,
  )
  await press(t('report.send'))
  expect(screen.getByText(tCode('field', 'required'))).toBeDefined()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  await press(t('report.send'))
  expect(asked.filter(({ name }) => name === 'reports.send')).toMatchObject([
    { body: { profile: 7, reason: 'scam', message: 12 } },
  ])
  expect((await screen.findByRole('status')).textContent).toBe(t('report.done', { number: 'R-1042' }))
  await press(t('report.blockToo', { name: 'Martina' }))
  expect(onBlock).toHaveBeenCalledOnce()
})

const onClose = vi.fn<() => void>()
const show = (id: number) =>
  showAt('/members/7', <ReportDialog profile={{ id, name: 'Martina' }} onClose={onClose} onBlock={null} />)
const field = () => screen.getByLabelText<HTMLTextAreaElement>(t('report.text'))

test('[SAFE-8] a report that was begun is there after a reload, until it is sent or its dialog is closed', async () => {
  answerCalls({ 'reports.send': { number: 'R-1042', at: 1 } })
  const begin = async (): Promise<void> => {
    await show(7)
    fireEvent.change(field(), { target: { value: 'She asks for money' } })
    cleanup()
    await show(7)
    expect(field().value).toBe('She asks for money')
  }
  await begin()
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  await press(t('report.send'))
  cleanup()
  await show(7)
  expect(field().value).toBe('')
  cleanup()

  await begin()
  cleanup()
  await show(8)
  expect(field().value, 'another member').toBe('')
  cleanup()
  await show(7)
  await press(t('ui.close'))
  cleanup()
  await show(7)
  expect(field().value).toBe('')
})

test('[SAFE-8] a pasted text that is too long stays whole, says by how much, and is not sent until it is shorter', async () => {
  const asked = answerCalls({ 'reports.send': { number: 'R-1042', at: 1 } })
  const sent = () => asked.filter(({ name }) => name === 'reports.send').length
  await show(7)
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  fireEvent.change(field(), { target: { value: 'x'.repeat(LETTER_MAX + 12) } })
  expect(field().hasAttribute('maxlength'), 'a browser would cut the text').toBe(false)
  await press(t('report.send'))
  expect(screen.getAllByText(t('ui.tooLong', { count: 12 })).length).toBeGreaterThan(0)
  expect([sent(), document.activeElement, field().value.length]).toEqual([0, field(), LETTER_MAX + 12])
  fireEvent.change(field(), { target: { value: 'x'.repeat(LETTER_MAX) } })
  await press(t('report.send'))
  expect(sent()).toBe(1)
})

test('[SAFE-8] [PWA-2] a report without a network says that it waits on the device, and can be taken back', async () => {
  const asked = answerCalls({ 'reports.send': 'queued', 'device.discard': {} })
  await act(async () => {
    onLine.value = false
  })
  await show(7)
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  await press(t('report.send'))
  expect((await screen.findByRole('status')).textContent).toBe(t('report.waits'))
  await press(t('report.takeBack'))
  const sent = asked.find(({ name }) => name === 'reports.send')?.body as { client_id: string } | undefined
  expect(asked.find(({ name }) => name === 'device.discard')?.params).toEqual({ id: sent?.client_id })
})

test('[SAFE-8] both buttons of the receipt close it, and neither blocks', async () => {
  answerCalls({ 'reports.send': { number: 'R-1042', at: 1 } })
  await show(7)
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  await press(t('report.send'))
  await screen.findByText(t('report.done', { number: 'R-1042' }))
  onClose.mockClear()
  const [cross, close] = screen.getAllByRole('button', { name: t('ui.close') })
  for (const button of [cross, close]) if (button) fireEvent.click(button)
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(screen.getAllByRole('button')).toHaveLength(2)
})

test('[SAFE-8] a report about a member who has left meanwhile says that the profile is gone, and not a page', async () => {
  answerCalls({ 'reports.send': 'not_found' })
  await show(7)
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  await press(t('report.send'))
  expect(screen.getByRole('alert').textContent).toBe(t('members.profileGone'))
})

test('[SAFE-8] [PWA-3] a report that the server refuses keeps its text and says why, also after it has waited', async () => {
  answerCalls({ 'reports.send': 'rate_limited' })
  await show(7)
  fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
  fireEvent.change(field(), { target: { value: 'He asked for money.' } })
  await press(t('report.send'))
  expect(screen.getByRole('alert').textContent).toBe(t('error.rate_limited'))
  expect(field().value).toBe('He asked for money.')
  const asked = answerCalls({ 'reports.send': 'queued' })
  await press(t('report.send'))
  const sent = asked.find(({ name }) => name === 'reports.send')?.body as { client_id: string } | undefined
  const id = sent?.client_id ?? ''
  const waiting = { id, text: 'He asked for money.', failure: { error: 'rate_limited' as const } }
  const report = { number: '', at: 1, reason: 'scam', name: 'Martina', fictional: false } as const
  await act(async () =>
    putAnswer(
      'reports.list',
      {},
      {
        reports: [{ ...report, answered_at: null, upheld: null, answer: '', client_id: id, waiting }],
      },
    ),
  )
  expect(screen.getByText(t('report.refusedTitle'))).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain(t('error.rate_limited'))
})
