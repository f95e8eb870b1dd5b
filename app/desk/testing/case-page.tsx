/** For tests of the desk's cases: a case about Victor, whom two members have reported, and its screen. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Case } from '#contract/desk/case.ts'
import type { StaffRole } from '#contract/desk/roles.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { ToastList } from '../frame/frame.tsx'
import { listenToKeys } from '../keys.ts'
import { CaseScreen } from '../screens/case/case-screen.tsx'
import { storeDraft } from '../screens/case/draft.ts'
import { toasts } from '../toasts.ts'
import { answerCalls, enterAs } from './desk-page.tsx'

export const NOW = Date.now()
export const SUBJECT = 'member:12'

const member: Case['member'] = {
  id: 12,
  name: 'Victor',
  age: 57,
  fictional: false,
  photo: null,
  joined_at: NOW,
  country: 'IE',
  city: 'Galway',
  sanction: null,
}
export const item: Case['items'][number] = {
  kind: 'report',
  id: 31,
  at: NOW,
  due_at: NOW + 60 * MINUTE_MS,
  severity: 'harm',
  reason: 'scam',
  number: 'R-000031',
  text: 'He wants gift cards',
  from: { id: 5, name: 'Helen', age: 61 },
  is_own: false,
}
export const caseOf = (own: Partial<Case> = {}): Case => ({
  case: 4_127,
  subject: SUBJECT,
  member,
  severity: 'harm',
  due_at: NOW + 60 * MINUTE_MS,
  claim: { staff: 1, name: 'Orla Brennan', until: NOW + 9.9 * MINUTE_MS },
  items: [item, { ...item, id: 32, text: 'Asked me for codes', from: { id: 6, name: 'Ruth', age: 60 } }],
  reporters: [{ id: 5, reports: 9, upheld: 1, dismissed: 7 }],
  held: [],
  evidence: [
    {
      letter: 31,
      number: 'R-000031',
      taken_at: NOW,
      held_until: NOW + 1_000 * MINUTE_MS,
      legal_hold: false,
      profile: {
        name: 'Victor',
        gender: 'male',
        birth_date: '1969-01-01',
        country: 'IE',
        region: '',
        city: 'Galway',
        about_me: 'Marine engineer',
        language: 'de',
        signup_at: NOW,
        fictional: false,
        photos: [{ id: 3, hash: 'openhash', private: false, main: true, covered: false }],
      },
      messages: 2,
      message: 71,
      photo: null,
    },
  ],
  changed: [
    { field: 'name', before: 'Victor', after: 'Viktor' },
    { field: 'country', before: 'IE', after: 'DE' },
  ],
  history: { joined_at: NOW, language: 'de', status: 'active', wrote_to: 14, upheld: 0, dismissed: 0 },
  decisions: [],
  links: [
    { member: 40, name: 'Paul', age: 44, kind: 'device', strength: 'weak', shared_by: 212, banned: false, alike: null },
    { member: 41, name: '', age: null, kind: 'mail', strength: 'strong', shared_by: 2, banned: true, alike: null },
  ],
  ...own,
})

/** The item of an appeal against a colleague's decision, which is `appealed`. */
export const appeal: Case['items'][number] = { ...item, kind: 'appeal', reason: null, id: 33 }
export const appealed: Case['decisions'][number] = {
  id: 8,
  kind: 'muted',
  reason: 'spam',
  note: '',
  at: NOW,
  until: null,
  lifted_at: null,
  staff: { id: 1, name: 'Orla Brennan' },
  photo: null,
  removed_text: '',
  appeal: { letter: 33, at: NOW, text: 'I only said hello', upheld: null },
  is_own: false,
}

export const MESSAGES = {
  audit: 88_431,
  at: NOW,
  reported: 71,
  messages: [
    { id: 70, sender: 5, sent_at: NOW, type: 'text', text: 'Oh no', photo: null },
    { id: 71, sender: 12, sent_at: NOW, type: 'photo', text: 'Buy Steam cards', photo: 'senthash' },
  ],
}
export const PREVIEW = {
  language: 'de',
  subject: 'Entscheidung',
  paragraphs: ['Dein Konto ist gesperrt.', 'Grund: Betrug', 'Regel: 2. Betrug', 'Widerspruch in sechs Monaten.'],
  desk_paragraphs: ['Your account is banned.', 'Reason: scam', 'Rule: 2. Scams', 'Appeal within six months.'],
  reporters: ['Helen', 'Ruth'],
  more_reporters: 0,
  warned: 14,
}

/** Before each test of a file: listens to the keyboard. After each: an empty draft. */
export const atCase = (): void => {
  let stop: (() => void) | undefined
  beforeEach(() => {
    stop = listenToKeys(document)
  })
  afterEach(() => {
    cleanup()
    stop?.()
    toasts.value = []
    storeDraft(`1 ${SUBJECT}`, null)
    vi.unstubAllGlobals()
  })
}

type Replies = Parameters<typeof answerCalls>[0]

export const open = async (
  replies: Replies,
  { subject = SUBJECT, role = 'moderator' }: { subject?: string; role?: StaffRole } = {},
) => {
  await enterAs(role)
  const requests = answerCalls({
    'POST cases/12/preview': () => ({ json: PREVIEW }),
    'POST queue/claim': () => ({ json: { case: 4_127, until: NOW + 10 * MINUTE_MS } }),
    ...replies,
  })
  const location = memoryLocation({ path: `/cases/${subject}`, record: true })
  render(
    <Router hook={location.hook}>
      <CaseScreen params={{ subject }} />
      <ToastList />
    </Router>,
  )
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  return { requests, location }
}
export const openCase = (own: Partial<Case> = {}, more: Replies = {}, role: StaffRole = 'moderator') =>
  open({ 'GET cases/12': () => ({ json: caseOf(own) }), ...more }, { role })

export const textIn = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label)

/** Sends the form around this field. */
export const submitForm = (label: string): void => {
  fireEvent.submit(textIn(label).form ?? document.body)
}

export const typeFacts = (text: string): void => {
  fireEvent.change(screen.getByLabelText('Facts, in your words'), { target: { value: text } })
}
export const DECIDED = { at: NOW, undo_until: Date.now() + 30_000, decision: 9, answered: 2, warned: 14 }
