/** The member's portrait on one seat, and the other seat free. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { Photo } from '../../ui/photo.tsx'
import { LanderLayout, LanderWays } from './lander-frame.tsx'
import type { MemberLanderProps } from './member-lander.tsx'
import styles from './member-lander.module.css'
import { setOutTo } from './on-the-way.ts'
import { TwoSeats } from './two-seats.tsx'
import { Who } from './who.tsx'

export const MemberSeat = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image } = profile
  const title = t('lander.seatHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      art={
        <figure className={styles['figure']}>
          <TwoSeats you={t('lander.you')}>
            <Photo image={image} name={name} eager className={styles['portrait']} />
          </TwoSeats>
          <figcaption>
            <Who profile={profile} />
          </figcaption>
        </figure>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.seatLead')}</p>
      <LanderWays onLeave={() => setOutTo(profile)}>{t('lander.seatAction')}</LanderWays>
    </LanderLayout>
  )
}
