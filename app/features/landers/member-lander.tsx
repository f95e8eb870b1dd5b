/**
 * A lander about one member, as a visitor may see them [SITE-6]. If visitors may not, or there is no such member, a
 * general lander without anybody: never an error.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { ComponentType } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LanderLayout, LanderWays } from './lander-frame.tsx'
import { MemberLines } from './member-lines.tsx'
import styles from './member-lander.module.css'
import { MemberSeat } from './member-seat.tsx'
import { MemberWords } from './member-words.tsx'
import { personOf } from './person.ts'
import { TwoSeats } from './two-seats.tsx'

const LOOKS: Record<'seat' | 'words' | 'lines', ComponentType<MemberLanderProps>> = {
  seat: MemberSeat,
  words: MemberWords,
  lines: MemberLines,
}

export type MemberLanderProps = { profile: Profile; slug: string | undefined }

type Props = { look: keyof typeof LOOKS; /** The checked id of the path. */ id: string; slug: string | undefined }

export const MemberLander = ({ look, id, slug }: Props) => {
  const person = personOf(useResource('members.get', { params: { id } }))
  if (person === 'waiting') return <Waiting slug={slug} />
  const Look = LOOKS[look]
  return person === null ? <Nobody slug={slug} /> : <Look profile={person} slug={slug} />
}

const Nobody = ({ slug }: { slug: string | undefined }) => {
  useSignals()
  usePageTitle(t('lander.nobodyHeadline'))
  return (
    <LanderLayout slug={slug} art={<TwoSeats you={t('lander.you')} />}>
      <h1>{t('lander.nobodyHeadline')}</h1>
      <p className={styles['lead']}>{t('lander.nobodyLead')}</p>
      <LanderWays>{t('lander.nobodyAction')}</LanderWays>
    </LanderLayout>
  )
}

const Waiting = ({ slug }: { slug: string | undefined }) => (
  <LanderLayout slug={slug} art={<TwoSeats you={t('lander.you')} />}>
    <Skeleton width="80%" height={40} />
    <Skeleton width="60%" />
    <Skeleton width="48%" height={48} />
  </LanderLayout>
)
