/** A page of a theatre programme: the portrait under an arch, and a few lines from the profile. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Profile } from '#contract/entities/profile.ts'
import { withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { t, tCode } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { Photo } from '../../ui/photo.tsx'
import { LanderLayout, LanderWays } from './lander-frame.tsx'
import type { MemberLanderProps } from './member-lander.tsx'
import styles from './member-lander.module.css'
import { setOutTo } from './on-the-way.ts'
import { Who } from './who.tsx'

const INTERESTS_SHOWN = 4

export const MemberLines = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image } = profile
  const title = t('lander.linesHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      art={
        <div className={styles['programme']}>
          <Photo image={image} name={name} eager className={styles['arch']} />
          <div className={styles['lines']}>
            <Who profile={profile} />
            <Said profile={profile} />
          </div>
        </div>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.linesLead')}</p>
      <LanderWays onLeave={() => setOutTo(profile)}>{t('lander.linesAction')}</LanderWays>
    </LanderLayout>
  )
}

/** The member's text and interests, without those about their sex life [ACC-18]. */
const Said = ({ profile: { about_me: about, interests } }: { profile: Profile }) => {
  const shown = withoutSensitiveInterests(interests).slice(0, INTERESTS_SHOWN)
  return (
    <>
      {about === '' ? null : <p className={styles['about']}>{about}</p>}
      {shown.length === 0 ? null : (
        <ul className={styles['interests']}>
          {shown.map((interest) => (
            <li key={interest}>{tCode('interest', interest)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
