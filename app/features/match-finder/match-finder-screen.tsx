/** Not built yet. */
import type { User } from '#contract/entities/user.ts'

export const MatchFinderScreen = ({ me: _ }: { me: User }) => null
