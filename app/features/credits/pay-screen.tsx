import type { User } from '#contract/entities/user.ts'
import type { PaymentMethod } from '#contract/entities/money.ts'

export const PayScreen = (_: { me: User; id: string; method: PaymentMethod | null }) => null
