// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DeskMember } from '#contract/desk/members.ts'
import { answerCalls, atDesk, enterAs, press, savedFiles } from '../../testing/desk-page.tsx'
import { helen } from '../../testing/samples.ts'
import { toasts } from '../../toasts.ts'
import { MemberScreen } from './member-screen.tsx'

const NOW = Date.now()
const REASON = 'She asked by mail today'

atDesk('support')

const open = async (member: DeskMember, more: Parameters<typeof answerCalls>[0] = {}) => {
  const requests = answerCalls({ 'GET members/48816': () => ({ json: member }), ...more })
  render(<MemberScreen params={{ id: '48816' }} />)
  await screen.findByRole('heading', { name: 'Helen, 61' })
  return requests
}

/** Fills the dialog's reason and sends it. */
const confirm = async (reason = REASON): Promise<void> => {
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: reason } })
  const form = dialog.querySelector('form')
  await act(async () => {
    if (form) fireEvent.submit(form)
  })
}

test('[DESK-11] the page shows facts and history, and no contact data', async () => {
  await open({ ...helen(), reports_about: 4, evidence: { held: 1, legal: 0 } })
  expect(screen.getByText('No. 48,816')).toBeTruthy()
  expect(screen.getByText('Reports about this member').closest('dl')?.textContent).toMatch(
    /^Reports about this member4.*of 1 report/,
  )
  expect(screen.getByText('h••••@••••.ie')).toBeTruthy()
  expect(screen.getByText('€59.98')).toBeTruthy()
  expect(screen.getByText('Bought 100 credits')).toBeTruthy()
  expect(screen.getByText('Orla Brennan · she called · audit row 88,431')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Money' }))
  expect(screen.queryByText('Unlocked a login')).toBeNull()
  expect(screen.getByText('€39.99, invoice V-2026-004512')).toBeTruthy()
})

test('[DESK-3] V shows the mail address with the call that the audit records', async () => {
  const requests = await open(helen(), {
    'POST members/48816/show': () => ({ json: { values: ['helen@example.ie'] } }),
  })
  expect(document.body.textContent).not.toContain('helen@example.ie')
  await press('v')
  const address = await screen.findByText('helen@example.ie')
  // A narrow box breaks the line there, not inside a word.
  expect([...address.querySelectorAll('wbr')].map((at) => at.nextSibling?.textContent)).toEqual(['@example', '.ie'])
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ part: 'mail' })
  expect(screen.queryByRole('button', { name: 'Show: Mail' })).toBeNull()
})

test('[DESK-2] a moderator is offered neither contact data nor acts of support', async () => {
  await enterAs('moderator')
  await open(helen())
  expect(screen.queryByRole('button', { name: /^Show: / })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Force: Force a new password' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete: Delete the account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Log out: End all sessions' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Hold: Hold the evidence' })).toBeTruthy()
})

test.each([
  ['moderator', []],
  ['support', ['Payments and ledger']],
  ['owner', ['Audit', 'Payments and ledger']],
] as const)('[DESK-2] %s gets the links that the role may open: %o', async (role, names) => {
  await enterAs(role)
  await open(helen())
  const links = ['Audit', 'Payments and ledger'].filter((name) => screen.queryByRole('link', { name }) !== null)
  expect(links).toEqual(names)
})

test('[DESK-11] one session ends at once, and all sessions with a reason', async () => {
  const requests = await open(helen(), { 'POST members/48816/end-sessions': () => ({ json: helen() }) })
  const [end] = screen.getAllByRole('button', { name: 'End' })
  await act(async () => end?.click())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ session: 's1' })
  await press('e')
  await confirm()
  expect(requests.findLast(({ method }) => method === 'POST')?.body).toEqual({ reason: REASON })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts.value.map(({ text }) => text)).toEqual(['All sessions have ended.'])
})

test('[DESK-6] a member that was found leads to the case, for roles that may read it', async () => {
  await open(helen())
  expect(screen.getByRole('link', { name: 'Open the case' }).getAttribute('href')).toBe('/cases/member:48816')
  cleanup()
  await enterAs('finance')
  await open(helen())
  expect(screen.queryByRole('link', { name: 'Open the case' })).toBeNull()
})

test('[DESK-11] the history shows the newest of a kind, and says that there may be older ones', async () => {
  const reports = Array.from({ length: 50 }, (_, index) => ({
    kind: 'reported' as const,
    at: Date.now() - index,
    number: `R-0000${index + 10}`,
    reason: 'spam',
  }))
  const signup = { kind: 'signup' as const, at: Date.now() - 99 }
  await open(helen({ history: [...reports, signup] }))
  expect(screen.getByText('Spam · R-000010')).toBeTruthy()
  expect(screen.queryByText('Signed up')).toBeNull()
  expect(screen.getByText('Only the newest 50 are shown.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Account' }))
  expect(screen.getByText('Signed up')).toBeTruthy()
  expect(screen.queryByText('Only the newest 50 are shown.')).toBeNull()
})

test('[DESK-11] the history names the year of what did not happen this year', async () => {
  const year = new Date(NOW).getFullYear() - 2
  await open(helen({ history: [{ kind: 'signup', at: Date.parse(`${year}-05-14T12:00`) }] }))
  expect(screen.getByText(new RegExp(`^14 May ${year}, 12:00$`))).toBeTruthy()
})

test('[DESK-11] an act that is refused keeps its dialog with the reason of the refusal', async () => {
  await open(helen(), {
    'POST members/48816/delete': () => ({
      status: 400,
      json: { error: 'invalid_input', fields: { reason: 'too_short' } },
    }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Delete the account' }))
  await confirm('no')
  expect(within(screen.getByRole('dialog')).getByText('Too short')).toBeTruthy()
})

test('[DESK-11] a pasted reason that is too long says by how much, stays whole, and is not sent', async () => {
  await open(helen(), { 'POST members/48816/delete': () => ({ json: {} }) })
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Delete the account' }))
  await confirm('x'.repeat(4_010))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('10 characters too long, at most 4,000')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toHaveLength(4_010)
})

test('[DESK-11] an act that the member was faster with is refused, and not offered again', async () => {
  let status: DeskMember['status'] = 'not_confirmed'
  await open(helen({ status }), {
    'GET members/48816': () => ({ json: helen({ status }) }),
    'POST members/48816/resend': () => {
      status = 'active'
      return { status: 409, json: { error: 'not_possible' } }
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send: Send the confirmation again' }))
  await confirm()
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeTruthy()
  await screen.findByRole('button', { name: 'Force: Force a new password' })
  expect(screen.queryByRole('button', { name: 'Send: Send the confirmation again' })).toBeNull()
})

test('[DESK-11] resend and a new address are offered only before the confirmation', async () => {
  const requests = await open(helen({ status: 'not_confirmed' }), {
    'PUT members/48816/mail': () => ({ json: helen() }),
  })
  expect(screen.getByRole('button', { name: 'Send: Send the confirmation again' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Force: Force a new password' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Correct: Correct the address' }))
  fireEvent.change(screen.getByLabelText('The right address'), { target: { value: 'helen@example.ie' } })
  await confirm()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ mail: 'helen@example.ie', reason: REASON })
  cleanup()
  await open(helen())
  expect(screen.queryByRole('button', { name: 'Send: Send the confirmation again' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Correct: Correct the address' })).toBeNull()
})

const asked = (staff: number): Partial<DeskMember> => ({
  authority_exports: [
    { id: 90, at: NOW, by: { id: staff, name: 'Jonas Kern' }, reason: 'Letter of the Garda', state: 'asked' },
  ],
})

test('[DESK-11] an authority export is decided by a second person, never by the one who asked', async () => {
  await open(helen(asked(1)))
  expect(screen.getByText('You asked for it, so somebody else decides.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  cleanup()
  const requests = await open(helen(asked(2)), {
    'POST authority-exports/90/decide': () => ({
      json: { id: 90, at: NOW, by: { id: 2, name: 'Jonas Kern' }, reason: '', state: 'approved' },
    }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }))
  await confirm()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ approved: true, reason: REASON })
})

test('[DESK-11] an authority export is refused with a reason', async () => {
  const requests = await open(helen(asked(2)), {
    'POST authority-exports/90/decide': () => ({
      json: { id: 90, at: NOW, by: { id: 2, name: 'Jonas Kern' }, reason: '', state: 'refused' },
    }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  await confirm()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ approved: false, reason: REASON })
})

const download = () => act(async () => screen.getByRole('button', { name: 'Download' }).click())

test('[DESK-11] an allowed authority export is downloaded, and one that is not possible any more says so', async () => {
  const [request] = asked(2).authority_exports ?? []
  let isGone = false
  const saved = savedFiles()
  await open(helen({ authority_exports: request ? [{ ...request, state: 'approved' }] : [] }), {
    'POST authority-exports/90/file': () =>
      isGone ? { status: 409, json: { error: 'not_possible' } } : { json: { member: 48_816 } },
  })
  await download()
  await vi.waitFor(() => expect(saved).toEqual(['authority-export-90.json']))
  isGone = true
  await download()
  await vi.waitFor(() =>
    expect(toasts.value.map(({ text }) => text)).toEqual(['This is not possible in the present state.']),
  )
})

test('[DESK-16] Escape in a dialog closes it, and its act is not done', async () => {
  const requests = await open(helen())
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Delete the account' }))
  const cancel = new Event('cancel', { cancelable: true })
  await act(async () => void screen.getByRole('dialog').dispatchEvent(cancel))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([cancel.defaultPrevented, requests.every(({ method }) => method === 'GET')]).toEqual([true, true])
})

test('[DESK-11] a member who is gone has a page that says so', async () => {
  answerCalls({ 'GET members/48816': () => ({ status: 404, json: { error: 'not_found' } }) })
  render(<MemberScreen params={{ id: '48816' }} />)
  expect(await screen.findByRole('heading', { name: 'No such member' })).toBeTruthy()
})
