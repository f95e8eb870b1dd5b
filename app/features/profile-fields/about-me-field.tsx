/** The member's own description, with the remaining length. */
import { ABOUT_ME_MAX } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { Field } from '../../ui/field.tsx'
import { lengthWords, SpokenLength } from '../../ui/spoken-length.tsx'
import styles from './profile-fields.module.css'
import { refusalText, type Refusals } from './refusals.ts'

type Props = { value: string; onChange: (value: string) => void; errors: Refusals }

/** The counter shows from this many characters left; before, it would only distract. */
const COUNTED_FROM = 200

export const AboutMeField = ({ value, onChange, errors }: Props) => {
  const left = ABOUT_ME_MAX - value.length
  const refused = refusalText(errors, 'about_me')
  const tooLong = left < 0 ? lengthWords(left) : null
  return (
    <Field label={t('me.about')} hint={t('profile.aboutHint')} error={refused ?? tooLong}>
      {({ id, describedBy, invalid }) => (
        <>
          <textarea
            id={id}
            name="about_me"
            className={styles['text']}
            rows={7}
            value={value}
            dir="auto"
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <p className={styles['counter']}>{left >= 0 && left <= COUNTED_FROM ? lengthWords(left) : null}</p>
          <SpokenLength left={left} />
        </>
      )}
    </Field>
  )
}
