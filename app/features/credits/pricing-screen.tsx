import type { User } from '#contract/entities/user.ts'

export const PricingScreen = (_: { me: User | null }) => null
