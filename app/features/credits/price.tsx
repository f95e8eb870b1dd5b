/** The price of a package; the full price is crossed out beside it only if there is a real discount. */
import type { Package } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import styles from './credits.module.css'
import { messageMoneyOf, moneyOf } from './money.ts'
import { isDiscounted } from './order.ts'

type Priced = Pick<Package, 'price' | 'full_price' | 'currency'>

export const Price = ({ of: { price, full_price: full, currency } }: { of: Priced }) => (
  <span className={styles['price']}>
    <span className="num">{moneyOf(price, currency)}</span>
    {isDiscounted({ price, full_price: full }) ? (
      <>
        <s className="num" aria-hidden="true">
          {moneyOf(full, currency)}
        </s>
        <span className="vh"> {t('credits.fullPrice', { price: moneyOf(full, currency) })}</span>
      </>
    ) : null}
  </span>
)

/** For example: 15 messages, €0.50 each. Null if messages are free. */
export const messagesIn = ({ credits, message_price: each, currency }: Package): string | null => {
  const { message_credits: cost } = likelySettings.value
  const count = cost > 0 ? Math.floor(credits / cost) : 0
  return count === 0 ? null : t('credits.packageMessages', { count, price: messageMoneyOf(each, currency) })
}
