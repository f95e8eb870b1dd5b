/** Not built yet. */
import type { User } from '#contract/entities/user.ts'

export const SignupMatchesScreen = ({ me: _ }: { me: User }) => null
