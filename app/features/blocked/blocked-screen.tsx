/** The people a member has blocked, each with a way to unblock them [PROF-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { BlockedProfile } from '#contract/entities/safety.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { online, waitingWords } from '../../state/connection.ts'
import { dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSteps } from '../../ui/first-rows.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import { MoreRows } from '../../ui/more-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Avatar } from '../../ui/photo.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import styles from './blocked.module.css'
import { unblock } from './change-block.ts'

export const BlockedScreen = () => {
  useSignals()
  const { data, error, refresh } = useResource('blocks.list', {})
  const list = useRef<HTMLDivElement>(null)
  const steps = useSteps('blocked', data?.blocks ?? [])
  if (!data && error)
    return (
      <FailedData
        error={online.value ? error : { error: 'network_unavailable' }}
        offline={{ title: t('blocked.offlineTitle'), text: t('blocked.offlineText') }}
        onRetry={refresh}
      />
    )
  if (!data) return <BlockedSkeleton />
  if (data.blocks.length === 0)
    return (
      <ScreenColumn ref={list} tabIndex={-1} gap="medium" className={styles['list']}>
        <EmptyState title={t('blocked.emptyTitle')} text={t('blocked.emptyText')}>
          <LinkButton kind="second" href={href('members')}>
            {t('shell.backToSearch')}
          </LinkButton>
        </EmptyState>
      </ScreenColumn>
    )
  const onUnblock = (blocked: BlockedProfile): void => {
    // The unblocked row goes with its focused button. Without this, the next Tab would start at the top of the page.
    list.current?.focus({ preventScroll: true })
    void unblock(blocked.profile)
  }
  return (
    <ScreenColumn ref={list} tabIndex={-1} gap="medium" className={styles['list']}>
      <p className={styles['title']} aria-hidden="true">
        {t('title.blocked')}
      </p>
      <p className="muted">{t('blocked.lead')}</p>
      <Rows>
        {steps.shown.map((blocked) => (
          <BlockedRow key={blocked.profile.id} blocked={blocked} onUnblock={() => onUnblock(blocked)} />
        ))}
      </Rows>
      <MoreRows steps={steps} />
      <Note>
        <p>{t('blocked.after')}</p>
      </Note>
    </ScreenColumn>
  )
}

const BlockedRow = ({ blocked, onUnblock }: { blocked: BlockedProfile; onUnblock: () => void }) => {
  useSignals()
  const { profile, at, waiting } = blocked
  const { id, name, age } = profile
  return (
    <div className={styles['row']}>
      <span className={styles['photo']}>
        <Avatar image={profile.main_image} name={name} />
      </span>
      <div className={styles['words']}>
        <Link href={href('members-id', { id })} className="name">
          {profile.exists ? t('ui.nameAge', { name, age }) : name}
        </Link>
        {profile.fictional ? <FictionalMark /> : null}
        <span className="small muted">{waiting ? waitingWords() : t('blocked.since', { day: dayOf(at) })}</span>
      </div>
      <Button kind="second" small aria-label={t('profile.unblock', { name })} onClick={onUnblock}>
        {t('blocked.unblock')}
      </Button>
    </div>
  )
}

const BlockedSkeleton = () => (
  <ScreenColumn gap="medium">
    <Loading />
    <Skeleton height={48} />
    <Skeleton height={240} />
  </ScreenColumn>
)
