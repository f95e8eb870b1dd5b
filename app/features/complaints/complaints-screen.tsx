/** Not built yet. */
import type { User } from '#contract/entities/user.ts'

export const ComplaintsScreen = ({ me: _ }: { me: User | null }) => null
