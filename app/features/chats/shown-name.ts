import type { ProfileCard } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'

/** After an account is deleted for good, its name is gone too. */
export const shownName = ({ name }: Pick<ProfileCard, 'name'>): string => (name === '' ? t('chat.erasedProfile') : name)
