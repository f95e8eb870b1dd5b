/** Texts and icons of payments and ledger entries: status, reason and time. */
import type { LedgerEntry, LedgerReason, Payment, PaymentStatus } from '#contract/entities/money.ts'
import { t, type TextKey, locale } from '../../state/i18n.ts'
import type { IconName } from '../../ui/icons.ts'

type Look = { text: TextKey; icon: IconName }

const STATES: Record<PaymentStatus, Look> = {
  created: { text: 'transactions.created', icon: 'clock' },
  pending: { text: 'transactions.pending', icon: 'clock' },
  completed: { text: 'transactions.completed', icon: 'check' },
  failed: { text: 'transactions.failed', icon: 'alert' },
  cancelled: { text: 'transactions.cancelled', icon: 'x' },
  expired: { text: 'transactions.expired', icon: 'x' },
  refunded: { text: 'transactions.refunded', icon: 'undo' },
  charged_back: { text: 'transactions.chargedBack', icon: 'undo' },
}

type PaymentState = Pick<Payment, 'status' | 'finding_out' | 'refunded'>

export const stateText = ({ status, finding_out, refunded }: PaymentState): string => {
  if (finding_out) return t('transactions.findingOut')
  return t(status === 'completed' && refunded > 0 ? 'transactions.partRefunded' : STATES[status].text)
}
export const stateIcon = (status: PaymentStatus): IconName => STATES[status].icon

const REASONS: Record<LedgerReason, Look & { to?: TextKey }> = {
  signup: { text: 'transactions.signup', icon: 'sparkles' },
  demo: { text: 'transactions.demo', icon: 'sparkles' },
  message: { text: 'transactions.message', to: 'transactions.messageTo', icon: 'message' },
  photo: { text: 'transactions.photo', to: 'transactions.photoTo', icon: 'image' },
  gift: { text: 'transactions.gift', to: 'transactions.giftTo', icon: 'gift' },
  purchase: { text: 'transactions.purchase', icon: 'coins' },
  refund: { text: 'transactions.refund', icon: 'undo' },
  chargeback: { text: 'transactions.chargeback', icon: 'undo' },
  goodwill: { text: 'transactions.goodwill', icon: 'sparkles' },
  returned: { text: 'transactions.returned', icon: 'undo' },
}

/** The reason of a ledger entry, with the partner's name if the profile still exists. */
export const entryReasonText = ({
  reason,
  profile,
  amount,
}: Pick<LedgerEntry, 'reason' | 'profile' | 'amount'>): string => {
  if (reason === 'chargeback' && amount > 0) return t('transactions.chargebackWon')
  const { text, to } = REASONS[reason]
  return profile && to ? t(to, { name: profile.name }) : t(text)
}
export const reasonIcon = (reason: LedgerReason): IconName => REASONS[reason].icon

/** Formats date and time in full, as on a receipt. */
export const receiptTime = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)
