/** All languages by their own names [SITE-2], [SHELL-10]. If a language fails to load, the current one stays. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { cachedFiles } from '../../ports/device-storage.ts'
import { connection } from '../../state/connection.ts'
import { languageName } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { chooseLanguage } from '../../state/session.ts'
import { likelySettings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import styles from './lang-config.module.css'

export const LangConfigScreen = () => {
  useSignals()
  const { online } = connection.value
  const [onDevice, setOnDevice] = useState<ReadonlySet<Locale> | null>(null)
  const [coming, setComing] = useState<Locale | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!online) void cachedFiles().then((files) => setOnDevice(localesOnDevice(files, locale.peek())))
  }, [online])
  const choose = async (wanted: Locale): Promise<void> => {
    if (coming !== null || wanted === locale.peek()) return
    setComing(wanted)
    setFailed(false)
    setFailed(!(await chooseLanguage(wanted)))
    setComing(null)
  }
  return (
    <ScreenColumn narrow>
      <h1 id="languages">{t('title.lang')}</h1>
      <p className="muted" id="languages-lead">
        {t('lang.lead')}
      </p>
      <ul className={styles['list']} aria-labelledby="languages" aria-describedby="languages-lead">
        {LOCALES.filter((code) => code === locale.value || likelySettings.value.locales.includes(code)).map((code) => (
          <li key={code}>
            <Language
              code={code}
              isCurrent={code === locale.value}
              isComing={code === coming}
              isHere={online || onDevice === null || onDevice.has(code)}
              onChoose={() => void choose(code)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {failed ? (
          <Note tone="warn">
            <p>{t('shell.languageFailed')}</p>
          </Note>
        ) : null}
      </div>
    </ScreenColumn>
  )
}

type Props = {
  code: Locale
  isCurrent: boolean
  isComing: boolean
  /** The language can be loaded now. */
  isHere: boolean
  onChoose: () => void
}

const Language = ({ code, isCurrent, isComing, isHere, onChoose }: Props) => (
  <button
    type="button"
    className={styles['language']}
    aria-current={isCurrent ? 'true' : undefined}
    aria-busy={isComing}
    onClick={onChoose}
  >
    <span className={styles['words']}>
      <span lang={code} className="strong">
        {languageName(code)}
      </span>
      {isHere ? null : <span className="small muted">{t('lang.notHere')}</span>}
    </span>
    {isComing ? <span className="small muted">{t('ui.loading')}</span> : null}
    {isCurrent ? (
      <span className={styles['current']}>
        <Icon name="check" size={18} />
        {t('lang.current')}
      </span>
    ) : null}
  </button>
)

/** The texts of a language are two files of this name (`scripts/locale-parts.ts`); one file alone is incomplete. */
const PARTS = 2

/** @param files the result of `cachedFiles` @param current the language in use, which is always cached */
export const localesOnDevice = (files: readonly string[], current: Locale): Set<Locale> => {
  const count = (locale: Locale): number => files.filter((path) => path.startsWith(`/assets/${locale}-`)).length
  return new Set(LOCALES.filter((locale) => locale === current || count(locale) >= PARTS))
}
