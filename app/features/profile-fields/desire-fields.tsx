/**
 * The sex a member looks for, and their sexuality. Both are sensitive, so a screen with these fields shows
 * `ConsentBox` above them [ACC-18].
 */
import { LOOKING_FOR, SEXUALITIES, type OwnProfile } from '#contract/entities/profile.ts'
import { t, tCode } from '../../state/i18n.ts'
import { ValueSelect } from './value-select.tsx'
import type { Refusals } from './refusals.ts'

export type Desire = Pick<OwnProfile, 'sexuality' | 'looking_for'>

type Props = { value: Desire; onChange: (value: Desire) => void; errors: Refusals; disabled?: boolean }

const WORDS = { female: 'members.women', male: 'members.men', both: 'members.both' } as const

export const DesireFields = ({ value, onChange, errors, disabled = false }: Props) => (
  <>
    <ValueSelect
      name="looking_for"
      label={t('signup.lookingFor')}
      value={value.looking_for}
      options={LOOKING_FOR}
      nameOf={(option) => t(WORDS[option])}
      errors={errors}
      disabled={disabled}
      onChange={(looking_for) => onChange({ ...value, looking_for })}
    />
    <ValueSelect
      name="sexuality"
      label={t('profile.sexuality')}
      value={value.sexuality}
      options={SEXUALITIES}
      nameOf={(option) => tCode('value', `sexuality_${option}`)}
      errors={errors}
      disabled={disabled}
      onChange={(sexuality) => onChange({ ...value, sexuality })}
    />
  </>
)
