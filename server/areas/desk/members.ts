/** Support [DESK-11]: find a member, help with the account, and give out data. Each act and each look is in the audit. */
import type { DeskParsed } from '#contract/desk/calls.ts'
import type { AuditAct, Json } from '#contract/desk/audit.ts'
import type { AuthorityExport, FoundMember } from '#contract/desk/members.ts'
import { CASE_ROLES } from '#contract/desk/roles.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Staff } from '../../http/desk-caller.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { type DeskRefusal, isDeskRefusal, type Refusal, refuseDesk } from '../../http/reply.ts'
import { activationJob } from '../account/activation.ts'
import { endBlocks } from '../account/attempts.ts'
import { emailKey } from '../account/email-key.ts'
import { serverBusy } from '../account/login.ts'
import { addressReservedFor } from '../account/mail-change.ts'
import { changePassword, dropMailChange } from '../account/password-change.ts'
import { newToken, revokeSession, revokeSessions, sessionId } from '../account/session.ts'
import { announce } from '../feed/announce.ts'
import { beginDeletion } from '../leaving/delete-account.ts'
import { exportFile } from '../leaving/export-file.ts'
import type { FullLetterRow } from '../safety/queries.ts'
import type { AuditEntry } from './audit-queries.ts'
import { addressesOf, authorityExportOf, foundOf } from './member-view.ts'
import { isOwnAccount, staffAccountsOf } from './own-account.ts'

type Outcome = Promise<DeskRefusal | null>

const FOUND_MAX = 20
const PAYMENT_ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|tr_\w+|[\w-]{8,40})$/i

/** Runs all searches that fit these words, the most exact first; a member is found once. */
export const findMembers = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  staff: Pick<Staff, 'id' | 'role'>,
  { q: words, before }: DeskParsed<'members.find'>['query'],
): Promise<{ members: FoundMember[]; more: boolean }> => {
  const digits = /^(?:no\.? ?|#)?([\d.,\u{202f}\u{a0}]{1,20})$/iu.exec(words)?.[1]?.replaceAll(/\D/g, '')
  const number = Number(digits ?? Number.NaN)
  const invoice = /^(?:V-)?\d{4}[-/]0*(\d{1,12})$/i.exec(words)?.[1]
  const letter = await letterOf(read, staff, /^[CRAN]-0*(\d{1,12})$/i.exec(words)?.[1])
  if (before !== undefined) {
    const older = await byName({ read, now }, words, before)
    return { members: older.slice(0, FOUND_MAX), more: older.length > FOUND_MAX }
  }
  const ways = [
    ['number', Number.isSafeInteger(number) ? await read.deskMembers.byNumber(number) : []],
    ['mail', words.includes('@') ? await read.deskMembers.byMail(emailKey(words)) : []],
    ['invoice', invoice === undefined ? [] : await read.deskMembers.byInvoice(Number(invoice))],
    ['letter', letter === undefined ? [] : await senderOf(read, letter)],
    ['reported', letter?.profile == null ? [] : await read.deskMembers.byNumber(letter.profile)],
    ['payment', PAYMENT_ID.test(words) ? await read.deskMembers.byPayment(words) : []],
  ] as const
  const members = new Map<number, FoundMember>()
  for (const [by, rows] of ways)
    for (const row of rows) if (!members.has(row.id)) members.set(row.id, { ...foundOf(row, now()), by })
  if (!/^\d+$/.test(words) && !words.includes('@'))
    for (const one of await byName({ read, now }, words)) if (!members.has(one.id)) members.set(one.id, one)
  return { members: [...members.values()].slice(0, FOUND_MAX), more: members.size > FOUND_MAX }
}

/** The newest members whose name begins like this; with an age, as the desk writes names, those of that age. */
const byName = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  words: string,
  before?: number,
): Promise<FoundMember[]> => {
  const [, name = words, age] = /^(.+), ?(\d{2,3})$/.exec(words) ?? []
  const year = new Date(now()).getUTCFullYear() - Number(age)
  // Somewhere on earth the year has already begun, or not yet.
  const years = age === undefined ? undefined : [year - 2, year - 1, year, year + 1]
  const found: FoundMember[] = []
  for (let last = before; ;) {
    const rows = await read.deskMembers.byName(name, FOUND_MAX + 1, {
      ...(last !== undefined && { before: last }),
      ...(years && { years }),
    })
    const members = rows.map((row) => ({ ...foundOf(row, now()), by: 'name' as const }))
    found.push(...members.filter((member) => age === undefined || member.age === Number(age)))
    if (found.length > FOUND_MAX || rows.length <= FOUND_MAX) return found.slice(0, FOUND_MAX + 1)
    last = rows.at(-1)?.id
  }
}

/**
 * The letter with this number, if the colleague may know who sent it: nobody learns here who has reported them [DESK-7], and a role
 * that reads no cases learns nobody's reporters.
 */
const letterOf = async (
  read: Deps['read'],
  { id: staff, role }: Pick<Staff, 'id' | 'role'>,
  number: string | undefined,
): Promise<FullLetterRow | undefined> => {
  const letter = number === undefined ? undefined : await read.safety.fullLetter(Number(number))
  if (letter === undefined || letter.profile === null) return letter
  const mayKnow = CASE_ROLES.some((one) => one === role) && !(await isOwnAccount(read, staff, letter.profile))
  return mayKnow ? letter : undefined
}

/** The sender of a letter, who was logged in, or wrote with the mail address of an account. */
const senderOf = async (read: Deps['read'], { userId, email }: FullLetterRow) => {
  return userId === null ? read.deskMembers.byMail(emailKey(email)) : read.deskMembers.byNumber(userId)
}

type AuditRow = { actor: Actor } & Pick<AuditEntry, 'act' | 'subject' | 'after' | 'reason'>

const addAuditRow = async (tx: Tx, { now }: Pick<Deps, 'now'>, { actor, ...row }: AuditRow): Promise<number> =>
  (await tx.audit.add({ staff: actor.id, ...row, at: now() })).id

type MemberAct = { actor: Actor; member: number; act: AuditAct; reason: string }
type OwnRows = NonNullable<Awaited<ReturnType<Tx['account']['own']>>>

/** An act on a member that exists: refused, or done together with its row in the audit. */
const actOn = (
  deps: Pick<Deps, 'write' | 'now'>,
  { actor, member, act, reason }: MemberAct,
  body: (tx: Tx, own: OwnRows) => Promise<DeskRefusal | Json>,
): Outcome =>
  deps.write(async (tx) => {
    const own = await tx.account.own(member)
    if (!own || own.user.status === 'deleted') return refuseDesk('not_found')
    const after = await body(tx, own)
    if (isDeskRefusal(after)) return after
    await addAuditRow(tx, deps, { actor, act, subject: { kind: 'member', id: member }, after, reason })
    return null
  })

/** Uncovers contact data. The row of the audit is committed before the data is read [DESK-3]. */
export const showContact = async (
  deps: Deps,
  actor: Actor,
  member: number,
  { part, reason }: DeskParsed<'members.show'>['body'],
): Promise<{ values: string[] } | DeskRefusal> => {
  const refused = await actOn(deps, { actor, member, act: `member.show_${part}`, reason }, async () => null)
  if (refused) return refused
  const contacts = await deps.read.deskMembers.debitContacts(member)
  switch (part) {
    case 'mail': {
      const user = await deps.read.account.userById(member)
      return { values: user ? [user.email] : [] }
    }
    case 'phone':
      return { values: [...new Set(contacts.map(({ phone }) => phone))] }
    case 'address':
      return { values: addressesOf(contacts) }
  }
}

export const endSessionsOf = (
  deps: Deps,
  actor: Actor,
  member: number,
  { session, reason }: DeskParsed<'members.end_sessions'>['body'],
): Outcome =>
  actOn(deps, { actor, member, act: 'member.end_sessions', reason }, async (tx) => {
    const sessions = await tx.account.sessionsOf(member, deps.now())
    if (session === undefined) {
      await revokeSessions(tx, member, null, deps.now())
      return { ended: sessions.length }
    }
    const found = sessions.find(({ hash }) => sessionId(hash) === session)
    if (!found) return refuseDesk('not_found')
    await revokeSession(tx, member, found.hash, deps.now())
    return { ended: 1 }
  })

/** The member chooses a new password by the link of a mail; until then nobody can log in. */
export const forceReset = async (
  deps: Deps,
  actor: Actor,
  member: number,
  reason: string,
): Promise<DeskRefusal | Refusal | null> => {
  const unknown = await deps.passwords.hash(newToken(deps), 'known')
  if (unknown === null) return serverBusy()
  return actOn(deps, { actor, member, act: 'member.force_reset', reason }, async (tx, { user }) => {
    if (user.status === 'deleting') return refuseDesk('not_possible')
    await changePassword(tx, member, unknown, { keep: null, devices: [], now: deps.now() })
    await tx.account.dropPasskeysOf(member)
    // A waiting mail of the member's own request says that the password stays as it is.
    const key = `mail.reset forced:${member}`
    await tx.jobs.add({ kind: 'mail.reset', payload: { member, forced: true }, uniqueKey: key }, deps.now())
    return null
  })
}

export const correctMail = (
  deps: Deps,
  actor: Actor,
  member: number,
  { mail: typed, reason }: DeskParsed<'members.correct_mail'>['body'],
): Outcome =>
  actOn(deps, { actor, member, act: 'member.correct_mail', reason }, async (tx, { user }) => {
    const [mail, now] = [emailKey(typed), deps.now()]
    // A confirmed address belongs to its member, who changes it with the password [ACC-11].
    if (user.status !== 'not_confirmed') return refuseDesk('not_possible')
    if ((await tx.account.userByEmail(mail)) || (await addressReservedFor(tx, mail, now)) !== null)
      return refuseDesk('mail_taken')
    await dropMailChange(tx, member, now)
    // Links to the wrong address must not open the account.
    await tx.account.useTokensOf(member, 'activation', now)
    await tx.account.useTokensOf(member, 'reset', now)
    await tx.account.setEmail(member, mail, [])
    await tx.jobs.add(activationJob(member), now)
    await announce(tx, member, 'user', 0)
    // The row has neither address, because it outlives the member.
    return null
  })

export const unlock = (deps: Deps, actor: Actor, member: number, reason: string): Outcome =>
  actOn(deps, { actor, member, act: 'member.unlock', reason }, async (tx, { user }) => {
    await endBlocks(tx, 'login', user.email)
    return null
  })

export const resendActivation = (deps: Deps, actor: Actor, member: number, reason: string): Outcome =>
  actOn(deps, { actor, member, act: 'member.resend', reason }, async (tx, { user }) => {
    if (user.status !== 'not_confirmed') return refuseDesk('not_possible')
    await tx.jobs.add(activationJob(member), deps.now())
    return null
  })

export const deleteForMember = (deps: Deps, actor: Actor, member: number, reason: string): Outcome =>
  actOn(deps, { actor, member, act: 'member.delete', reason }, async (tx) =>
    (await beginDeletion(tx, member, deps.now())) ? null : refuseDesk('not_possible'),
  )

export const holdEvidence = (
  deps: Deps,
  actor: Actor,
  member: number,
  { held, reason }: DeskParsed<'members.hold'>['body'],
): Outcome =>
  actOn(deps, { actor, member, act: held ? 'hold.set' : 'hold.end', reason }, async (tx) => {
    const evidence = await tx.evidence.about(member)
    if (evidence.length === 0) return refuseDesk('not_possible')
    for (const { letter } of evidence) await tx.evidence.setLegalHold(letter, held)
    return { letters: evidence.map(({ letter }) => letter) }
  })

/** The row of the audit names the note without its text, since the row outlives the member [DESK-3]. */
export const addNote = (
  deps: Deps,
  actor: Actor,
  member: number,
  { client_id: clientId, text }: DeskParsed<'members.add_note'>['body'],
): Outcome =>
  deps.write(async (tx) => {
    const own = await tx.account.own(member)
    if (!own || own.user.status === 'deleted') return refuseDesk('not_found')
    const note = await tx.deskMembers.addNote({ member, staff: actor.id, text, at: deps.now(), clientId })
    // A repeated request finds its note there.
    if (note === undefined) return null
    const subject = { kind: 'member', id: member } as const
    await addAuditRow(tx, deps, { actor, act: 'member.note', subject, after: { note } })
    tx.deskChanged(`member:${member}`)
    return null
  })

export const exportForMember = async (
  deps: Deps,
  actor: Actor,
  member: number,
  reason: string,
): Promise<Response | DeskRefusal> =>
  (await actOn(deps, { actor, member, act: 'member.export', reason }, async () => null)) ?? exportFile(deps, member)

export const askAuthorityExport = async (
  deps: Deps,
  actor: Actor,
  member: number,
  reason: string,
): Promise<AuthorityExport | DeskRefusal> => {
  const id = await deps.write(async (tx) => {
    const own = await tx.account.own(member)
    if (!own || own.user.status === 'deleted') return null
    return addAuditRow(tx, deps, {
      actor,
      act: 'authority_export.ask',
      subject: { kind: 'member', id: member },
      reason,
    })
  })
  return id === null ? refuseDesk('not_found') : authorityExport(deps, id)
}

const authorityExport = async (
  deps: Pick<Deps, 'read' | 'now'>,
  id: number,
): Promise<AuthorityExport | DeskRefusal> => {
  const asked = await deps.read.audit.asked(id)
  return asked ? authorityExportOf(deps, asked.row, asked.name) : refuseDesk('not_found')
}

/** The colleague who asked cannot allow it. */
export const decideAuthorityExport = async (
  deps: Deps,
  actor: Actor,
  id: number,
  { approved, reason }: DeskParsed<'authority_exports.decide'>['body'],
): Promise<AuthorityExport | DeskRefusal> => {
  const refused = await deps.write(async (tx): Outcome => {
    // This read is part of the transaction, so that only the first of two simultaneous decisions counts.
    const asked = await authorityExport({ read: tx, now: deps.now }, id)
    if (isDeskRefusal(asked)) return asked
    if ((await staffAccountsOf(tx, actor.id)).has(asked.by.id)) return refuseDesk('own_decision')
    if (asked.state !== 'asked') return refuseDesk('not_possible')
    const act = approved ? 'authority_export.approve' : 'authority_export.refuse'
    await addAuditRow(tx, deps, { actor, act, subject: { kind: 'authority_export', id }, reason })
    return null
  })
  return refused ?? authorityExport(deps, id)
}

export const downloadAuthorityExport = async (
  deps: Deps,
  actor: Actor,
  id: number,
): Promise<Response | DeskRefusal> => {
  const found = await deps.read.audit.asked(id)
  if (!found) return refuseDesk('not_found')
  const asked = await authorityExportOf(deps, found.row, found.name)
  const member = found.row.subject ?? 0
  const own = await deps.read.account.own(member)
  if (asked.state !== 'approved' || !own || own.user.status === 'deleted') return refuseDesk('not_possible')
  const row = { actor, act: 'authority_export.download', subject: { kind: 'authority_export', id } } as const
  await deps.write((tx) => addAuditRow(tx, deps, { ...row, reason: asked.reason }))
  return exportFile(deps, member)
}
