import { useSignals } from '@preact/signals-react/runtime'
import { offeredLocales } from '#contract/rules/offered-locales.ts'
import { browserLanguages } from '../ports/page.ts'
import { languageName } from '../state/format.ts'
import { locale, t } from '../state/i18n.ts'
import { chooseLanguage, user } from '../state/session.ts'
import { settings } from '../state/site.ts'
import { toast } from '../state/toasts.ts'
import type { Locale } from '#contract/locales.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { classes } from '../ui/classes.ts'
import { href } from './routes.ts'
import styles from './shell.module.css'

/** The likely languages by their own names, and a link to all languages [SHELL-10], [SITE-4]. */
export const LanguageMenu = ({ className }: { className?: string | undefined }) => {
  useSignals()
  return (
    <Menu
      label={t('shell.language')}
      triggerClass={classes(styles['language'], className)}
      trigger={
        <>
          <Icon name="globe" size={20} />
          <span>{locale.value.toUpperCase()}</span>
        </>
      }
      items={[
        ...offered().map((code) => ({
          label: languageName(code),
          lang: code,
          checked: code === locale.value,
          onSelect: () => void choose(code),
        })),
        { label: t('shell.allLanguages'), href: href('lang-config') },
      ]}
    />
  )
}

/** Before the settings arrive, as in prerendered markup, only the language on screen is known. */
const offered = (): Locale[] => {
  const site = settings.value
  if (site === null) return [locale.value]
  return offeredLocales({
    loggedIn: user.value !== null,
    detectedCountry: site.geoip_country,
    selectedCountry: site.geoip_selected_country,
    profileCountry: user.value?.profile.country ?? null,
    current: locale.value,
    browser: browserLanguages(),
    locales: site.locales,
  })
}

const choose = async (code: Locale): Promise<void> => {
  if (!(await chooseLanguage(code))) toast(t('shell.languageFailed'))
}
