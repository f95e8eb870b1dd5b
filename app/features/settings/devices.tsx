/** The devices on which the member is logged in, each with a logout [ACC-16]. Only the server has this list. */
import { useState } from 'react'
import type { MemberSession } from '#contract/entities/session.ts'
import { call } from '../../ports/api.ts'
import { FailedRead } from '../../shell/failed-read.tsx'
import { agoOf } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PasskeysLeft } from './passkeys.tsx'
import styles from './settings.module.css'
import { toastRefusal } from '../../state/error-text.ts'
import { useAction } from '../../ui/use-form.ts'

export const Devices = ({ email }: { email: string }) => {
  const { data, error, refresh } = useResource('sessions.list', {})
  if (error) return <FailedRead error={error} offlineText={t('settings.devicesOffline')} onRetry={refresh} />
  if (!data) return <DevicesSkeleton />
  return <DeviceList sessions={data.sessions} email={email} refresh={refresh} />
}

type ListProps = { sessions: readonly MemberSession[]; email: string; refresh: () => Promise<void> }

const DeviceList = ({ sessions, email, refresh }: ListProps) => {
  const [hasEnded, setHasEnded] = useState(false)
  const { busy, run: end } = useAction(async (one: MemberSession | 'others') => {
    const answer =
      one === 'others' ? await call('sessions.end_others', {}) : await call('sessions.end', { params: { id: one.id } })
    // A session that has already ended counts as a success.
    const failed = answer.ok || answer.error.error === 'not_found' ? null : answer.error
    toastRefusal(failed)
    if (!failed) {
      toast(t('settings.deviceEnded'))
      setHasEnded(true)
    }
    await refresh()
  })
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <p className="small muted">{t('settings.devicesText')}</p>
      <ul className={styles['list']}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon name={ICON[session.device]} size={22} />
            <div>
              <p>{nameOf(session)}</p>
              <p className="small muted">
                {session.current ? (
                  <span className={styles['here']}>{t('settings.deviceHere')}</span>
                ) : (
                  t('settings.deviceSeen', { ago: agoOf(session.last_seen_at) })
                )}
              </p>
            </div>
            {session.current ? null : (
              <Button
                kind="second"
                small
                disabled={busy}
                aria-label={t('settings.deviceEndNamed', { device: nameOf(session) })}
                onClick={() => void end(session)}
              >
                {t('settings.deviceEnd')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <div className={styles['actions']}>
          <Button kind="danger" small disabled={busy} onClick={() => void end('others')}>
            {t('settings.devicesEndOthers')}
          </Button>
        </div>
      ) : null}
      {hasEnded ? <PasskeysLeft email={email} /> : null}
    </>
  )
}

const ICON: Record<MemberSession['device'], IconName> = {
  phone: 'smartphone',
  tablet: 'smartphone',
  desktop: 'monitor',
  unknown: 'globe',
}

const KIND: Record<MemberSession['device'], TextKey> = {
  phone: 'settings.devicePhone',
  tablet: 'settings.deviceTablet',
  desktop: 'settings.deviceDesktop',
  unknown: 'settings.deviceUnknown',
}

/** The browser and system of the device if known; else only its kind. */
const nameOf = ({ device, browser, system }: MemberSession): string => {
  const names = [browser, system].filter(Boolean)
  return names.length === 0 ? t(KIND[device]) : `${t(KIND[device])}, ${names.join(' · ')}`
}

const DevicesSkeleton = () => (
  <div className={styles['form']}>
    <Loading />
    <Skeleton height={44} />
    <Skeleton height={44} />
  </div>
)
