import type { User } from '#contract/entities/user.ts'

export const RepeatOrderScreen = (_: { me: User }) => null
