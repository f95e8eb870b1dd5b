import type { User } from '#contract/entities/user.ts'

/** Paying by direct debit [PAY-10]; `?package=` and `?code=` say what for. */
export const DirectDebitScreen = (_: { me: User }) => null
