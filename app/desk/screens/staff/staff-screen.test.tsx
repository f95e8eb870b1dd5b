// @vitest-environment happy-dom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StaffMember } from '#contract/desk/staff.ts'
import { DESK_SCREENS, maySee } from '../../screens.ts'
import { answerCalls, atDesk, press } from '../../testing/desk-page.tsx'
import { StaffScreen } from './staff-screen.tsx'

const NOW = Date.now()
const REASON = 'She begins today'
const person = (id: number, name: string, own: Partial<StaffMember> = {}): StaffMember => ({
  id,
  mail: `${id}@visavis.test`,
  name,
  role: 'moderator',
  factors: ['totp'],
  created_at: NOW,
  seen_at: NOW,
  ended_at: null,
  ...own,
})
const JONAS = person(2, 'Jonas Kern')

atDesk('owner')

const open = async (replies: Parameters<typeof answerCalls>[0] = {}) => {
  const staff = [person(1, 'Orla Brennan', { role: 'owner' }), JONAS, person(5, 'Tom Byrne', { ended_at: NOW })]
  const requests = answerCalls({ 'GET staff': () => ({ json: { staff } }), ...replies })
  render(<StaffScreen />)
  await screen.findByText('Jonas Kern')
  return requests
}

const confirm = async (values: Record<string, string> = {}): Promise<void> => {
  const dialog = screen.getByRole('dialog')
  for (const [label, value] of Object.entries({ ...values, Reason: REASON }))
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  const form = dialog.querySelector('form')
  await act(async () => {
    if (form) fireEvent.submit(form)
  })
}

test('[DESK-1] an owner sees roles, second factors and ended accounts, and no act on the own account', async () => {
  await open()
  expect(screen.getByText('2 people')).toBeTruthy()
  expect(screen.getByText(/^Ended /)).toBeTruthy()
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names.filter((name) => name !== null)).toEqual([
    'Change the role: Jonas Kern',
    'Reset: Jonas Kern',
    'End: Jonas Kern',
  ])
})

test('[DESK-2] only owners see the screen', () => {
  expect(maySee(DESK_SCREENS.staff, 'owner')).toBe(true)
  expect(maySee(DESK_SCREENS.staff, 'support')).toBe(false)
})

test('[DESK-1] N adds a person, whose first password stays on screen until somebody has passed it on', async () => {
  const requests = await open({
    'POST staff': () => ({ json: { staff: person(6, 'Aoife Daly'), password: 'quiet-river-42' } }),
  })
  await press('n')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await confirm({ Name: 'Aoife Daly', Mail: 'aoife@visavis.test', Role: 'support' })
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    mail: 'aoife@visavis.test',
    name: 'Aoife Daly',
    role: 'support',
    reason: REASON,
  })
  expect(screen.getByText('quiet-river-42')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I have passed it on' }))
  expect(screen.queryByText('quiet-river-42')).toBeNull()
})

test('[DESK-1] a role changes, and an account ends, with a reason', async () => {
  const requests = await open({
    'PUT staff/2/role': () => ({ json: { staff: JONAS } }),
    'POST staff/2/end': () => ({ json: { staff: JONAS } }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change the role: Jonas Kern' }))
  await confirm({ Role: 'finance' })
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ role: 'finance', reason: REASON })
  fireEvent.click(screen.getByRole('button', { name: 'End: Jonas Kern' }))
  await confirm()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: REASON })
})

test('[DESK-2] the field of a new role begins with the present one, so a reason alone moves nobody to another role', async () => {
  const requests = await open({
    'GET staff': () => ({
      json: { staff: [person(1, 'Orla Brennan', { role: 'owner' }), { ...JONAS, role: 'finance' }] },
    }),
    'PUT staff/2/role': () => ({ json: { staff: JONAS } }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change the role: Jonas Kern' }))
  await confirm()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ role: 'finance', reason: REASON })
})

test('[DESK-1] the refusal to end the last owner stays in the dialog', async () => {
  await open({ 'POST staff/2/end': () => ({ status: 409, json: { error: 'last_owner' } }) })
  fireEvent.click(screen.getByRole('button', { name: 'End: Jonas Kern' }))
  await confirm()
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toMatch(/at least one owner/i)
})
