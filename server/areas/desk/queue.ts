/** Lists the items that wait for a person, and counts them [DESK-4]. */
import { QUEUE_PAGE } from '#contract/desk/limits.ts'
import {
  ROW_ITEMS,
  type Claim,
  type Queue,
  type queueCalls,
  type QueueCounts,
  type QueueFilter,
  type QueueItem,
  type QueueMember,
  type QueueRow,
} from '#contract/desk/queue.ts'
import type { StaffRole } from '#contract/desk/roles.ts'
import { isMoneyKind, ITEM_KINDS, kindsOf, SEVERITIES, type ItemKind, type Severity } from '#contract/desk/severity.ts'
import { memberOf, moneyOf, PHOTOS_SUBJECT } from '#contract/desk/subject.ts'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { LETTER_KINDS, REPORT_REASONS, type LetterKind } from '#contract/entities/safety.ts'
import { ageOn } from '#contract/rules/age.ts'
import { sanctionAt } from '#contract/rules/may-act.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { recordOf } from '#contract/records.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { letterNumber } from '../notices/complain.ts'
import { claimRow, releaseRow, type ClaimedByOther } from './claims.ts'
import { ownAccountsAmong, staffAccountsOf } from './own-account.ts'
import { dueOf, rankOf, type CaseRow, type Cursor, type ItemRow, type SubjectRow } from './queue-queries.ts'

type Reads = Pick<Queries, 'queue'>
type RowReads = Pick<Queries, 'queue' | 'staff' | 'account'>
/** Names of staff members by id. */
export type StaffNames = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** `kinds`: those of the caller's role; all if left out. */
type QueueQuery = { filter: QueueFilter; after: string | null; kinds?: readonly ItemKind[] }

export const listQueue = async (
  { read, now }: { read: RowReads } & Pick<Deps, 'now'>,
  staff: number,
  namesOf: StaffNames,
  { filter, after, kinds = ITEM_KINDS }: QueueQuery,
): Promise<Queue> => {
  const at = now()
  const reader = { staff, accounts: await staffAccountsOf(read, staff) }
  const found = await read.queue.rows({ filter, kinds, after: cursorFrom(after) }, reader, at, QUEUE_PAGE + 1)
  const page = found.slice(0, QUEUE_PAGE)
  const last = found.length > QUEUE_PAGE ? page.at(-1) : undefined
  const parts = await read.queue.counts(kinds, reader, at)
  return {
    rows: await rowsFrom(read, reader, namesOf, { page, kind: isKind(filter) ? filter : null }, at),
    counts: countsFrom(parts),
    fitting: recordOf(SEVERITIES, (severity) => countOfFilter(parts, filter, severity)),
    next: last ? `${last.weight} ${last.subject}` : null,
    last_answer: await lastAnswer(read, namesOf),
  }
}

/** All waiting items of a subject, as a case shows them. */
export const waitingItems = async (
  { read, now }: { read: Reads & Pick<Queries, 'staff'> } & Pick<Deps, 'now'>,
  staff: number,
  subject: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<QueueItem[]> => {
  const items = await read.queue.itemsOf([subject], limit)
  const people = await membersOf(
    read,
    items.flatMap(({ sender }) => sender ?? []),
    now(),
  )
  const accounts = await staffAccountsOf(read, staff)
  return items.map((item) => itemFrom(item, accounts, people))
}

const rowsFrom = async (
  read: RowReads,
  { staff, accounts }: { staff: number; accounts: ReadonlySet<number> },
  namesOf: StaffNames,
  { page, kind }: { page: readonly SubjectRow[]; kind: ItemKind | null },
  at: number,
): Promise<QueueRow[]> => {
  const subjects = page.map(({ subject }) => subject)
  const items = Map.groupBy(await read.queue.itemsOf(subjects, ROW_ITEMS, kind), ({ subject }) => subject)
  const people = await membersOf(
    read,
    [
      ...subjects.flatMap((subject) => personOf(subject) ?? []),
      ...[...items.values()].flat().flatMap(({ sender }) => sender ?? []),
    ],
    at,
  )
  const open = await openCases(read, subjects)
  const own = await ownAccountsAmong(
    read,
    staff,
    subjects.flatMap((subject) => personOf(subject) ?? []),
  )
  const names = await namesOf([...open.values()].flatMap(({ staff: by }) => by ?? []))
  return page.map((row) => {
    const severity = rankOf(row.weight)
    const member = personOf(row.subject)
    const openCase = open.get(row.subject)
    const isOwn = member !== null && own.has(member)
    const shown = (items.get(row.subject) ?? []).map((item) => itemFrom(item, accounts, people))
    return {
      subject: row.subject,
      case: openCase?.id ?? null,
      member:
        member === null
          ? null
          : memberFrom(people.get(member) ?? null, member, {
              isGrave: SEVERITIES[row.worst] === 'grave',
              subject: row.subject,
            }),
      severity,
      due_at: dueOf(row.weight),
      count: row.total,
      members: row.subject === PHOTOS_SUBJECT ? row.members : member === null ? 0 : 1,
      // A colleague must not learn here who has reported them.
      items: isOwn ? shown.map((item) => ({ ...item, from: null, text: '' })) : shown,
      claim: claimOf(openCase, names, at),
      not_you: isOwn || row.own === row.total,
      own_account: isOwn,
    }
  })
}

/** The member of a row, or null. */
const personOf = (subject: string): number | null => memberOf(subject) ?? moneyOf(subject)

const openCases = async (read: Reads, subjects: readonly string[]): Promise<Map<string, CaseRow>> => {
  const rows: [string, CaseRow][] = []
  for (const subject of subjects) {
    const row = await read.queue.openCase(subject)
    if (row) rows.push([subject, row])
  }
  return new Map(rows)
}

export const claimOf = (row: CaseRow | undefined, names: ReadonlyMap<number, string>, at: number): Claim | null =>
  row?.staff == null || row.claimedUntil === null || row.claimedUntil <= at
    ? null
    : { staff: row.staff, name: names.get(row.staff) ?? '', until: row.claimedUntil }

type ShownCase = { isGrave: boolean; subject: string }

export const membersOf = async (read: Reads, ids: readonly number[], at: number): Promise<Map<number, QueueMember>> => {
  const rows = await read.queue.members([...new Set(ids)])
  return new Map(
    rows.map((row) => {
      const isErased = row.status === 'deleted'
      const card: QueueMember = {
        id: row.id,
        name: row.name,
        age: isErased ? null : ageOn(row.birthDate, todayIn(row.country, at)),
        fictional: Boolean(row.fictional),
        photo: row.photo,
        joined_at: isErased ? null : row.signupAt,
        country: row.country,
        city: row.city,
        sanction: sanctionAt(row, at),
      }
      return [row.id, card]
    }),
  )
}

/** A case of a minor or of blackmail shows no portrait in the queue, and money needs no face. */
const memberFrom = (known: QueueMember | null, id: number, { isGrave, subject }: ShownCase): QueueMember => {
  const nobody: QueueMember = {
    id,
    name: '',
    age: null,
    fictional: false,
    photo: null,
    joined_at: null,
    country: '',
    city: '',
    sanction: null,
  }
  const card = known ?? nobody
  return isGrave || moneyOf(subject) !== null ? { ...card, photo: null } : card
}

const REASONS = [...REPORT_REASONS, ...PHOTO_REASONS]
const isLetter = (kind: ItemKind): kind is LetterKind => LETTER_KINDS.some((one) => one === kind)

/** @param accounts the staff accounts of the reader */
const itemFrom = (row: ItemRow, accounts: ReadonlySet<number>, people: ReadonlyMap<number, QueueMember>): QueueItem => {
  const sender = row.sender === null ? undefined : people.get(row.sender)
  return {
    kind: row.kind,
    id: row.id,
    at: row.at,
    due_at: row.due,
    severity: SEVERITIES[row.rank] ?? 'rest',
    reason: REASONS.find((reason) => reason === row.reason) ?? null,
    number: isLetter(row.kind) ? letterNumber({ kind: row.kind, id: row.id }) : '',
    text: row.text,
    from: sender ? { id: sender.id, name: sender.name, age: sender.age } : null,
    is_own: row.decider !== null && accounts.has(row.decider),
  }
}

type Part = { kind: ItemKind; rank: number; total: number; mine: number; free: number }

const countOfFilter = (parts: readonly Part[], filter: QueueFilter, severity: Severity): number =>
  parts
    .filter(({ kind, rank }) => SEVERITIES[rank] === severity && (kind === filter || !isKind(filter)))
    .reduce((total, part) => total + (filter === 'mine' || filter === 'free' ? part[filter] : part.total), 0)

const isKind = (filter: QueueFilter): filter is ItemKind => ITEM_KINDS.some((kind) => kind === filter)

const countsFrom = (parts: readonly Part[]): QueueCounts => {
  const sum = (fits: (part: (typeof parts)[number]) => boolean): number =>
    parts.reduce((total, part) => (fits(part) ? total + part.total : total), 0)
  return {
    all: sum(() => true),
    kinds: recordOf(ITEM_KINDS, (name) => sum(({ kind }) => kind === name)),
    severities: recordOf(SEVERITIES, (name) => sum(({ rank }) => SEVERITIES[rank] === name)),
    mine: parts.reduce((total, part) => total + part.mine, 0),
    free: parts.reduce((total, part) => total + part.free, 0),
  }
}

/** The counts alone, for the badges of the rail. */
const countQueue = async (
  { read, now }: { read: Reads & Pick<Queries, 'staff'> } & Pick<Deps, 'now'>,
  staff: number,
  kinds: readonly ItemKind[],
): Promise<QueueCounts> =>
  countsFrom(await read.queue.counts(kinds, { staff, accounts: await staffAccountsOf(read, staff) }, now()))

const lastAnswer = async (read: Reads, namesOf: StaffNames): Promise<Queue['last_answer']> => {
  const last = await read.queue.lastAnswer()
  if (!last) return null
  const names = await namesOf(last.staff === null ? [] : [last.staff])
  return { at: last.at, name: last.staff === null ? '' : (names.get(last.staff) ?? '') }
}

/** `weight subject`, as `next` of the page before wrote it; anything else begins at the first row. */
const cursorFrom = (after: string | null): Cursor | null => {
  const match = after === null ? null : /^(\d{1,16}) (\S+)$/.exec(after)
  return match ? { weight: Number(match[1]), subject: match[2] ?? '' } : null
}

export const namesIn =
  ({ read }: Pick<Deps, 'read'>): StaffNames =>
  async (ids) => {
    const names = new Map<number, string>()
    for (const id of new Set(ids)) names.set(id, (await read.staff.byId(id))?.name ?? '')
    return names
  }

/** Refuses an act on a row that a colleague works on, with the colleague's name. */
export const refuseClaimed = async (namesOf: StaffNames, { by, until }: ClaimedByOther): Promise<DeskRefusal> =>
  refuseDesk('claimed_by_other', { by: (await namesOf([by])).get(by) ?? '', until })

/** Moderators get no rows about money, and finance gets no others. */
const mayWorkOn = (subject: string, role: StaffRole): boolean =>
  kindsOf(role).some((kind) => isMoneyKind(kind) === (moneyOf(subject) !== null))

export const queueRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof queueCalls> => {
  const namesOf = namesIn(deps)
  return {
    'queue.list': ({ query }, { id, role }) =>
      listQueue(deps, id, namesOf, { filter: query.filter, after: query.after ?? null, kinds: kindsOf(role) }),
    'queue.counts': (_, { id, role }) => countQueue(deps, id, kindsOf(role)),
    'queue.claim': async ({ body }, { id: staff, role }) => {
      if (!mayWorkOn(body.subject, role)) return refuseDesk('not_found')
      const claimed = await claimRow(deps, { staff, subject: body.subject, takeOver: body.take_over ?? null })
      if (claimed === 'own_decision') return refuseDesk(claimed)
      if (!('error' in claimed)) return { case: claimed.case, until: claimed.until }
      return refuseClaimed(namesOf, claimed)
    },
    'queue.release': async ({ body }, { id: staff }) => ({
      released: await releaseRow(deps, { staff, subject: body.subject }),
    }),
  }
}
