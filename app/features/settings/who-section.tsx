/**
 * The visibility of the member: the effect of each mode is shown under it, before it is chosen [PROF-10], [PROF-11].
 */
import { useId } from 'react'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { countryName } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { RowLink, Rows } from '../../ui/rows.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { save } from './save.ts'
import styles from './settings.module.css'

export const WhoSection = ({ settings, profile }: { settings: MemberSettings; profile: OwnProfile }) => {
  const id = useId()
  const place = [profile.city, countryName(profile.country)].filter(Boolean).join(', ')
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.whoTitle')}</h2>
      <Rows>
        <SwitchRow
          icon="eye-off"
          label={t('settings.invisible')}
          hint={t('settings.invisibleHint')}
          checked={settings.invisible_mode}
          onChange={(on) => save({ invisible_mode: on })}
        />
        <SwitchRow
          icon="lock"
          label={t('settings.private')}
          hint={t('settings.privateHint')}
          checked={settings.privacy_mode}
          onChange={(on) => save({ privacy_mode: on })}
        />
        <RowLink icon="ban" label={t('title.blocked')} hint={t('blocked.hint')} href={href('notifications-blocked')} />
        <RowLink icon="pin" label={t('settings.location')} hint={place} href={href('profile')} />
      </Rows>
    </section>
  )
}
