/**
 * A case of the desk: the reported content as it was at the report, its changes since, and the facts about the member
 * [DESK-6].
 */
import type { Case, CaseLink, HeldMessage, SnapshotMessage, SnapshotProfile } from '#contract/desk/case.ts'
import type { AlikePhoto } from '#contract/desk/photos.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import { coversPhotos, SEVERITIES } from '#contract/desk/severity.ts'
import type { PhotoSize } from '#contract/entities/photo.ts'
import { MESSAGE_WARNINGS } from '#contract/entities/chat.ts'
import type { Deps } from '../../deps.ts'
import { letterNumber } from '../notices/complain.ts'
import { profileNow } from '../safety/evidence.ts'
import { marksOf } from '../safety/identity.ts'
import { cityName, regionName } from '../site/places.ts'
import type { EvidenceRow } from '../safety/evidence-queries.ts'
import type { DecisionRow, FullLetterRow } from '../safety/queries.ts'
import { staffAccountsOf } from './own-account.ts'
import { alikePhotos, hasOpened, logOpening, OPENED_MS } from './photos.ts'
import { claimOf, membersOf, waitingItems, type StaffNames } from './queue.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'identityKey'>

export const readCase = async (
  deps: Needs,
  staff: number,
  namesOf: StaffNames,
  member: number,
): Promise<Case | null> => {
  const { read, now } = deps
  const at = now()
  const person = (await membersOf(read, [member], at)).get(member)
  const account = await read.account.userById(member)
  if (!person || !account) return null
  const subject = memberSubject(member)
  const items = await waitingItems(deps, staff, subject)
  const accounts = await staffAccountsOf(read, staff)
  const openCase = await read.queue.openCase(subject)
  const evidence = await read.evidence.about(member)
  const current = await profileNow(read, member)
  const decisions = (await read.safety.decisionsOf(member)).filter(({ undoneAt }) => undoneAt === null)
  const appeals = new Map((await read.safety.appealsOf(member)).map((letter) => [letter.decision, letter]))
  const names = await namesOf([
    ...(openCase?.staff == null ? [] : [openCase.staff]),
    ...decisions.flatMap(({ staff: by }) => by ?? []),
  ])
  const first = evidence.findLast(({ letter }) => items.some(({ id, kind }) => id === letter && kind !== 'flag'))
  return {
    case: openCase?.id ?? null,
    subject,
    member: person,
    severity: SEVERITIES.find((one) => items.some(({ severity }) => severity === one)) ?? null,
    due_at: items.length === 0 ? null : Math.min(...items.map((item) => item.due_at)),
    claim: claimOf(openCase, names, at),
    items,
    reporters: await read.queue.reportersOf(
      items.flatMap(({ kind, from }) => (kind === 'report' && from ? [from.id] : [])),
    ),
    held: await heldOf(deps, member),
    evidence: await evidenceOf(deps, evidence, await read.deskPhotos.isAnyHarmful(member)),
    changed: first ? changesOf(first.profile, current) : [],
    history: {
      joined_at: person.joined_at,
      language: current?.language ?? '',
      status: account.status,
      wrote_to: await read.safety.countWrittenTo(member),
      ...(await read.safety.outcomesAbout(member)),
    },
    decisions: await Promise.all(
      decisions.map((row) => decisionOf(deps, accounts, { row, appeal: appeals.get(row.id), names })),
    ),
    links: await linksOf(deps, member, at),
  }
}

type DecidedRow = {
  row: DecisionRow
  appeal: FullLetterRow | undefined
  names: ReadonlyMap<number, string>
}

const decisionOf = async (
  { read }: Pick<Deps, 'read'>,
  accounts: ReadonlySet<number>,
  { row, appeal, names }: DecidedRow,
): Promise<Case['decisions'][number]> => {
  const photo = row.photo === null ? undefined : await read.deskPhotos.coverOf(row.photo)
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    at: row.at,
    until: row.until,
    lifted_at: row.liftedAt,
    staff: row.staff === null ? null : { id: row.staff, name: names.get(row.staff) ?? '' },
    photo: row.photo === null || photo === undefined ? null : { id: row.photo, covered: Boolean(photo.covered) },
    removed_text: row.kind === 'text_removed' && row.message === null ? row.removedText : '',
    appeal: appeal ? { letter: appeal.id, at: appeal.at, text: appeal.text, upheld: appeal.upheld } : null,
    is_own: row.staff !== null && accounts.has(row.staff),
  }
}

/** A private photo, the reported photo, and all photos once the report or anything that waits is about them. */
const isCovered = (
  letter: FullLetterRow | undefined,
  photo: { id: number; private: boolean },
  isHarmful: boolean,
): boolean =>
  isHarmful || photo.private || photo.id === letter?.photo || (letter?.reason != null && coversPhotos(letter.reason))

const evidenceOf = async (
  { read }: Pick<Deps, 'read'>,
  rows: readonly EvidenceRow[],
  isHarmful: boolean,
): Promise<Case['evidence']> => {
  const parts: Case['evidence'] = []
  for (const row of rows) {
    const letter = await read.safety.fullLetter(row.letter)
    parts.push({
      letter: row.letter,
      number: letter ? letterNumber(letter) : '',
      taken_at: row.takenAt,
      held_until: row.heldUntil,
      legal_hold: row.legalHold,
      profile: {
        ...row.profile,
        photos: row.profile.photos.map((photo) => ({ ...photo, covered: isCovered(letter, photo, isHarmful) })),
      },
      messages: row.messages.length,
      message: letter?.message ?? null,
      photo: letter?.photo ?? null,
    })
  }
  return parts
}

const FIELDS = ['name', 'about_me', 'birth_date', 'country', 'region', 'city'] as const

/** A place by its name. */
const shownAs = (field: (typeof FIELDS)[number], value: string): string => {
  if (field === 'city') return cityName(value) || value
  return field === 'region' ? regionName(value) || value : value
}

const photosOf = (profile: SnapshotProfile): string => profile.photos.map(({ id }) => id).join(' ')

/** The present profile as a difference to the snapshot. */
const changesOf = (before: SnapshotProfile, after: SnapshotProfile | undefined): Case['changed'] => {
  const shown: Case['changed'] = FIELDS.filter((field) => before[field] !== after?.[field]).map((field) => ({
    field,
    before: shownAs(field, before[field]),
    after: after ? shownAs(field, after[field]) : null,
  }))
  if (!after || photosOf(before) !== photosOf(after))
    shown.push({ field: 'photos', before: photosOf(before), after: after ? photosOf(after) : null })
  return shown
}

/** A value that more accounts than this share says little about one person. */
const STRONG_MAX = 5

/** Other accounts with the same payment, photo or device: living ones by their rows, banned and erased ones by hashes. */
const linksOf = async (deps: Needs, member: number, at: number): Promise<CaseLink[]> => {
  const { read } = deps
  const looks = await looksLike(deps, member)
  const living = await read.identity.livingSharers(member)
  const known = new Set(living.map((link) => `${link.kind} ${link.member}`))
  const near = [...looks.keys()]
    .filter((other) => !known.has(`photo ${other}`))
    .map((other) => ({ kind: 'photo' as const, member: other, sharedBy: 2 }))
  const marked = await read.identity.sharers(await marksOf(deps, read, member), member)
  const people = await membersOf(
    read,
    [...living, ...near, ...marked].map((link) => link.member),
    at,
  )
  const links = new Map<string, CaseLink>()
  for (const { kind, member: other, decision, sharedBy } of [
    ...[...living, ...near].map((link) => ({ ...link, decision: null })),
    ...marked.map((link) => ({ ...link, sharedBy: 2 })),
  ]) {
    const card = people.get(other)
    const key = `${kind} ${other}`
    links.set(key, {
      member: other,
      name: card?.name ?? '',
      age: card?.age ?? null,
      kind,
      strength: sharedBy <= STRONG_MAX ? 'strong' : 'weak',
      shared_by: sharedBy,
      banned: (links.get(key)?.banned ?? false) || decision !== null || card?.sanction === 'banned',
      alike: kind === 'photo' ? (looks.get(other) ?? null) : null,
    })
  }
  return [...links.values()].toSorted((one, other) => one.shared_by - other.shared_by)
}

/** The photo of each other account that looks most like one of the member's. */
const looksLike = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<ReadonlyMap<number, AlikePhoto>> => {
  const nearest = new Map<number, AlikePhoto>()
  for (const photo of await read.deskPhotos.filesOf(member))
    for (const one of await alikePhotos({ read }, { ...photo, owner: member }))
      if (one.likeness > (nearest.get(one.owner)?.likeness ?? 0)) nearest.set(one.owner, one)
  return nearest
}

/** The messages of the member that wait for a person, without their texts. */
const heldOf = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<HeldMessage[]> =>
  (await read.flags.openFlagsOf(member))
    .filter(({ kind, message }) => kind === 'message' && message !== null)
    .map(({ id, facts: { found } }) => ({
      flag: id,
      found: MESSAGE_WARNINGS.filter((one) => Array.isArray(found) && found.includes(one)),
    }))

/** Logs the look, and then reads a message that the automatic check holds [DESK-3]. */
export const openHeldMessage = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  id: number,
): Promise<{ audit: number; at: number; text: string; to: string } | null> => {
  const flag = await read.flags.flag(id)
  if (!flag || flag.answeredAt !== null || flag.message === null) return null
  const [found] = await read.chat.messagesById([flag.message])
  if (!found) return null
  const at = now()
  const look = { staff, act: 'case.open_conversation', subject: { kind: 'message', id: found.id }, at } as const
  const audit = await write((tx) => tx.audit.add(look))
  const to = (await read.account.own(found.low + found.high - found.sender))?.profile.name ?? ''
  return { audit: audit.id, at, text: found.text, to }
}

type OpenedMessages = { audit: number; at: number; reported: number | null; messages: SnapshotMessage[] }

/** Logs the look, and then reads the messages of a snapshot [DESK-3]. */
export const openMessages = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  letter: number,
): Promise<OpenedMessages | null> => {
  const row = await read.evidence.of(letter)
  if (!row) return null
  const at = now()
  const audit = await write((tx) =>
    tx.audit.add({ staff, act: 'case.open_conversation', subject: { kind: 'letter', id: letter }, at }),
  )
  return {
    audit: audit.id,
    at,
    reported: (await read.safety.fullLetter(letter))?.message ?? null,
    messages: row.messages,
  }
}

/** Logs the look at a covered photo of a snapshot, before its file is read [DESK-3]. */
export const openEvidencePhoto = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  { letter, photo }: { letter: number; photo: number },
): Promise<{ audit: number; at: number } | null> => {
  const row = await read.evidence.of(letter)
  if (!row?.profile.photos.some(({ id }) => id === photo)) return null
  return write((tx) => logOpening(tx, staff, photo, now()))
}

/** A picture of a snapshot. A picture in a message and a covered picture are answered only after a logged look. */
export const evidenceFile = async (
  deps: Pick<Deps, 'read' | 'photos' | 'now'>,
  staff: number,
  { letter, hash, size }: { letter: number; hash: string; size: PhotoSize },
): Promise<Uint8Array | null> => {
  const row = await deps.read.evidence.of(letter)
  const isThere =
    row?.profile.photos.some((photo) => photo.hash === hash) || row?.messages.some((one) => one.photo === hash)
  if (!row || !isThere) return null
  return size === 'blur' || (await mayLoad(deps, staff, row, hash)) ? deps.photos.read(hash, size) : null
}

const mayLoad = async (
  deps: Pick<Deps, 'read' | 'now'>,
  staff: number,
  { letter, member, profile }: EvidenceRow,
  hash: string,
): Promise<boolean> => {
  const { read, now } = deps
  const photo = profile.photos.find((one) => one.hash === hash)
  if (photo === undefined) {
    const since = now() - OPENED_MS
    const opening = { staff, act: 'case.open_conversation', subjectKind: 'letter', subject: letter, since } as const
    return (await read.audit.total(opening)) > 0
  }
  if (await hasOpened(read, staff, photo.id, now())) return true
  return !isCovered(await read.safety.fullLetter(letter), photo, await read.deskPhotos.isAnyHarmful(member))
}
