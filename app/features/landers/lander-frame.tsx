/** The common frame of all landers: a drawing, a headline, one action; then three facts, people, and a quiet foot. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Places } from '#contract/entities/place.ts'
import type { LanderName } from '#contract/landers.ts'
import type { Locale } from '#contract/locales.ts'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { slugOf } from '../../state/plain-names.ts'
import { useResource } from '../../state/resource.ts'
import { likelySettings } from '../../state/site.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Facts } from '../index/facts.tsx'
import { PeopleStrip } from '../index/people-strip.tsx'
import styles from './lander-frame.module.css'
import { LANDER_PAGES } from './landers.ts'

export type LanderProps = { slug: string | undefined }

type FrameProps = LanderProps & {
  lander: LanderName
  /** The drawing. */
  art: ReactNode
  words?: Words
  night?: boolean
  /** Shown under the lead: the reaction to the visitor's play with the drawing. */
  children?: ReactNode
}

export const LanderFrame = ({ lander, children, ...layout }: FrameProps) => {
  useSignals()
  const { title, description, action } = LANDER_PAGES[lander]
  usePageTitle(t(title))
  return (
    <LanderLayout {...layout} namesPlace>
      <h1>{t(title)}</h1>
      <p className={styles['lead']}>{t(description)}</p>
      {children}
      <LanderWays>{t(action, { age: likelySettings.value.min_age })}</LanderWays>
    </LanderLayout>
  )
}

/** The place of the text: beside the drawing on either side, or on it. */
type Words = 'before' | 'after' | 'on'

type LayoutProps = LanderProps & {
  art: ReactNode
  words?: Words
  /** Dark colours in both themes. */
  night?: boolean
  /** Whether the drawing names the place of the campaign. */
  namesPlace?: boolean
  /** The text: a headline, a lead, the links. */
  children: ReactNode
}

export const LanderLayout = ({ slug, art, words = 'before', night = false, namesPlace, children }: LayoutProps) => {
  useSignals()
  const { settled, place } = useCampaign(slug)
  return (
    <div className={classes(styles['lander'], night && styles['night'])}>
      <section className={classes(styles['hero'], styles[words])} {...(night ? { 'data-theme': 'dark' } : {})}>
        <div className={styles['stage']}>
          {art}
          {place === null || !namesPlace ? null : (
            <p className={styles['place']}>
              <Icon name="pin" size={18} />
              {t('lander.around', { place: place.name })}
            </p>
          )}
        </div>
        <div className={styles['words']}>{children}</div>
      </section>
      <div className={styles['more']}>
        <Facts />
        {settled ? <LanderPeople place={place} /> : null}
        <LanderFoot />
      </div>
    </div>
  )
}

type WaysProps = {
  /** The label of the main action. */
  children: string
  /** Called before the visitor leaves, to store what must be found again. */
  onLeave?: () => void
}

const nothing = (): void => {}

/** The main action, its price (free), and the login link for existing members. */
export const LanderWays = ({ children, onLeave = nothing }: WaysProps) => {
  useSignals()
  return (
    <div className={styles['ways']}>
      <SignupLink onClick={onLeave}>{children}</SignupLink>
      <p className="small muted">{t('lander.free', { count: likelySettings.value.signup_credits })}</p>
      <p className={styles['member']}>
        {t('lander.member')}{' '}
        <Link href={href('login')} className={styles['login']} onClick={onLeave}>
          {t('shell.login')}
        </Link>
      </p>
    </div>
  )
}

/** The quiet foot of a lander: the minimum age, the fictional profiles, and links to the legal pages. */
const LanderFoot = () => {
  useSignals()
  return (
    <footer className={styles['foot']}>
      <p>{t('lander.foot', { age: likelySettings.value.min_age })}</p>
      <p className={styles['legal']}>
        <Link href={href('pages-terms')}>{t('lander.footTerms')}</Link>
        <Link href={href('pages-privacy')}>{t('lander.footPrivacy')}</Link>
        <Link href={href('pages-cookies')}>{t('lander.footCookies')}</Link>
      </p>
    </footer>
  )
}

const SHOWN = 6

/**
 * Real members, if visitors may see them [SITE-13]; nothing while they load or if visitors may not.
 * @param place the region to search in
 */
const LanderPeople = ({ place }: { place: CampaignPlace | null }) => {
  useSignals()
  const query = place === null ? {} : { country: place.country, countryregion: place.countryregion }
  const { data } = useResource('members.search', { query })
  const people = data?.results.slice(0, SHOWN) ?? []
  if (people.length === 0) return null
  return (
    <PeopleStrip people={people}>
      <h2>{t('index.people')}</h2>
    </PeopleStrip>
  )
}

type CampaignPlace = { name: string; country: string; countryregion: string }

/**
 * The city or region of a slug in any language, with its local name [SITE-6]; a city comes before a region of the same name. Any other slug is
 * never shown.
 */
export const campaignPlace = (slug: string, places: Places): CampaignPlace | null => {
  const wanted = slugOf(slug)
  const regions = places.flatMap(({ country, regions: names }) => names.map((region) => ({ country, region })))
  for (const { country, region } of regions) {
    const city = region.cities.find((one) => isCalled(one, wanted))
    if (city) return { name: city.name, country, countryregion: region.id }
  }
  const found = regions.find(({ region }) => isCalled(region, wanted))
  return found ? { name: found.region.name, country: found.country, countryregion: found.region.id } : null
}

type NamedPlace = { name: string; names?: Partial<Record<Locale, string | undefined>> | undefined }

/** Compares the name in its own language and in the others. */
const isCalled = ({ name, names = {} }: NamedPlace, wanted: string): boolean =>
  [name, ...Object.values(names)].some((one) => one !== undefined && slugOf(one) === wanted)

/** `settled`: the place is found, or known not to exist. */
const useCampaign = (slug: string | undefined): { settled: boolean; place: CampaignPlace | null } => {
  useSignals()
  const { data, error } = useResource('regions.get', slug === undefined ? null : {})
  const place = slug !== undefined && data !== null ? campaignPlace(slug, data.countries) : null
  return { settled: slug === undefined || data !== null || error !== null, place }
}
