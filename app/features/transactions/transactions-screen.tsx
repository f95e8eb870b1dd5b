/** All purchases and spent credits [PAY-11]: the list, or with an id one payment. */
import type { User } from '#contract/entities/user.ts'
import { PaymentDetail } from './payment-detail.tsx'
import { TransactionList } from './transaction-list.tsx'
import styles from './transactions.module.css'
import { ScreenColumn } from '../../ui/screen-column.tsx'

export const TransactionsScreen = ({ me, id }: { me: User; id: string | undefined }) => (
  <ScreenColumn gap="large" className={styles['screen']}>
    {id === undefined ? <TransactionList me={me} /> : <PaymentDetail key={id} me={me} id={id} />}
  </ScreenColumn>
)
