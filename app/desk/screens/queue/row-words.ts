/** The words of a row of the queue: its severity, its name and its summary. */
import type { QueueItem, QueueRow } from '#contract/desk/queue.ts'
import { isMoneyKind, type MoneyKind } from '#contract/desk/severity.ts'
import { moneyOf, PHOTOS_SUBJECT } from '#contract/desk/subject.ts'
import { moneyText } from '../../format.ts'
import { t, tCode, type DeskTextKey } from '../../texts.ts'
import type { DeskIconName } from '../../ui/desk-icon.tsx'

/** `Scam` for a report of a scam, else the kind. */
export const severityWord = ({ items: [first] }: QueueRow): string => (first ? itemWord(first) : '')

export const itemWord = ({ kind, reason }: QueueItem): string =>
  reason === null || kind === 'photo' ? tCode('kind', kind) : tCode('reason', reason)

/** The reason of a decision in words. Photo rejections have reasons of their own; free text stays as it is. */
export const decisionReason = (kind: string, reason: string): string =>
  kind === 'photo_rejected' ? tCode('photoReason', reason) : tCode('reason', reason)

export const rowName = ({ member, subject, count, items: [first] }: QueueRow): string => {
  if (member) return memberName(member)
  if (subject === PHOTOS_SUBJECT) return t('queue.photos', { count })
  if (count > 1) return t('queue.visitors', { count })
  return first?.from?.name ?? t('queue.visitor')
}

export const memberName = ({ name, age }: { name: string; age: number | null }): string =>
  age === null ? name : t('queue.nameAge', { name, age })

/** A short fact beside the name, or null. */
export const rowTag = ({ member, subject, count, members }: QueueRow): string | null => {
  if (subject === PHOTOS_SUBJECT) return t('queue.members', { count: members })
  if (count < 2) return null
  return member ? t('queue.items', { count }) : t('queue.group')
}

export const itemText = ({ kind, reason, text }: QueueItem): string => {
  if (kind === 'flag' || kind === 'age') return tCode('flag', text)
  if (isMoneyKind(kind)) return moneyWords(kind, text)
  if (text !== '') return t('queue.quote', { text })
  return reason === null ? tCode('kind', kind) : tCode('reason', reason)
}

/** `3999 EUR` is an amount, `120` are credits. */
const moneyWords = (kind: MoneyKind, text: string): string => {
  const [amount = '', currency] = text.split(' ')
  if (currency === undefined) return t('queue.approvalCredits', { count: Number(amount) })
  return t(MONEY_WORDS[kind], { amount: moneyText(Number(amount), currency) })
}

const MONEY_WORDS = {
  chargeback: 'queue.chargeback',
  approval: 'queue.approvalRefund',
  refund: 'queue.refusedRefund',
} as const satisfies Record<MoneyKind, DeskTextKey>

export const rowSummary = (row: QueueRow): string => {
  if (row.subject === PHOTOS_SUBJECT) return t('queue.photosText')
  if (row.member === null && row.count > 1) return t('queue.groupText')
  if (row.own_account) return t('queue.ownAccount')
  if (row.not_you) return t(moneyOf(row.subject) === null ? 'queue.ownAppeal' : 'queue.ownRequest')
  return row.items.slice(0, 3).map(itemText).join(' · ')
}

const KIND_ICONS = {
  photo: 'image',
  report: 'flag',
  appeal: 'undo',
  complaint: 'mail',
  notice: 'globe',
  chargeback: 'card',
  flag: 'bot',
  age: 'calendar',
  approval: 'users',
  refund: 'euro',
} as const satisfies Record<QueueItem['kind'], DeskIconName>

export const kindIcon = (kind: QueueItem['kind']): DeskIconName => KIND_ICONS[kind]

/** The icon of a row without a portrait. Cases of minors and blackmail show none [DESK-4]. */
export const rowIcon = ({ member, severity, items: [first] }: QueueRow): DeskIconName => {
  if (member) return severity === 'grave' ? 'eye-off' : 'user'
  return first ? kindIcon(first.kind) : 'mail'
}

/** The address of a row's page: the grid of photos, a member's money, or the case. */
export const pathOfRow = ({ subject }: Pick<QueueRow, 'subject'>): string => {
  const money = moneyOf(subject)
  if (money !== null) return `/members/${money}/money`
  return subject === PHOTOS_SUBJECT ? '/photos' : `/cases/${subject}`
}
