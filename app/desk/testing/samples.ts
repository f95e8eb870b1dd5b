/** A member, and rows and pages of the queue, for tests of the desk's screens. */
import type { DeskMember } from '#contract/desk/members.ts'
import type { Queue, QueueRow } from '#contract/desk/queue.ts'
import { ITEM_KINDS } from '#contract/desk/severity.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { recordOf } from '#contract/records.ts'

const NOW = Date.now()

export const helen = (own: Partial<DeskMember> = {}): DeskMember => ({
  id: 48_816,
  name: 'Helen',
  age: 61,
  country: 'IE',
  city: 'Bray',
  status: 'active',
  sanction: null,
  paid: true,
  fictional: false,
  gender: 'female',
  language: 'en',
  about_me: 'Retired botanist.',
  signup_at: NOW,
  last_active: NOW,
  sanction_until: null,
  deleting_since: null,
  mail: 'h••••@••••.ie',
  phones: [],
  addresses: 1,
  credits: 72,
  bought: [{ currency: 'EUR', amount: 5_998, payments: 2 }],
  conversations: 6,
  sessions: [
    { id: 's1', device: 'phone', browser: 'Chrome', system: 'Android', created_at: NOW, last_seen_at: NOW },
    { id: 's2', device: 'desktop', browser: 'Firefox', system: 'Windows', created_at: NOW, last_seen_at: NOW },
  ],
  reports_about: 0,
  reports_made: 1,
  evidence: { held: 1, legal: 0 },
  authority_exports: [],
  notes: { total: 0, newest: [] },
  history: [
    { kind: 'act', at: NOW, act: 'member.unlock', staff: 'Orla Brennan', reason: 'she called', row: 88_431 },
    { kind: 'payment', at: NOW, amount: 3_999, currency: 'EUR', credits: 100, invoice: 'V-2026-004512' },
    { kind: 'signup', at: NOW },
  ],
  ...own,
})

export const row = (id: number, own: Partial<QueueRow> = {}): QueueRow => ({
  subject: `member:${id}`,
  case: null,
  member: {
    id,
    name: `Member${id}`,
    age: 30,
    fictional: false,
    photo: null,
    joined_at: NOW,
    country: 'IE',
    city: 'Galway',
    sanction: null,
  },
  severity: 'rest',
  due_at: NOW + 90 * MINUTE_MS,
  count: 1,
  members: 1,
  items: [
    {
      kind: 'report',
      id,
      at: NOW,
      due_at: NOW,
      severity: 'rest',
      reason: 'spam',
      number: '',
      text: 'Advertises a shop',
      from: null,
      is_own: false,
    },
  ],
  claim: null,
  not_you: false,
  own_account: false,
  ...own,
})

export const queueOf = (rows: QueueRow[], own: Partial<Queue> = {}): Queue => ({
  rows,
  counts: {
    all: 5_061,
    kinds: { ...recordOf(ITEM_KINDS, () => 0), complaint: 5_008 },
    severities: { grave: 3, harm: 9, rest: 5_049 },
    mine: 0,
    free: 5_061,
  },
  fitting: { grave: 3, harm: 9, rest: 5_049 },
  next: null,
  last_answer: null,
  ...own,
})
