/** What all landers share: a drawing, a headline, one action; then three plain facts, people, and a quiet foot. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LanderName } from '#contract/landers.ts'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/signup-door.tsx'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { likelySettings } from '../../state/site.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { LanderFacts } from './lander-facts.tsx'
import { LanderFoot } from './lander-foot.tsx'
import styles from './lander-frame.module.css'
import { LanderPeople } from './lander-people.tsx'
import { LANDER_PAGES } from './landers.ts'
import { useCampaign } from './use-campaign.ts'

export type LanderProps = { slug: string | undefined }

type FrameProps = LanderProps & {
  lander: LanderName
  /** The drawing. */
  art: ReactNode
  /** The words stand beside the drawing, on the other side of it, or on it. */
  words?: 'before' | 'after' | 'on'
  /** The evening, in both themes. */
  night?: boolean
  /** Under the lead: what answers to what one does with the drawing. */
  children?: ReactNode
}

export const LanderFrame = ({ lander, slug, art, words = 'before', night = false, children }: FrameProps) => {
  useSignals()
  const { title, description, action } = LANDER_PAGES[lander]
  const { settled, place } = useCampaign(slug)
  usePageTitle(t(title))
  return (
    <div className={classes(styles['lander'], night && styles['night'])}>
      <section className={classes(styles['hero'], styles[words])} {...(night ? { 'data-theme': 'dark' } : {})}>
        <div className={styles['stage']}>
          {art}
          {place === null ? null : (
            <p className={styles['place']}>
              <Icon name="pin" size={18} />
              {t('lander.around', { place: place.name })}
            </p>
          )}
        </div>
        <div className={styles['words']}>
          <h1>{t(title)}</h1>
          <p className={styles['lead']}>{t(description)}</p>
          {children}
          <LanderWays>{t(action, { age: likelySettings.value.min_age })}</LanderWays>
        </div>
      </section>
      <div className={styles['more']}>
        <LanderFacts />
        {settled ? <LanderPeople place={place} /> : null}
        <LanderFoot />
      </div>
    </div>
  )
}

type WaysProps = { /** What the one action is called. */ children: string; onJoin?: () => void }

/** The one action, what it costs (nothing), and the door for those who were here before. */
export const LanderWays = ({ children, onJoin }: WaysProps) => {
  useSignals()
  return (
    <div className={styles['ways']}>
      <SignupLink {...(onJoin ? { onClick: onJoin } : {})}>{children}</SignupLink>
      <p className="small muted">{t('lander.free', { count: likelySettings.value.signup_credits })}</p>
      <Link href={href('login')} className={styles['login']}>
        {t('lander.login')}
      </Link>
    </div>
  )
}
