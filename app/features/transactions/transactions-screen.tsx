import type { User } from '#contract/entities/user.ts'

/** Everything bought and spent [PAY-11]; with an id the one payment. */
export const TransactionsScreen = (_: { me: User; id: string | undefined }) => null
