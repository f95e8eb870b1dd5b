/** Rows and pages of the queue for tests of the desk. */
import type { Queue, QueueRow } from '#contract/desk/entities/queue.ts'

const NOW = Date.now()
const MINUTE_MS = 60_000

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

const NO_KINDS = {
  photo: 0,
  report: 0,
  appeal: 0,
  complaint: 0,
  notice: 0,
  chargeback: 0,
  flag: 0,
  age: 0,
  approval: 0,
}
export const queueOf = (rows: QueueRow[], own: Partial<Queue> = {}): Queue => ({
  rows,
  counts: {
    all: 5_061,
    kinds: { ...NO_KINDS, complaint: 5_008 },
    severities: { grave: 3, harm: 9, rest: 5_049 },
    mine: 0,
    free: 5_061,
  },
  next: null,
  last_answer: null,
  ...own,
})
