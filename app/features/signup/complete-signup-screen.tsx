/** Not built yet. */
import type { User } from '#contract/entities/user.ts'

export const CompleteSignupScreen = ({ me: _ }: { me: User }) => null
