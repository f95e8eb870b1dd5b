/** Items shared from another app, and the choice of their target [PWA-9]. Nothing is sent from here. */
import { useSignals } from '@preact/signals-react/runtime'
import { useSearch } from 'wouter'
import { SHARE_PLACE } from '#contract/device.ts'
import type { User } from '#contract/entities/user.ts'
import { controlled } from '../../ports/service-worker.ts'
import { href, homeOf } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { sessionKnown } from '../../state/session.ts'
import { siteName } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../../state/error-text.ts'
import { LoginFirst } from '../../shell/error-screens.tsx'
import { SharedContent } from './shared.tsx'

export const ShareScreen = ({ me }: { me: User | null }) => {
  useSignals()
  const query = new URLSearchParams(useSearch())
  const { data, loading } = useResource('device.drafts', controlled.value ? {} : null)
  if (!sessionKnown.value || (!data && loading)) return <ShareSkeleton />
  const shared = data?.drafts.filter(({ place }) => place === SHARE_PLACE) ?? []
  const lost = query.get('lost')
  if (lost !== null || shared.length === 0) return <NothingShared lost={lost} home={homeOf(me !== null)} />
  return me ? (
    <SharedContent me={me} shared={shared} more={query.has('more')} />
  ) : (
    <LoginFirst title={t('shared.loginTitle')} text={t('shared.loginText')} />
  )
}

type NothingProps = {
  /** The reason why a shared item did not arrive; null if nothing was shared. */
  lost: string | null
  home: 'members' | 'index'
}

const NothingShared = ({ lost, home }: NothingProps) => {
  const isFull = lost === 'full'
  const text = isFull ? errorText({ error: 'storage_full' }) : t('shared.lostText')
  return (
    <EmptyState
      picture={lost === null ? 'seats' : 'none'}
      title={t(lost === null ? 'shared.emptyTitle' : 'shared.lostTitle')}
      text={lost === null ? t('shared.emptyText', { site: siteName() }) : text}
    >
      <LinkButton kind="second" href={href(home)}>
        {t(home === 'members' ? 'shell.backToSearch' : 'shell.goHome')}
      </LinkButton>
    </EmptyState>
  )
}

const ShareSkeleton = () => (
  <div className="stack">
    <Loading />
    <Skeleton height={240} />
    <Skeleton width="60%" height={28} />
    <Skeleton height={60} />
    <Skeleton height={60} />
  </div>
)
