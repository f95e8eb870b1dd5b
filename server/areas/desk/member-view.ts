/** A member as the desk shows them [DESK-11]: contact data is covered. */
import type { AuthorityExport, DeskMember, FoundMember, MemberEvent } from '#contract/desk/members.ts'
import { AUTHORITY_EXPORT_DAYS, HISTORY_SHOWN, NOTES_SHOWN } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Deps } from '../../deps.ts'
import { deviceOf } from '../account/device-of.ts'
import { sessionId } from '../account/session.ts'
import { invoiceNumber } from '../money/invoice.ts'
import { letterNumber } from '../notices/complain.ts'
import { cityName } from '../site/places.ts'
import type { StoredAuditRow } from './audit-queries.ts'
import type { deskMemberQueries } from './member-queries.ts'

type FoundRow = Awaited<ReturnType<ReturnType<typeof deskMemberQueries>['byNumber']>>[number]

/** Nobody has so many requests about one member. */
const EXPORTS_MAX = 50

export const foundOf = (row: FoundRow, now: number): Omit<FoundMember, 'by'> => ({
  id: row.id,
  name: row.name,
  age: ageOn(row.birthDate, todayIn(row.country, now)),
  country: row.country,
  city: cityName(row.city),
  status: row.status,
  sanction: row.sanction,
  paid: row.paid,
  fictional: row.fictional,
})

/** Shows the first letter and the ending: enough to compare with the address that a caller names. */
const coveredMail = (mail: string): string => {
  const [mailbox = '', domain = ''] = mail.split('@')
  return `${mailbox.slice(0, 1)}••••@••••${domain.slice(domain.lastIndexOf('.'))}`
}

/** The last two digits stay. */
const coveredPhone = (phone: string): string => `•••• ${phone.slice(-2)}`

/** @returns undefined if there is no such member */
export const deskMemberOf = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  id: number,
): Promise<DeskMember | undefined> => {
  const [own, [row]] = [await read.account.own(id), await read.deskMembers.byNumber(id)]
  if (!own || !row || row.status === 'deleted') return undefined
  const { user, profile } = own
  const contacts = await read.deskMembers.debitContacts(id)
  const evidence = await read.evidence.about(id)
  const sessions = await read.account.sessionsOf(id, now())
  return {
    ...foundOf(row, now()),
    gender: profile.gender,
    language: user.language,
    about_me: await read.deskMembers.ownWords(id),
    signup_at: user.signupAt,
    last_active: profile.activeAt ?? profile.lastActive,
    sanction_until: user.sanctionUntil,
    deleting_since: user.deletingSince,
    mail: coveredMail(user.email),
    phones: [...new Set(contacts.map(({ phone }) => coveredPhone(phone)))],
    addresses: addressesOf(contacts).length,
    credits: user.credits,
    bought: await read.deskMembers.bought(id),
    conversations: await read.deskMembers.conversations(id),
    sessions: sessions.map(sessionOf),
    reports_about: await read.deskMembers.reportsAbout(id),
    reports_made: await read.deskMembers.reportsBy(id),
    evidence: { held: evidence.length, legal: evidence.filter(({ legalHold }) => legalHold).length },
    authority_exports: await authorityExportsOf({ read, now }, id),
    notes: await notesOf(read, id),
    history: await historyOf(read, id, user.signupAt),
  }
}

const sessionOf = (row: Awaited<ReturnType<Deps['read']['account']['sessionsOf']>>[number]) => {
  const { device, browser, system } = deviceOf(row.userAgent)
  return { id: sessionId(row.hash), device, browser, system, created_at: row.createdAt, last_seen_at: row.lastSeenAt }
}

const notesOf = async (read: Deps['read'], member: number): Promise<DeskMember['notes']> => {
  const rows = await read.deskMembers.notes(member, NOTES_SHOWN)
  const newest = rows.map(({ note: { id, at, staff, text }, name }) => ({ id, at, by: { id: staff, name }, text }))
  return { total: await read.deskMembers.noteCount(member), newest: newest.toReversed() }
}

type Contact = Awaited<ReturnType<Deps['read']['deskMembers']['debitContacts']>>[number]

/** Each postal address once. */
export const addressesOf = (contacts: readonly Contact[]): string[] => [
  ...new Set(contacts.map(({ street, houseNumber, zip, city }) => `${street} ${houseNumber}, ${zip} ${city}`)),
]

/** Each kind has a limit of its own: 300 reports must not hide a payment. */
const historyOf = async (read: Deps['read'], id: number, signupAt: number): Promise<MemberEvent[]> => {
  const acts = await read.audit.page({ subjectKind: 'member', subject: id }, HISTORY_SHOWN)
  const events: MemberEvent[] = [
    { kind: 'signup', at: signupAt },
    ...(await read.deskMembers.completedPayments(id, HISTORY_SHOWN)).flatMap(
      ({ at, amount, currency, credits, invoice }) =>
        at === null
          ? []
          : [
              {
                kind: 'payment' as const,
                at,
                amount,
                currency,
                credits,
                invoice: invoice === null ? null : invoiceNumber(invoice, at),
              },
            ],
    ),
    ...(await read.deskMembers.reports(id, HISTORY_SHOWN)).map(({ id: letter, at, by, reason }) => ({
      kind: by === id ? ('report_made' as const) : ('reported' as const),
      at,
      number: letterNumber({ kind: 'report', id: letter }),
      reason,
    })),
    // A decision that was undone never counted. The audit below has both acts.
    ...(await read.safety.decisionsOf(id))
      .filter(({ undoneAt }) => undoneAt === null)
      .slice(0, HISTORY_SHOWN)
      .map(({ at, kind, reason, liftedAt }) => ({
        kind: 'decision' as const,
        at,
        decision: kind,
        reason,
        lifted: liftedAt !== null,
      })),
    ...acts.map(({ row, name }) => ({
      kind: 'act' as const,
      at: row.at,
      act: row.act,
      staff: name ?? '',
      reason: row.reason,
      row: row.id,
    })),
  ]
  return events.toSorted((one, other) => other.at - one.at)
}

/** The audit itself is the record of these requests: a request is a row, and so is its decision. */
const authorityExportsOf = async (deps: Pick<Deps, 'read' | 'now'>, member: number): Promise<AuthorityExport[]> => {
  const asked = await deps.read.audit.page(
    { act: 'authority_export.ask', subjectKind: 'member', subject: member },
    EXPORTS_MAX,
  )
  return Promise.all(asked.map(({ row, name }) => authorityExportOf(deps, row, name)))
}

export const authorityExportOf = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  row: StoredAuditRow,
  name: string | null,
): Promise<AuthorityExport> => {
  const decisions = await read.audit.page({ subjectKind: 'authority_export', subject: row.id }, EXPORTS_MAX)
  const decided = decisions.find(({ row: { act } }) => act !== 'authority_export.download')?.row
  const state = STATES.get(decided?.act) ?? 'asked'
  // The file has the messages of the day it is made, so a permission without an end would let one person follow a member for ever.
  const isOver = state === 'approved' && now() >= (decided?.at ?? 0) + AUTHORITY_EXPORT_DAYS * DAY_MS
  return {
    id: row.id,
    at: row.at,
    by: { id: row.staff ?? 0, name: name ?? '' },
    reason: row.reason,
    state: isOver ? 'expired' : state,
  }
}

const STATES = new Map<string | undefined, AuthorityExport['state']>([
  ['authority_export.approve', 'approved'],
  ['authority_export.refuse', 'refused'],
])
