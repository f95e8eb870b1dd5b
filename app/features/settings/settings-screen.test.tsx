// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import { now } from '../../ports/clock.ts'
import { installWay } from '../../ports/installation.ts'
import { controlled } from '../../ports/service-worker.ts'
import { agoOf, dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { fullTitle } from '../../state/page-title.ts'
import { putAnswer } from '../../state/resource.ts'
import { installAsked } from '../../state/open-dialogs.ts'
import { pushState, turnPushOff, turnPushOn } from '../../state/push.ts'
import { user } from '../../state/session.ts'
import { toasts } from '../../state/toasts.ts'
import { aDecision, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { setServerAhead } from '../../testing/zone.ts'
import { drafts } from '../../state/drafts.ts'
import { mailLinkOf } from './from-mail.tsx'
import { EmailForm } from './account-section.tsx'
import { SettingsScreen } from './settings-screen.tsx'

vi.mock('../../ports/installation.ts', { spy: true })
vi.mock('../../state/push.ts', { spy: true })
setUpScreens()

const me = aUser()
const open = async (member: typeof me | null = me, search = ''): Promise<void> => {
  enterAs(member)
  await showAt(`/notifications${search}`, <SettingsScreen me={member} />)
}
const hasText = (text: string): boolean => document.body.textContent.includes(text)
const onDevice = (change: Partial<CallAnswer<'device.state'>>): void => {
  controlled.value = true
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [], ...change })
}
const refused = (kind: string): CallAnswer<'device.state'>['failed'][number] => ({
  id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e',
  kind,
  failure: { error: 'rate_limited' },
})
const decision = aDecision({ reason: 'spam' })
/** Presses one of the buttons of a name: the first, unless another is named. */
const press = async (name: string, index = 0): Promise<void> => {
  const button = (await screen.findAllByRole('button', { name }))[index]
  if (!button) throw new Error(`no button ${name}`)
  await act(async () => void fireEvent.click(button))
}
/** Opens a row that shows its part in place. */
const openRow = async (label: string): Promise<void> => {
  const row = screen.getByText(label).closest('details')
  if (!row) throw new Error(`no row ${label}`)
  row.open = true
  await act(async () => void fireEvent(row, new Event('toggle')))
}
const openDeletion = async (member = me): Promise<void> => {
  await open(member)
  expect(screen.queryByRole('dialog')).toBeNull()
  const row = screen.getByText(t('settings.delete')).closest('button')
  if (!row) throw new Error('no button')
  await act(async () => void fireEvent.click(row))
  expect(await screen.findByRole('dialog')).toBeDefined()
}
const deleteWith = async (password: string): Promise<void> => {
  fireEvent.change(screen.getByLabelText(t('settings.passwordNow')), { target: { value: password } })
  await press(t('settings.delete'))
}
const session = (id: string, current: boolean) => ({
  id,
  device: 'phone' as const,
  browser: `Browser ${id}`,
  system: 'Android',
  created_at: 1,
  last_seen_at: now() - DAY_MS,
  current,
})
const refusedTitle = (count: number): string => t('settings.refused', { count })

describe('[PROF-9] the settings', () => {
  test('[SHELL-1] ask a visitor to log in, under a title of their own', async () => {
    await open(null)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('shell.membersOnlyTitle'))
    expect(fullTitle.value).toContain(t('shell.settings'))
  })

  test('opened from a mail begin with its subject, and a visitor sees nothing else', async () => {
    const asked = answerCalls({ unsubscribe: {} })
    await open(null, '?unsubscribe=a1&about=like')
    expect(screen.getAllByRole('heading')).toHaveLength(1)
    expect(hasText(t('shell.logout'))).toBe(false)
    // Mail scanners open the page too.
    expect(asked.map(({ name }) => name)).not.toContain('unsubscribe')
    await open(me, '?unsubscribe=a1&about=like')
    expect(hasText(t('shell.logout'))).toBe(true)
  })

  test('[PROF-9] opened from a mail stop such mails at a tap, also without a login', async () => {
    const asked = answerCalls({ unsubscribe: {} })
    await open(null, '?unsubscribe=a1&about=like')
    await press(t('settings.fromMailStop'))
    expect(asked.find(({ name }) => name === 'unsubscribe')?.query).toBe('token=a1')
    expect(hasText(t('settings.fromMailStopped'))).toBe(true)
  })

  test.each([
    ['network_unavailable', 'error.network_unavailable'],
    ['server_error', 'error.server_error'],
  ] as const)(
    '[SHELL-20] opened from a mail say why %s stopped nothing, and can be asked again',
    async (error, text) => {
      answerCalls({ unsubscribe: error })
      await open(null, '?unsubscribe=a1&about=like')
      await press(t('settings.fromMailStop'))
      expect(screen.getByRole('alert').textContent).toBe(t(text))
      answerCalls({ unsubscribe: {} })
      await press(t('settings.fromMailStop'))
      expect(hasText(t('settings.fromMailStopped'))).toBe(true)
    },
  )

  test.each([null, me])(
    '[PROF-9] opened by an old link of a mail lead a visitor to the login, and a member to the choice below',
    async (who) => {
      answerCalls({ unsubscribe: 'link_invalid' })
      await open(who, '?unsubscribe=a1&about=like')
      fireEvent.click(screen.getByRole('button', { name: t('settings.fromMailStop') }))
      const alert = within(await screen.findByRole('alert'))
      expect(alert.getByText(t('settings.fromMailOld'))).toBeDefined()
      expect(alert.getByText(t(who ? 'settings.fromMailChoose' : 'settings.fromMailLogIn'))).toBeDefined()
      expect(screen.queryByRole('button', { name: t('settings.fromMailStop') })).toBeNull()
    },
  )

  test('[ACC-11] opened by the link to the address show its form, and the other rows stay closed', async () => {
    await open(me, '#email')
    expect(screen.getByLabelText(t('settings.emailNew'))).toBeDefined()
    expect(document.querySelectorAll('details[open]')).toHaveLength(1)
  })

  test('[ACC-11] ask for a new address with the password, and say where its mail went, or why not', async () => {
    answerCalls({ 'mail_change.ask': 'email_taken' })
    await open(me, '#email')
    fireEvent.change(screen.getByLabelText(t('settings.emailNew')), { target: { value: ' new@visavis.test ' } })
    fireEvent.change(screen.getByLabelText(t('settings.passwordNow')), { target: { value: 'the password' } })
    await press(t('settings.emailSubmit'))
    expect(screen.getByRole('alert').textContent).toBe(t('error.email_taken'))
    const asked = answerCalls({ 'mail_change.ask': {} })
    await press(t('settings.emailSubmit'))
    expect(asked.find(({ name }) => name === 'mail_change.ask')?.body).toEqual({
      email: 'new@visavis.test',
      password: 'the password',
    })
    expect(hasText(t('settings.emailSent', { email: 'new@visavis.test' }))).toBe(true)
  })

  test('[ACC-11] the address that a link on another device has confirmed asks for no link any more', async () => {
    answerCalls({ 'mail_change.ask': {} })
    enterAs(me)
    const form = render(<EmailForm email={me.email} bounced={undefined} />)
    fireEvent.change(screen.getByLabelText(t('settings.emailNew')), { target: { value: 'new@visavis.test' } })
    await press(t('settings.emailSubmit'))
    expect(hasText(t('settings.emailSent', { email: 'new@visavis.test' }))).toBe(true)
    form.rerender(<EmailForm email="new@visavis.test" bounced={undefined} />)
    expect(hasText(t('settings.emailSent', { email: 'new@visavis.test' }))).toBe(false)
    expect(screen.getByLabelText<HTMLInputElement>(t('settings.emailNew')).value).toBe('')
  })

  test('[ACC-11] a typing error that is seen after the mail was sent can be corrected in the same place', async () => {
    answerCalls({ 'mail_change.ask': {} })
    await open(me, '#email')
    fireEvent.change(screen.getByLabelText(t('settings.emailNew')), { target: { value: 'new@visavis.tets' } })
    await press(t('settings.emailSubmit'))
    expect(screen.queryByLabelText(t('settings.emailNew'))).toBeNull()
    await press(t('password.resetAgain'))
    expect(screen.getByLabelText<HTMLInputElement>(t('settings.emailNew')).value).toBe('new@visavis.tets')
  })

  test('[ACC-11] say beside the form that the mail to a new address came back', async () => {
    await open({ ...me, bounced_address: 'new@visavis.test' }, '#email')
    expect(hasText(t('shell.addressBounced', { email: 'new@visavis.test' }))).toBe(true)
    expect(screen.getByLabelText(t('settings.emailNew'))).toBeDefined()
  })

  test('[SHELL-20] [DESK-8] opened by the mail about a decision say that it could not be loaded, and ask again', async () => {
    answerCalls({ 'decisions.list': 'server_error' })
    await open(me, '#decisions')
    const asked = answerCalls({ 'decisions.list': { decisions: [{ ...decision, id: 1, until: null }] } })
    await press(t('ui.tryAgain'))
    expect(asked.map(({ name }) => name)).toContain('decisions.list')
    expect(await screen.findByRole('link', { name: /^Rule: / })).toBeDefined()
  })

  test('[DESK-8] opened by the mail about a decision begin with the decisions', async () => {
    answerCalls({ 'decisions.list': { decisions: [{ ...decision, id: 1, until: null }] } })
    const scrolled: string[] = []
    const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function into(this: Element) {
      scrolled.push(this.id)
    })
    await open(me)
    expect(scrolled).toEqual([])
    await open(me, '#decisions')
    expect(scrolled).toEqual(['decisions'])
    expect(document.activeElement?.id).toBe('decisions')
    into.mockRestore()
  })

  test('[DESK-8] name the house rule that a decision rests on, with a link to its text', async () => {
    const decisions = [
      { ...decision, id: 1, until: null, reason: 'text_or_contact' },
      { ...decision, id: 2, until: null, reason: 'other' },
    ]
    answerCalls({ 'decisions.list': { decisions } })
    await open(me)
    const rules = screen.getAllByRole('link', { name: /^Rule: / })
    expect(rules.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Rule: 7. Unsuitable photos', '/pages/ban#no-7'],
      ['Rule: Who and what stays out', '/pages/ban'],
    ])
  })

  test('[DESK-8] say of a decision until when it holds, and since when it is over', async () => {
    const [past, future] = [Date.UTC(2020, 4, 6, 12), Date.UTC(2090, 4, 6, 12)]
    const decisions = [
      { ...decision, id: 1, until: past },
      { ...decision, id: 2, until: future },
    ]
    answerCalls({ 'decisions.list': { decisions } })
    await open(me)
    expect(hasText(t('settings.decisionOver', { date: dayOf(past) }))).toBe(true)
    expect(hasText(t('settings.decisionUntil', { date: dayOf(past) }))).toBe(false)
    expect(hasText(t('settings.decisionUntil', { date: dayOf(future) }))).toBe(true)
  })

  test('[DESK-8] say by the clock of the server whether a decision is over', async () => {
    setServerAhead(2 * DAY_MS)
    const until = now() + DAY_MS
    answerCalls({ 'decisions.list': { decisions: [{ ...decision, id: 1, until }] } })
    await open(me)
    expect(hasText(t('settings.decisionOver', { date: dayOf(until) }))).toBe(true)
  })

  test.each([false, true])(
    '[DESK-9] offer no appeal when its time is over, and say what remains: %s',
    async (isOver) => {
      const known = { ...decision, id: 1, until: null, by_check: true, appeal_over: isOver }
      answerCalls({ 'decisions.list': { decisions: [known] } })
      await open(me)
      expect(screen.queryByRole('button', { name: t('settings.appeal') }) === null).toBe(isOver)
      expect([hasText(t('settings.appealOver')), hasText(t('settings.appealByPerson'))]).toEqual([isOver, !isOver])
    },
  )

  test('[SAFE-8] [DESK-9] send an appeal, and show it with its number until it is answered', async () => {
    const known = { ...decision, id: 4, until: null }
    const answers: Parameters<typeof answerCalls>[0] = {
      'decisions.list': { decisions: [known] },
      'decisions.appeal': { number: 'A-7', at: 2 },
    }
    const asked = answerCalls(answers)
    await open(me)
    await press(t('settings.appeal'))
    expect(document.activeElement).toBe(screen.getByLabelText(t('settings.appealText')))
    const appeal = { number: 'A-7', at: 2, text: 'I advertised nothing.', answered_at: null, upheld: null, answer: '' }
    fireEvent.change(screen.getByLabelText(t('settings.appealText')), { target: { value: appeal.text } })
    // A look at the rules in between.
    cleanup()
    await open(me)
    expect(screen.getByLabelText(t('settings.appealText'))).toHaveProperty('value', appeal.text)
    expect(drafts.read(me.id, 'appeal-4'), 'a reload does not lose it').toBe(appeal.text)
    answers['decisions.list'] = { decisions: [{ ...known, appeal }] }
    await press(t('settings.appealSend'))
    await waitFor(() => expect(hasText(appeal.text)).toBe(true))
    expect(asked.find(({ name }) => name === 'decisions.appeal')).toMatchObject({
      params: { id: '4' },
      body: { text: appeal.text },
    })
    expect(hasText(t('settings.appealUnderWay', { number: 'A-7', date: dayOf(2) }))).toBe(true)
    expect(drafts.read(me.id, 'appeal-4')).toBe('')
    expect(screen.queryByRole('button', { name: t('settings.appeal') })).toBeNull()
  })

  test('[SAFE-7] name a reported fictional profile with its mark, and nobody else', async () => {
    const report = { at: 1, reason: 'scam', answered_at: null, upheld: null, answer: '', client_id: null } as const
    const named = (number: string, name: string, fictional: boolean) => ({ ...report, number, name, fictional })
    answerCalls({ 'reports.list': { reports: [named('R-2', 'Luna', true), named('R-1', 'Bertram', false)] } })
    await open(me)
    const marked = screen.getByText(t('ui.fictional')).closest('article')
    expect(marked?.textContent).toContain('Luna')
  })

  test('[SAFE-8] [PWA-3] send a report again that the server refused, or take it back', async () => {
    const { id } = refused('reports.send')
    const waiting = { id, text: 'He asked for money.', failure: { error: 'rate_limited' as const } }
    const report = { at: 1, reason: 'scam', answered_at: null, upheld: null, answer: '', client_id: id } as const
    const reports = [{ ...report, number: '', name: 'Bertram', fictional: false, waiting }]
    const asked = answerCalls({ 'reports.list': { reports }, 'device.retry': {}, 'device.discard': {} })
    await open(me)
    expect(hasText('He asked for money.')).toBe(true)
    await press(t('ui.tryAgain'))
    await press(t('report.takeBack'))
    const sent = asked.filter(({ name }) => name === 'device.retry' || name === 'device.discard')
    expect(sent).toMatchObject([
      { name: 'device.retry', params: { id } },
      { name: 'device.discard', params: { id } },
    ])
  })

  test('[ACC-18] withdraw the consent to sensitive data once they have said that the data goes with it', async () => {
    const consents = { ...DEFAULT_MEMBER_SETTINGS.consents, sensitive: 1 }
    const asked = answerCalls({})
    await open(aUser({ settings: { ...DEFAULT_MEMBER_SETTINGS, consents } }))
    await openRow(t('settings.consent'))
    for (const way of ['settings.consentKeep', 'ui.close'] as const) {
      await press(t('settings.consentWithdraw'))
      expect(hasText(t('settings.consentConsequence'))).toBe(true)
      await press(t(way))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    await press(t('settings.consentWithdraw'))
    expect(asked.filter(({ name }) => name === 'consents.put')).toEqual([])
    await press(t('settings.consentWithdraw'), 1)
    expect(asked.filter(({ name }) => name === 'consents.put')).toMatchObject([
      { params: { consent: 'sensitive' }, body: { given: false } },
    ])
  })

  test('[ACC-16] list the sessions with device and last use, and end one of the others, or all of them', async () => {
    const sessions = [session('here', true), session('there', false), session('elsewhere', false)]
    const asked = answerCalls({ 'sessions.list': { sessions }, 'sessions.end': {}, 'sessions.end_others': {} })
    await open()
    await openRow(t('settings.devices'))
    const [here, there] = (await screen.findAllByText(/Browser/)).map((name) => name.closest('li')?.textContent)
    expect(here).toContain(t('settings.deviceHere'))
    expect(there).toContain(t('settings.deviceSeen', { ago: agoOf(now() - DAY_MS) }))
    expect(screen.getAllByRole('button', { name: /Browser/ })).toHaveLength(2)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Browser there/ })))
    await press(t('settings.devicesEndOthers'))
    expect(asked.filter(({ name }) => name.startsWith('sessions.end'))).toMatchObject([
      { name: 'sessions.end', params: { id: 'there' } },
      { name: 'sessions.end_others' },
    ])
  })

  test('[ACC-17] download all data once the member has typed the password', async () => {
    const downloaded: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloaded.push(this.href)
    })
    const asked = answerCalls({ 'export.ask': { token: 'a-token' } })
    await open()
    await openRow(t('settings.data'))
    fireEvent.change(screen.getByLabelText(t('settings.passwordNow')), { target: { value: 'the password' } })
    await press(t('settings.dataDownload'))
    await waitFor(() => expect(downloaded).toEqual([expect.stringMatching(/\/api\/export\?token=a-token$/)]))
    expect(asked.find(({ name }) => name === 'export.ask')?.body).toEqual({ password: 'the password' })
    click.mockRestore()
  })

  test.each([
    ['[PROF-10] invisible mode', 'settings.invisible', { invisible_mode: true }],
    ['[PROF-11] privacy mode', 'settings.private', { privacy_mode: true }],
  ] as const)('%s has a switch, which says what it does', async (_, label, change) => {
    const asked = answerCalls({})
    await open()
    expect(hasText(t(`${label}Hint`))).toBe(true)
    await act(async () => void fireEvent.click(screen.getByRole('switch', { name: t(label) })))
    expect(asked.filter(({ name }) => name === 'notifications.put')).toMatchObject([{ body: change }])
  })

  test.each([
    ['denied', 'settings.pushDenied', null],
    ['off', 'settings.pushOff', 'settings.pushTurnOn'],
    ['on', 'settings.pushOn', 'settings.pushTurnOff'],
  ] as const)('[PWA-5] say that push is %s, and how the member changes it', async (state, text, button) => {
    await open()
    await act(async () => {
      pushState.value = state
    })
    expect(screen.getByText(t(text))).toBeDefined()
    const buttons = ['settings.pushTurnOn', 'settings.pushTurnOff'] as const
    expect(buttons.filter((name) => screen.queryByRole('button', { name: t(name) }))).toEqual(button ? [button] : [])
  })

  test('[PWA-5] turn push on and off at a tap, and say why that failed', async () => {
    vi.mocked(turnPushOn).mockResolvedValue({ error: 'network_unavailable' })
    vi.mocked(turnPushOff).mockResolvedValue()
    await open()
    await act(async () => {
      pushState.value = 'off'
    })
    await press(t('settings.pushTurnOn'))
    expect(turnPushOn).toHaveBeenCalledOnce()
    expect(toasts.value.map(({ text }) => text)).toEqual([t('error.network_unavailable')])
    await act(async () => {
      pushState.value = 'on'
    })
    await press(t('settings.pushTurnOff'))
    expect([vi.mocked(turnPushOn).mock.calls.length, vi.mocked(turnPushOff).mock.calls.length]).toEqual([1, 1])
  })

  test('[PWA-5] [PWA-9] lead on an iPhone to the installation, without which it gets no push', async () => {
    vi.mocked(installWay).mockReturnValue('ios')
    await open()
    await act(async () => {
      pushState.value = 'incapable'
    })
    await press(t('install.show'))
    expect(installAsked.value).toBe(true)
    installAsked.value = false
    vi.mocked(installWay).mockReset()
  })

  test.each([
    ['bounce', 'settings.mailBounced'],
    ['fbl', 'settings.mailComplained'],
    ['listunsubscribe', 'settings.mailUnsubscribed'],
  ] as const)('[PROF-12] say why no mail is sent any more: %s', async (reason, text) => {
    await open(aUser({ notifications_disabled: [reason] }))
    const reasons = ['settings.mailBounced', 'settings.mailComplained', 'settings.mailUnsubscribed'] as const
    expect(reasons.filter((one) => hasText(t(one)))).toEqual([text])
  })

  test('[SITE-2] name the language and lead to all of them: a list in place would change it at each arrow key', async () => {
    await open()
    const row = screen.getByRole('link', { name: new RegExp(t('settings.language')) })
    expect([row.textContent, row.getAttribute('href')]).toEqual([`${t('settings.language')}English`, '/lang-config'])
  })

  test('[PROF-12] send mail again at a tap, and say so', async () => {
    const asked = answerCalls({
      'notifications.enable': { settings: DEFAULT_MEMBER_SETTINGS },
      'notifications.put': { settings: DEFAULT_MEMBER_SETTINGS },
    })
    await open(aUser({ notifications_disabled: ['bounce'] }))
    await press(t('settings.mailEnable'))
    expect(asked.filter(({ name }) => name === 'notifications.enable')).toHaveLength(1)
    await waitFor(() => expect(toasts.value.map(({ text }) => text)).toEqual([t('settings.mailOnAgain')]))
  })

  test('[PWA-11] log out at a tap', async () => {
    const asked = answerCalls({ logout: {} })
    await open()
    const row = screen.getByText(t('settings.logoutHint')).closest('button')
    await act(async () => void fireEvent.click(row ?? document.body))
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('logout'))
  })

  test('[ACC-12] keep the account when the question is closed in one of its ways', async () => {
    const asked = answerCalls({})
    for (const way of ['settings.deleteStay', 'ui.close'] as const) {
      await openDeletion()
      await press(t(way))
      expect(screen.queryByRole('dialog')).toBeNull()
      cleanup()
    }
    expect(asked.map(({ name }) => name)).not.toContain('user.delete')
  })

  test('[ACC-12] delete the account with the password, and log out', async () => {
    const asked = answerCalls({ 'user.delete': {} })
    await openDeletion()
    await deleteWith('the old password')
    await waitFor(() => expect(place()).toBe('/account-deleted'))
    expect(asked.find(({ name }) => name === 'user.delete')?.body).toEqual({ password: 'the old password' })
    expect(user.value).toBeNull()
  })

  test('[ACC-12] leave the account and the login as they are if the password is wrong', async () => {
    answerCalls({ 'user.delete': { error: 'invalid_input', fields: { password: 'password_wrong' } } })
    await openDeletion()
    await deleteWith('another password')
    expect(await screen.findByText(t('field.password_wrong'))).toBeDefined()
    expect([place(), user.value?.id]).toEqual(['/notifications', me.id])
  })

  test('[ACC-12] [ACC-20] delete nothing if the member without a password does not answer with a passkey', async () => {
    const asked = answerCalls({ 'passkeys.list': { passkeys: [], has_password: false } })
    await openDeletion()
    await press(t('settings.delete'))
    expect(asked.map(({ name }) => name)).not.toContain('user.delete')
  })

  test.each([
    [false, 'settings.deleteCreditsLost'],
    [true, 'settings.deleteToTransactions'],
  ] as const)('[PAY-11] [ACC-12] say of credits that were bought (%s) how they come back', async (isPaid, text) => {
    await openDeletion(aUser({ paid_user: isPaid }))
    expect(hasText(t(text))).toBe(true)
  })

  test('[ACC-12] ask before the account is deleted', async () => {
    const asked = answerCalls({})
    await openDeletion()
    for (const text of [t('settings.deleteAtOnce'), t('settings.deleteUndo', { count: 14 }), t('settings.deleteThen')])
      expect(hasText(text)).toBe(true)
    expect(asked.filter(({ name }) => name.includes('delete'))).toEqual([])
  })

  test('[PWA-2] say that changes wait, only without a network', async () => {
    onDevice({ waiting: 2 })
    await open()
    expect(hasText(t('settings.waits'))).toBe(false)
    await act(async () => onDevice({ waiting: 2, connection: 'offline' }))
    expect(hasText(t('settings.waits'))).toBe(true)
  })

  test('[PWA-3] name the refused changes of settings, and leave the others to their own screens', async () => {
    onDevice({ failed: [refused('messages.send')] })
    await open()
    expect(hasText(refusedTitle(1))).toBe(false)
    const ownKinds = ['notifications.put', 'consents.put', 'user.language']
    await act(async () =>
      onDevice({ failed: ['messages.send', ...ownKinds].map((kind, index) => ({ ...refused(kind), id: `${index}` })) }),
    )
    expect(hasText(refusedTitle(3))).toBe(true)
  })
})

test('[PROF-9] settings without a link from a mail have no mail subject', () => {
  expect(mailLinkOf('')).toEqual({ isFromMail: false, token: null, about: null })
  expect(mailLinkOf('?unsubscribe=')).toEqual({ isFromMail: false, token: null, about: null })
})

test('[PROF-9] the link of a mail carries the unsubscribe token and the subject', () => {
  expect(mailLinkOf('?unsubscribe=abc_-1&about=like')).toEqual({ isFromMail: true, token: 'abc_-1', about: 'like' })
  expect(mailLinkOf('source=email')).toEqual({ isFromMail: true, token: null, about: null })
})

test('[PROF-9] an unknown subject is ignored', () => {
  expect(mailLinkOf('unsubscribe=a&about=everything').about).toBeNull()
})
