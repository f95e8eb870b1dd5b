import type { ProfileCard } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'

/** Of an account that is gone for good not even the name is left. */
export const shownName = ({ name }: Pick<ProfileCard, 'name'>): string => (name === '' ? t('chat.erasedProfile') : name)
