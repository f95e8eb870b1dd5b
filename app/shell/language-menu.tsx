import { useSignals } from '@preact/signals-react/runtime'
import { LOCALES } from '#contract/locales.ts'
import { languageName } from '../state/format.ts'
import { locale, t } from '../state/i18n.ts'
import { chooseLanguage } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { classes } from '../ui/classes.ts'
import styles from './shell.module.css'

/** Languages by their own names [SHELL-10]. */
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
      items={LOCALES.map((code) => ({
        label: languageName(code),
        lang: code,
        checked: code === locale.value,
        onSelect: () => void chooseLanguage(code),
      }))}
    />
  )
}
