/** Not built yet. */
import type { User } from '#contract/entities/user.ts'

export const SettingsScreen = ({ me: _ }: { me: User }) => null
