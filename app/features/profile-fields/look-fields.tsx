/** Hair, eyes, build, relationship status: each is optional [PROF-1]. */
import {
  BODY_TYPES,
  EYE_COLOURS,
  HAIR_COLOURS,
  RELATIONSHIP_STATUSES,
  type OwnProfile,
} from '#contract/entities/profile.ts'
import { t, tCode } from '../../state/i18n.ts'
import styles from './profile-fields.module.css'
import type { Refusals } from './refusals.ts'
import { ValueSelect } from './value-select.tsx'

export type Look = Pick<OwnProfile, 'hair_colour' | 'eye_colour' | 'body_type' | 'relationship_status'>

type Props = { value: Look; onChange: (value: Look) => void; errors: Refusals }

export const LookFields = ({ value, onChange, errors }: Props) => (
  <div className={styles['looks']}>
    <ValueSelect
      name="hair_colour"
      label={t('profile.hair')}
      value={value.hair_colour}
      options={HAIR_COLOURS}
      nameOf={(option) => tCode('value', `hair_${option}`)}
      errors={errors}
      onChange={(hair_colour) => onChange({ ...value, hair_colour })}
    />
    <ValueSelect
      name="eye_colour"
      label={t('profile.eyes')}
      value={value.eye_colour}
      options={EYE_COLOURS}
      nameOf={(option) => tCode('value', `eyes_${option}`)}
      errors={errors}
      onChange={(eye_colour) => onChange({ ...value, eye_colour })}
    />
    <ValueSelect
      name="body_type"
      label={t('profile.build')}
      value={value.body_type}
      options={BODY_TYPES}
      nameOf={(option) => tCode('value', `body_${option}`)}
      errors={errors}
      onChange={(body_type) => onChange({ ...value, body_type })}
    />
    <ValueSelect
      name="relationship_status"
      label={t('profile.status')}
      value={value.relationship_status}
      options={RELATIONSHIP_STATUSES}
      nameOf={(option) => tCode('value', `status_${option}`)}
      errors={errors}
      onChange={(relationship_status) => onChange({ ...value, relationship_status })}
    />
  </div>
)
