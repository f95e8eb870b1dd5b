/**
 * The footer of every visitor's page except those with a single purpose [SHELL-12]. It is below the fold, so it loads late; prerendered
 * pages contain it from the start.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { countryName } from '../state/format.ts'
import { locale, t, type TextKey } from '../state/i18n.ts'
import { useResource } from '../state/resource.ts'
import { user } from '../state/session.ts'
import { likelySettings } from '../state/site.ts'
import { href } from './routes.ts'
import type { RouteName } from './screens.ts'
import styles from './footer.module.css'

type FooterLink = { route: RouteName; label: TextKey }

const HELP: readonly FooterLink[] = [
  { route: 'pages-faq', label: 'footer.faq' },
  { route: 'pages-service', label: 'footer.support' },
  { route: 'pages-safety', label: 'footer.safety' },
  { route: 'pricing', label: 'footer.pricing' },
  { route: 'complaints', label: 'footer.complaints' },
]
const LEGAL: readonly FooterLink[] = [
  { route: 'pages-terms', label: 'footer.terms' },
  { route: 'pages-privacy', label: 'footer.privacy' },
]
/** On a phone these links need one more tap. */
const MORE_LEGAL: readonly FooterLink[] = [
  { route: 'pages-cookies', label: 'footer.cookies' },
  { route: 'pages-return-policy', label: 'footer.returns' },
  { route: 'pages-ban', label: 'footer.ban' },
]

/** Members use an app, not a page: they find these links in *Me* instead. */
export const Footer = () => {
  useSignals()
  return user.value === null ? (
    <footer className={styles['foot']}>
      <SiteLinks />
    </footer>
  ) : null
}

/** Help, the legal pages, and the notices that go with them. */
export const SiteLinks = () => {
  useSignals()
  return (
    <div className={styles['siteLinks']}>
      <div className={styles['footLists']}>
        <nav aria-label={t('footer.help')}>
          <Links links={HELP} />
        </nav>
        <nav aria-label={t('footer.legal')}>
          <Links links={LEGAL} />
          <Links links={MORE_LEGAL} className={styles['footWide']} />
          <details className={styles['footNarrow']}>
            <summary>{t('footer.more')}</summary>
            <Links links={MORE_LEGAL} />
          </details>
        </nav>
      </div>
      <p>{t('footer.disclaimer', { age: likelySettings.value.min_age })}</p>
      {locale.value === 'en' ? <UsFooter /> : null}
    </div>
  )
}

const Links = ({ links, className }: { links: readonly FooterLink[]; className?: string | undefined }) => (
  <ul className={className}>
    {links.map(({ route, label }) => (
      <li key={route}>
        <Link href={href(route)}>{t(label)}</Link>
      </li>
    ))}
  </ul>
)

/** Legal notices for readers in the United States, shown with English [SHELL-12]. */
const UsFooter = () => {
  const company = useResource('companyinfo.get', {}).data?.companyinfo
  return (
    <>
      <p>{t('footer.us2257')}</p>
      <p>{t('footer.usPrivacy')}</p>
      {company ? (
        <p>
          {t('footer.usCompany', {
            name: company.name,
            address: company.address,
            city: company.city,
            country: countryName(company.country),
          })}
        </p>
      ) : null}
    </>
  )
}
