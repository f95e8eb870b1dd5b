/** The member's own description. */
import { ABOUT_ME_MAX } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import styles from './profile-fields.module.css'
import { refusalText, type Refusals } from './refusals.ts'

type Props = { value: string; onChange: (value: string) => void; errors: Refusals }

export const AboutMeField = ({ value, onChange, errors }: Props) => (
  <CountedTextField
    label={t('me.about')}
    hint={t('profile.aboutHint')}
    name="about_me"
    className={styles['text']}
    rows={7}
    max={ABOUT_ME_MAX}
    value={value}
    error={refusalText(errors, 'about_me')}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
