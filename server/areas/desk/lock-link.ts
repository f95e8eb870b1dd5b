/**
 * Mails a colleague about a login with a new device, and about a changed factor or password. The link in the mail
 * ends all sessions and locks the account until an owner resets it [DESK-1].
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Deps, Tx } from '../../deps.ts'
import { deskUrl } from '../../env.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import { isDemoStaff } from './demo-staff.ts'
import { forgetAccess } from './staff.ts'

const STAFF_NOTICES = ['login', 'factor', 'password'] as const
export type StaffNotice = (typeof STAFF_NOTICES)[number]

/** A link expires, so that an old mail cannot lock the account later. */
const LINK_MS = 7 * DAY_MS

type NoticeForStaff = { id: number; mail: string; notice: StaffNotice; device: string; language: Locale }

/** Call this in the transaction of the act. The mailboxes of a demo do not exist. */
export const notifyStaff = async (
  tx: Tx,
  { env, now }: Pick<Deps, 'env' | 'now'>,
  noticeForStaff: NoticeForStaff,
): Promise<void> => {
  const { id, mail, notice, device, language } = noticeForStaff
  if (env.MODE === 'demo' && isDemoStaff(mail)) return
  await tx.jobs.add({ kind: 'mail.staff', payload: { staff: id, notice, device, language, at: now() } }, now())
}

type Key = Pick<Deps, 'identityKey'>

const macOf = ({ identityKey }: Key, staff: number, at: number): Buffer =>
  createHmac('sha256', identityKey()).update(`staff lock ${staff} ${at}`).digest()

/** @param at when the mail was caused: a reset after it makes the link void */
export const lockLink = (deps: Key & Pick<Deps, 'env'>, staff: number, at: number): string =>
  `${deskUrl(deps.env)}/desk/not-me?token=${staff}.${at}.${macOf(deps, staff, at).toString('base64url')}`

const claimsOf = (deps: Key, token: string): { staff: number; at: number } | null => {
  const [, staff = '', at = '', text = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (text === '') return null
  const [expected, given] = [macOf(deps, Number(staff), Number(at)), Buffer.from(text, 'base64url')]
  return given.length === expected.length && timingSafeEqual(expected, given)
    ? { staff: Number(staff), at: Number(at) }
    : null
}

/** Locks the account of a link. A second use of the link changes nothing. */
export const lockByLink = async (
  deps: Pick<Deps, 'write' | 'now' | 'identityKey'>,
  token: string,
): Promise<DeskRefusal | null> => {
  const claims = claimsOf(deps, token)
  if (claims === null || deps.now() >= claims.at + LINK_MS) return refuseDesk('not_found')
  return deps.write(async (tx) => {
    const { staff: id, at } = claims
    const account = await tx.staff.byId(id)
    const resets = await tx.audit.total({ act: 'staff.reset', subjectKind: 'staff', subject: id, since: at })
    if (account?.endedAt !== null || resets > 0) return refuseDesk('not_found')
    // No password has an empty hash, so nobody can log in before an owner makes a new one.
    await tx.staff.change(id, { passwordHash: '', totpSecret: null, totpConfirmedAt: null })
    await forgetAccess(tx, deps, id)
    const subject = { kind: 'staff', id } as const
    await tx.audit.add({ staff: id, act: 'staff.lock', subject, at: deps.now() })
    return null
  })
}
