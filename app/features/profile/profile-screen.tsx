/** A member's profile as the viewer may see it [PROF-2]. Opening the profile marks its like as seen [LIKE-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { block } from '../blocked/change-block.ts'
import { afterMovement } from '../../ports/idle.ts'
import { restoresScroll } from '../../shell/arrival.ts'
import { NotFoundScreen } from '../../shell/error-screens.tsx'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { t, tCode } from '../../state/i18n.ts'
import { hasNewLike, markLikeSeen } from '../../state/likes.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { tappedPhotoOf } from '../../state/tapped-photo.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProfileCard } from '../../ui/profile-card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { BlockedProfile } from './blocked-profile.tsx'
import { photosOf } from './facts.ts'
import { ProfileActions } from './profile-actions.tsx'
import { LeadPhoto, Thumbs } from './profile-photos.tsx'
import { PromptCards } from './prompt-cards.tsx'
import { ProfileSheet } from './profile-sheet.tsx'
import { ReportDialog } from '../report/report-dialog.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import styles from './profile.module.css'

type Props = { /** The checked id of the path. */ id: string; route: 'members-id' | 'likes-m-id' }

export const ProfileScreen = ({ id, route }: Props) => {
  useSignals()
  const { data, error, refresh } = useResource('members.get', { params: { id } })
  const profile = data?.profile ?? null
  const blocksMe =
    error?.error === 'blocked' || (profile?.closed === 'blocked' && !profile.blocked)
      ? tCode('closed', 'blocked', { name: error?.name ?? profile?.name ?? '' })
      : null
  usePageTitle(profile ? t('ui.nameAge', { name: profile.name, age: profile.age }) : blocksMe)
  const isNew = hasNewLike(Number(id))
  useEffect(() => {
    if (isNew) void markLikeSeen(Number(id))
  }, [id, isNew])
  // A refusal now counts more than a cached profile.
  if (error?.error === 'not_found') return <NotFoundScreen />
  const failed =
    blocksMe !== null ? (
      <EmptyState level={1} picture="none" title={blocksMe}>
        <LinkButton href={href('members')}>{t('shell.backToSearch')}</LinkButton>
      </EmptyState>
    ) : profile === null && error ? (
      <FailedData level={1} error={error} onRetry={refresh} />
    ) : null
  if (failed)
    return (
      <div className={styles['alone']}>
        <BackLink route={route} on="lift" />
        {failed}
      </div>
    )
  if (profile === null) return <ProfileSkeleton route={route} id={id} />
  if (profile.blocked) return <BlockedProfile key={profile.id} profile={profile} route={route} />
  return <ProfileView key={profile.id} profile={profile} route={route} />
}

type ViewProps = { profile: Profile; route: Props['route'] }

/** The whole profile, or one of its photos. */
type ReportedPart = { photo?: string }

const ProfileView = ({ profile, route }: ViewProps) => {
  useSignals()
  const me = user.value
  const own = me?.id === profile.id
  const [chosen, setChosen] = useState(0)
  const [open, setOpen] = useState(false)
  const [reported, setReported] = useState<ReportedPart | null>(null)
  const article = useRef<HTMLElement>(null)
  const photos = photosOf(profile)
  const shown = {
    name: profile.name,
    photos,
    chosen: Math.min(chosen, Math.max(0, photos.length - 1)),
    onChoose: setChosen,
  }
  return (
    <article ref={article} className={styles['profile']} aria-labelledby="profile-name">
      <LeadPhoto {...shown} count={Math.max(profile.photo_count, photos.length)} onOpen={() => setOpen(true)}>
        <BackLink route={route} on="lift" />
        {me && !own ? <ProfileMenu profile={profile} onReport={() => setReported({})} /> : null}
      </LeadPhoto>
      <ProfileSheet
        profile={profile}
        me={own ? null : (me?.profile ?? null)}
        thumbs={<Thumbs {...shown} />}
        prompts={<PromptCards profile={profile} me={me} />}
        actions={own ? null : <ProfileActions profile={profile} me={me} />}
      >
        {own ? null : <RelatedStrip id={profile.id} />}
        {me && !own ? (
          <Button
            kind="quiet"
            plain
            small
            icon="flag"
            className={styles['report'] ?? ''}
            onClick={() => setReported({})}
          >
            {t('profile.report', { name: profile.name })}
          </Button>
        ) : null}
      </ProfileSheet>
      {open ? (
        <PhotoViewer
          name={profile.name}
          photos={photos}
          start={shown.chosen}
          onClose={(index) => {
            setOpen(false)
            setChosen(index)
          }}
          {...(me && !own ? { onReport: ({ id: photo }) => setReported({ photo }) } : {})}
          returnTo={() => article.current?.querySelector<HTMLElement>('li:not([inert]) > button')}
        />
      ) : null}
      {reported ? (
        <ReportDialog
          profile={profile}
          about={reported}
          onClose={() => setReported(null)}
          onBlock={() => block(profile)}
        />
      ) : null}
    </article>
  )
}

const ProfileSkeleton = ({ id, route }: Props) => {
  const tapped = tappedPhotoOf(href(route, { id }))
  return (
    <div className={styles['profile']}>
      <Loading />
      <div className={styles['lead']} data-shared-photo>
        {tapped ? (
          <img src={tapped} alt="" className={classes(styles['leadPhoto'], styles['tapped'])} />
        ) : (
          <Skeleton height="100%" className={styles['leadPhoto']} />
        )}
        <div className={styles['over']}>
          <BackLink route={route} on="lift" />
        </div>
      </div>
      <div className={styles['sheet']}>
        <Skeleton width="60%" height={32} />
        <Skeleton width="45%" />
        <Skeleton height={52} />
        <Skeleton height={72} />
      </div>
    </div>
  )
}

/** Similar profiles come after the movement to this screen, which they would slow down; Back needs their height at once. */
const RelatedStrip = ({ id }: { id: number }) => {
  const [isStill, setStill] = useState(restoresScroll)
  useEffect(() => afterMovement(() => setStill(true)), [])
  return isStill ? <RelatedProfiles id={id} /> : null
}

/** Similar profiles [FIND-6]; nothing if there are none, or if they cannot be fetched. */
const RelatedProfiles = ({ id }: { id: number }) => {
  useSignals()
  const { data } = useResource('members.related', { params: { id: String(id) } })
  const others = data?.results ?? []
  if (others.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{t('profile.related')}</h2>
      <ul className={styles['strip']}>
        {others.map((profile) => (
          <li key={profile.id}>
            <ProfileCard profile={profile} href={href('members-id', { id: profile.id })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ProfileMenuProps = { profile: Profile; onReport: () => void }

/** The menu of a profile: report and block [SAFE-8]. */
const ProfileMenu = ({ profile, onReport }: ProfileMenuProps) => {
  const [asks, setAsks] = useState(false)
  const { name } = profile
  return (
    <>
      <Menu
        label={t('profile.menu', { name })}
        triggerClass={styles['menu']}
        trigger={<Icon name="more" />}
        items={[
          { label: t('profile.report', { name }), icon: 'flag', onSelect: onReport },
          { label: t('profile.block', { name }), icon: 'ban', danger: true, onSelect: () => setAsks(true) },
        ]}
      />
      {asks ? (
        <Dialog
          title={t('profile.blockTitle', { name })}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button kind="second" onClick={() => setAsks(false)}>
                {t('ui.cancel')}
              </Button>
              <Button
                kind="danger"
                icon="ban"
                onClick={() => {
                  setAsks(false)
                  void block(profile)
                }}
              >
                {t('profile.block', { name })}
              </Button>
            </>
          }
        >
          <p className="muted">{t('profile.blockText', { name })}</p>
        </Dialog>
      ) : null}
    </>
  )
}
