/** The outcome of a payment: credits, nothing, or money returned. Each with the next step. */
import { useEffect, useState, type ReactNode } from 'react'
import type { Payment } from '#contract/entities/money.ts'
import { vibrate } from '../../ports/haptics.ts'
import { reducesMotion } from '../../ports/page.ts'
import { href } from '../../shell/routes.ts'
import { moneyOf } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Confetti } from '../../ui/confetti.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import buying from './credits.module.css'
import styles from './payment-results.module.css'
import { isCard } from './method-groups.ts'
import { insteadOfStored } from './order.ts'
import { methodName } from './payment-methods.tsx'
import { isRecurringFailure, whyFailed, type FailureReason } from './payment-phase.ts'
import type { ReturnPlace } from './purchase-storage.ts'
import { usePrices } from './use-prices.ts'

type CompletedProps = {
  payment: Payment
  /** The member's credits now. */
  credits: number
  back: ReturnPlace | null
  /** The text that the purchase interrupted, or ''. */
  waiting: string
}

export const CompletedPayment = ({ payment, credits, back, waiting }: CompletedProps) => (
  <StatusView
    picture={<BoughtCredits credits={payment.credits} />}
    title={t('pay.completed', { count: payment.credits })}
    text={[
      t('pay.paid', { amount: moneyOf(payment.amount, payment.currency) }),
      t('pay.completedText'),
      t('pay.balance', { credits: t('credits.count', { count: credits }) }),
    ]}
  >
    {waiting === '' ? null : (
      <div className={styles['waiting']}>
        <b>{t('pay.waiting')}</b>
        <p className={styles['waitingText']}>{waiting}</p>
      </div>
    )}
    {back ? (
      <LinkButton href={back.path}>{t(back.isChat ? 'pay.backToChat' : 'pay.backThere')}</LinkButton>
    ) : (
      <LinkButton href={href('members')}>{t('pay.toMembers')}</LinkButton>
    )}
    <LinkButton kind="quiet" href={href('transactions', { id: payment.payment_id })}>
      {t('pay.receipt')}
    </LinkButton>
  </StatusView>
)

/** The moment of a purchase: what was bought, on the glow. The heading says it in words. */
const BoughtCredits = ({ credits }: { credits: number }) => {
  useEffect(() => vibrate('joy'), [])
  const shown = useCountUp(credits)
  return (
    <div className={styles['bought']} aria-hidden="true">
      <Confetti />
      <span className={classes(styles['disc'], 'num')}>{shown}</span>
    </div>
  )
}

const COUNT_UP_MS = 600

/** Counts from nothing to the number while the disc grows; with reduced motion the number is there at once. */
const useCountUp = (to: number): number => {
  const [shown, setShown] = useState(to)
  useEffect(() => {
    if (reducesMotion()) return undefined
    let start: number | null = null
    let frame = requestAnimationFrame(function count(at) {
      start ??= at
      const part = Math.min(1, (at - start) / COUNT_UP_MS)
      setShown(Math.round(to * part))
      if (part < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [to])
  return shown
}

const WHY: Record<FailureReason, TextKey> = {
  cancelled: 'pay.whyCancelled',
  expired: 'pay.whyExpired',
  declined: 'pay.whyDeclined',
  insufficient_funds: 'pay.whyInsufficientFunds',
  card_expired: 'pay.whyCardExpired',
  other: 'pay.whyOther',
}

export const FailedPayment = ({ payment, pack }: { payment: Payment; pack: string }) =>
  isRecurringFailure(payment) && isCard(payment.method) ? (
    <RecurringFailed pack={pack} />
  ) : (
    <StatusView
      icon="alert"
      tone="bad"
      title={t('pay.failed')}
      text={[t(WHY[whyFailed(payment)]), t('pay.nothingCharged')]}
    >
      <LinkButton href={href('credits-id-paymentmethod', { id: pack })}>{t('pay.otherMethod')}</LinkButton>
      <LinkButton kind="quiet" href={href('credits-id-paymentmethod', { id: pack, paymentmethod: payment.method })}>
        {t('pay.again', { method: methodName(payment.method) })}
      </LinkButton>
    </StatusView>
  )

const BY_HAND = { creditcard: 'pay.cardByHand', paypal: 'pay.usePaypal' } as const

/** [PAY-6] Shown after the stored card was refused. */
const RecurringFailed = ({ pack }: { pack: string }) => {
  const { list } = usePrices(null)
  const ways = insteadOfStored(list?.methods ?? ['creditcard', 'paypal'])
  return (
    <StatusView
      icon="alert"
      tone="bad"
      title={t('pay.failed')}
      // The sentence names both.
      text={[t(ways.length === 2 ? 'pay.recurringFailed' : 'pay.whyOther'), t('pay.nothingCharged')]}
    >
      {ways.map((method, index) => (
        <LinkButton
          key={method}
          kind={index === 0 ? 'primary' : 'second'}
          href={href('credits-id-paymentmethod', { id: pack, paymentmethod: method })}
        >
          {t(BY_HAND[method])}
        </LinkButton>
      ))}
      <LinkButton kind="quiet" href={href('credits-id-paymentmethod', { id: pack })}>
        {t('pay.otherMethod')}
      </LinkButton>
    </StatusView>
  )
}

export const ReversedPayment = ({ payment }: { payment: Payment }) => (
  <StatusView
    icon="undo"
    title={t(payment.status === 'refunded' ? 'pay.refunded' : 'pay.chargedBack')}
    text={[
      payment.failure === 'discount_used'
        ? t('pay.discountTwice', { amount: moneyOf(payment.amount, payment.currency) })
        : t('pay.undoneText'),
    ]}
  >
    <LinkButton href={href('transactions', { id: payment.payment_id })}>{t('pay.receipt')}</LinkButton>
  </StatusView>
)

type Props = {
  tone?: 'bad'
  title: string
  text: readonly string[]
  children?: ReactNode
} & ({ icon: IconName; picture?: never } | { icon?: never; picture: ReactNode })

/** One state of a payment: icon, text, and the next step. */
export const StatusView = ({ icon, picture, tone, title, text, children }: Props) => (
  <div className={styles['status']}>
    {icon === undefined ? (
      picture
    ) : (
      <span className={classes(styles['statusIcon'], tone && styles[tone])}>
        <Icon name={icon} size={40} />
      </span>
    )}
    <h2>{title}</h2>
    {text.map((line) => (
      <p key={line}>{line}</p>
    ))}
    <div className={buying['ways']}>{children}</div>
  </div>
)
