/** Decides how soon a person must look at an item of the desk's queue [DESK-4]. */
import type { ReportReason } from '../entities/safety.ts'
import { HOUR_MS } from '../limits.ts'
import type { StaffRole } from './roles.ts'

/**
 * `approval`: money that a colleague wants to give, and a second person has to allow [DESK-12] · `refund`: the payment provider refused it
 * for good.
 */
export const ITEM_KINDS = [
  'photo',
  'report',
  'appeal',
  'complaint',
  'notice',
  'chargeback',
  'flag',
  'age',
  'approval',
  'refund',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

const MONEY_KINDS = ['chargeback', 'approval', 'refund'] as const satisfies readonly ItemKind[]
export type MoneyKind = (typeof MONEY_KINDS)[number]

/** Whether an item is about a member's money, so that its subject is `money:<member>`. */
export const isMoneyKind = (kind: ItemKind): kind is MoneyKind => MONEY_KINDS.some((one) => one === kind)

/** The items that a role works on: money is not for moderators, and reports are not for finance. */
export const kindsOf = (role: StaffRole): readonly ItemKind[] => {
  if (role === 'marketing') return []
  if (role === 'finance') return MONEY_KINDS
  return role === 'moderator' ? ITEM_KINDS.filter((kind) => !isMoneyKind(kind)) : ITEM_KINDS
}

/** From the most to the least severe. */
export const SEVERITIES = ['grave', 'harm', 'rest'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The time from the arrival of an item until it is due. */
export const DUE_MS: Record<Severity, number> = { grave: HOUR_MS, harm: 24 * HOUR_MS, rest: 72 * HOUR_MS }

/** Hatred counts as harassment: it hurts the person it is sent to. */
export const REASON_SEVERITY: Record<ReportReason, Severity> = {
  minor: 'grave',
  blackmail: 'grave',
  scam: 'harm',
  harassment: 'harm',
  hate: 'harm',
  fake: 'rest',
  nudity: 'rest',
  spam: 'rest',
  other: 'rest',
}

/** The severity of an item without a reason. Appeals, complaints and photos never wait ahead of a person in danger. */
export const KIND_SEVERITY: Record<ItemKind, Severity> = {
  photo: 'rest',
  report: 'rest',
  appeal: 'rest',
  complaint: 'rest',
  notice: 'rest',
  chargeback: 'rest',
  flag: 'harm',
  age: 'grave',
  approval: 'rest',
  refund: 'rest',
}

/** Kinds whose severity follows their reason. */
export const KINDS_WITH_REASON = ['report', 'notice'] as const satisfies readonly ItemKind[]

export type ItemWeight = { severity: Severity; dueAt: number }

/** Reports and notices are as severe as their reason, other kinds have one severity [DESK-4]. */
export const severityOf = (kind: ItemKind, reason: ReportReason | null): Severity =>
  reason !== null && KINDS_WITH_REASON.some((one) => one === kind) ? REASON_SEVERITY[reason] : KIND_SEVERITY[kind]

/** A report for such a reason covers the photos of the reported member: they may show nudity, a minor or a victim of blackmail. */
export const coversPhotos = (reason: ReportReason): boolean =>
  reason === 'nudity' || REASON_SEVERITY[reason] === 'grave'

/** The severity of an item, and when it is due. `at` is its arrival; both times are ms since the epoch. */
export const itemWeightOf = ({
  kind,
  reason,
  at,
}: {
  kind: ItemKind
  reason: ReportReason | null
  at: number
}): ItemWeight => {
  const severity = severityOf(kind, reason)
  return { severity, dueAt: at + DUE_MS[severity] }
}
