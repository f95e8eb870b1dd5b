/** The profile of a member blocked by the viewer: an empty seat, and only true statements [PROF-14]. */
import { Suspense, useState } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { firstLetter } from '../../ui/photo-placeholder.ts'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { unblock } from '../blocked/change-block.ts'
import { ReportDialog } from '../report/report-dialog.tsx'
import styles from './blocked-profile.module.css'

type Props = { profile: Profile; route: 'members-id' | 'likes-m-id' }

export const BlockedProfile = ({ profile, route }: Props) => {
  const { data } = useResource('blocks.list', {})
  const [reports, setReports] = useState(false)
  const { id, name, age } = profile
  const block = data?.blocks.find((one) => one.profile.id === id)
  return (
    <article className={styles['screen']} aria-labelledby="profile-name">
      <header className={styles['bar']}>
        <BackLink route={route} on="lift" />
        <h1 id="profile-name">{t('ui.nameAge', { name, age })}</h1>
      </header>
      <div className={styles['seat']} aria-hidden="true">
        <span className={styles['outline']} />
        <span className={styles['letter']}>{firstLetter(name)}</span>
        <span className={styles['sign']}>
          <Icon name="ban" size={28} />
        </span>
      </div>
      {profile.fictional ? <FictionalMark /> : null}
      <h2>{t('profile.blockedTitle')}</h2>
      <p className="muted">
        {block?.waiting === true
          ? t('profile.blockWaits')
          : block
            ? t('profile.blockedSince', { day: dayOf(block.at) })
            : t('profile.blockedText')}
      </p>
      <Button kind="second" onClick={() => void unblock(profile)}>
        {t('profile.unblock', { name })}
      </Button>
      <div className={styles['others']}>
        <Button kind="quiet" small icon="flag" onClick={() => setReports(true)}>
          {t('profile.report', { name })}
        </Button>
        <LinkButton kind="quiet" plain small href={href('notifications-blocked')}>
          {t('title.blocked')}
        </LinkButton>
      </div>
      {reports ? (
        <Suspense>
          <ReportDialog profile={profile} onClose={() => setReports(false)} onBlock={null} />
        </Suspense>
      ) : null}
    </article>
  )
}
