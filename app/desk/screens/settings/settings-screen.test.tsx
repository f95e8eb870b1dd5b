// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskSetting, SettingChange } from '#contract/desk/settings.ts'
import { DESK_SCREENS, maySee } from '../../screens.ts'
import { answerCalls, atDesk, hear, press, showAt } from '../../testing/desk-page.tsx'
import { showLanguage } from '../../texts.ts'
import { SettingsScreen } from './settings-screen.tsx'

const NOW = Date.now()
const REASON = 'agreed on Friday'

const REFUND: DeskSetting = {
  key: 'refund_days',
  group: 'money',
  editor: 'number',
  options: [],
  default: 14,
  values: [
    { domain: '*', value: 30 },
    { domain: 'nacht.test', value: 20 },
  ],
}
const SETTINGS: DeskSetting[] = [
  { key: 'name', group: 'site', editor: 'text', options: [], default: 'Visavis', values: [] },
  REFUND,
  {
    key: 'fictional_responder',
    group: 'profiles',
    editor: 'choice',
    options: ['', 'none', 'scripted', 'http', 'staff'],
    default: null,
    values: [],
  },
  { key: 'photo_review', group: 'profiles', editor: 'choice', options: ['auto', 'desk'], default: 'auto', values: [] },
]
const CHANGES: SettingChange[] = [
  {
    id: 812,
    at: NOW,
    staff: 'Marek Nowak',
    domain: '*',
    before: 20,
    after: 30,
    reason: REASON,
    undoes: null,
    is_newest: true,
  },
  { id: 700, at: NOW, staff: 'Orla Brennan', domain: '*', after: 20, reason: REASON, undoes: null, is_newest: false },
]

atDesk('owner')

const open = async (path = '/settings', replies: Parameters<typeof answerCalls>[0] = {}) => {
  const requests = answerCalls({
    'GET settings': () => ({ json: { settings: SETTINGS, fictional_service: null } }),
    'GET settings/refund_days/history': () => ({ json: { changes: CHANGES } }),
    'POST settings/refund_days/check': () => ({ json: { before: 30, after: 40 } }),
    'PUT settings/refund_days': () => ({ json: {} }),
    ...replies,
  })
  showAt(path, <SettingsScreen />)
  await screen.findByText('The name of the site')
  return requests
}

const submit = async (): Promise<void> => {
  const form = [...screen.getByRole('dialog').querySelectorAll('form')].find((one) => one.closest('[hidden]') === null)
  await act(async () => {
    if (form) fireEvent.submit(form)
  })
}
const type = (label: string, value: string): void =>
  void fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })

const written = (requests: ReturnType<typeof answerCalls>) =>
  requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/check'))

test('[DESK-14] settings are in groups with a plain description, their value and whether it is the default', async () => {
  await open()
  const money = screen.getByRole('region', { name: 'Credits and money' })
  const row = within(money).getByRole('link')
  expect(row.textContent).toMatch(/Days in which a purchase can be withdrawn.*refund_days30Changed1 domain of its own/)
  expect(screen.getByRole('region', { name: 'The site' }).textContent).toContain('VisavisDefault')
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: 'PHOTO new' } })
  expect(screen.getAllByRole('link').map((link) => link.dataset['setting'])).toEqual(['photo_review'])
})

test('[DESK-14] a setting shows its value for all and for single domains, its default, and its history', async () => {
  await open('/settings?key=refund_days')
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names).toEqual(['All domains', 'nacht.test', 'Default'])
  const [newest, older] = (await screen.findAllByRole('article')).map(({ textContent }) => textContent)
  expect(newest).toMatch(/Marek Nowak.*20 → 30.*agreed on Friday · row 812/)
  expect(older).toMatch(/Orla Brennan.*not set → 20/)
  // Only the newest change of a value can be taken back.
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
})

test('[DESK-14] E edits, the check shows before and after, and only the confirmation with a reason changes it', async () => {
  const requests = await open('/settings?key=refund_days')
  await press('e')
  type('Value', '40')
  await submit()
  expect(requests.find(({ path }) => path.endsWith('/check'))?.body).toEqual({ domain: '*', to: { value: 40 } })
  expect(written(requests)).toEqual([])
  const dialog = screen.getByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['30', '40'])
  type('Reason', ` ${REASON} `)
  await submit()
  expect(written(requests)).toMatchObject([
    {
      method: 'PUT',
      path: 'settings/refund_days',
      body: { domain: '*', from: { value: 30 }, to: { value: 40 }, reason: REASON },
    },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

const reasonInDialog = (): string =>
  within(screen.getByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reason').value

test('[DESK-1] the reason of a change that was not sent is in its field again after the next login', async () => {
  const confirm = async () => {
    await open('/settings?key=refund_days')
    await press('e')
    await submit()
  }
  await confirm()
  type('Reason', REASON)
  // The end of the session takes the screen away.
  cleanup()
  await confirm()
  expect(reasonInDialog()).toBe(REASON)
  await submit()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  await confirm()
  expect(reasonInDialog(), 'once it was sent').toBe('')
})

test('[DESK-14] a value that does not fit is refused with its reason, and the typed text stays', async () => {
  const note = 'refund_days: must be 14 or more'
  const requests = await open('/settings?key=refund_days', {
    'POST settings/refund_days/check': () => ({ status: 422, json: { error: 'setting_invalid', note } }),
  })
  await press('e')
  type('Value', '3')
  await submit()
  expect(screen.getByRole('alert').textContent).toBe(`This value does not fit: ${note}`)
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('3')
  expect(written(requests)).toEqual([])
})

test('[DESK-14] a value that does not fit is refused in the language of the desk', async () => {
  const faults = [
    { path: '', rule: 'least', bound: '14' },
    { path: 'rows.0', rule: 'kind', bound: '' },
  ]
  await open('/settings?key=refund_days', {
    'POST settings/refund_days/check': () => ({
      status: 422,
      json: { error: 'setting_invalid', note: 'must', faults },
    }),
  })
  await showLanguage('de')
  await press('e')
  await act(async () => {
    fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body)
  })
  expect(screen.getByRole('alert').textContent).toBe(
    'Mindestens 14. rows.0: Das hat die falsche Form, oder ein Teil fehlt.',
  )
})

test('[GUARD-7] the responder is chosen in words, and http without a service says that writing would be closed', async () => {
  const requests = await open('/settings?key=fictional_responder', {
    'GET settings/fictional_responder/history': () => ({ json: { changes: [] } }),
    'POST settings/fictional_responder/check': () => ({ json: { before: null, after: 'staff' } }),
  })
  await press('e')
  type('Value', 'http')
  expect(await screen.findByText(/FICTIONAL_URL and FICTIONAL_SECRET are missing/)).toBeTruthy()
  type('Value', 'staff')
  await submit()
  expect(requests.find(({ path }) => path === 'settings/fictional_responder/check')?.body).toEqual({
    domain: '*',
    to: { value: 'staff' },
  })
  expect(screen.getAllByText('The staff at the desk').length).toBeGreaterThan(0)
})

test('[DESK-14] a value for another domain names the domain, and goes back to the value of all', async () => {
  const requests = await open('/settings?key=refund_days')
  fireEvent.click(screen.getByRole('button', { name: 'Another value for one domain' }))
  type('Domain', 'a b')
  await submit()
  expect(screen.getByText('Not valid')).toBeTruthy()
  type('Domain', 'giorno.test')
  await submit()
  expect(requests.at(-1)?.body).toEqual({ domain: 'giorno.test', to: { value: 30 } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Change: nacht.test' }))
  const dialog = screen.getByRole('dialog')
  await act(async () => fireEvent.submit([...dialog.querySelectorAll('form')][1] ?? dialog))
  expect(requests.at(-1)?.body).toEqual({ domain: 'nacht.test', to: null })
})

test('[DESK-14] U takes the newest change back; if a colleague was faster, the refusal names them', async () => {
  const requests = await open('/settings?key=refund_days', {
    'POST settings/changes/812/undo': () => ({
      status: 409,
      json: { error: 'setting_changed_since', by: 'Marek Nowak', at: NOW },
    }),
  })
  await screen.findAllByRole('article')
  await press('u')
  expect(within(screen.getByRole('dialog')).getByText(/^All domains: 30 → 20\./)).toBeTruthy()
  type('Reason', REASON)
  await submit()
  expect(written(requests)).toMatchObject([{ path: 'settings/changes/812/undo', body: { reason: REASON } }])
  expect(screen.getByRole('alert').textContent).toMatch(/^Marek Nowak changed this again on /)
})

test('[DESK-14] a change by another owner appears without a reload', async () => {
  const requests = await open('/settings?key=refund_days')
  const before = requests.length
  await hear('settings')
  expect(requests.slice(before).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['settings', 'settings/refund_days/history']),
  )
})

test('[DESK-2] only owners see the settings', () => {
  expect(maySee(DESK_SCREENS.settings, 'owner')).toBe(true)
  expect(maySee(DESK_SCREENS.settings, 'marketing')).toBe(false)
})

const AGE: DeskSetting = {
  key: 'age_check',
  group: 'protection',
  editor: 'age_check',
  options: ['IT', 'GB'],
  default: {},
  values: [{ domain: '*', value: { GB: 'provider' } }],
}

test('[GUARD-6] the age check has a choice for each country, and leaves out the countries without one', async () => {
  const requests = await open('/settings?key=age_check', {
    'GET settings': () => ({ json: { settings: [...SETTINGS, AGE], fictional_service: null } }),
    'GET settings/age_check/history': () => ({ json: { changes: [] } }),
    'POST settings/age_check/check': () => ({ json: { before: { GB: 'provider' }, after: { IT: 'both' } } }),
  })
  expect(screen.getAllByText('United Kingdom: By the provider').length).toBeGreaterThan(0)
  await press('e')
  fireEvent.change(screen.getByLabelText('Italy'), { target: { value: 'both' } })
  fireEvent.change(screen.getByLabelText('United Kingdom'), { target: { value: 'none' } })
  await submit()
  expect(requests.find(({ path }) => path === 'settings/age_check/check')?.body).toEqual({
    domain: '*',
    to: { value: { IT: 'both' } },
  })
  expect(screen.getByText('Italy: Either way')).toBeTruthy()
})
