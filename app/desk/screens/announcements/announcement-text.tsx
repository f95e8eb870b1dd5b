/** The texts of an announcement: one language at a time, with the state of all of them. */
import { useSignals } from '@preact/signals-react/runtime'
import {
  ANNOUNCEMENT_MAX,
  EMPTY_TEXT,
  isBegun,
  partsOf,
  type AnnouncementFault,
  type AnnouncementForm,
  type AnnouncementText,
} from '#contract/desk/announcement-form.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { Mark } from '../../../ui/brand.tsx'
import { ChipButton } from '../../../ui/chip.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { languageWord, siteName, t, tCode } from '../../texts.ts'
import { excessOf, tooLongText } from '../../ui/long-text.tsx'
import styles from './announcements.module.css'

type ChoiceProps = {
  /** Languages with a text of their own. */
  written: readonly Locale[]
  /** Languages whose text lacks a part. */
  lacking?: readonly Locale[]
  language: Locale
  onChoose: (language: Locale) => void
}

const NONE: readonly Locale[] = []

export const LanguageChoice = ({ written, lacking = NONE, language, onChoose }: ChoiceProps) => {
  useSignals()
  return (
    <div className={styles['languages']} role="group" aria-label={t('announce.textLanguage')}>
      {LOCALES.map((one) => {
        const [icon, state]: [IconName | null, string] = lacking.includes(one)
          ? ['alert', t('announce.isPart')]
          : written.includes(one)
            ? ['check', t('announce.isWhole')]
            : [null, t('announce.isMissing')]
        return (
          <ChipButton
            key={one}
            on={one === language}
            aria-pressed={one === language}
            aria-label={`${languageWord(one)}, ${state}`}
            {...(icon ? { icon } : {})}
            onClick={() => onChoose(one)}
          >
            {languageWord(one)}
          </ChipButton>
        )
      })}
    </div>
  )
}

type Props = {
  form: AnnouncementForm
  language: Locale
  faults: readonly AnnouncementFault[]
  onChange: (part: Partial<AnnouncementForm>) => void
}

export const TextFields = ({ form, language, faults, onChange }: Props) => {
  useSignals()
  const text = form.texts[language] ?? EMPTY_TEXT
  const set = (part: keyof AnnouncementText, value: string): void =>
    onChange({ texts: { ...form.texts, [language]: { ...text, [part]: value } } })
  const parts = partsOf(form.kind)
  const hasText = isBegun(form.texts[language], form.kind)
  return (
    <>
      {!hasText && language !== form.fallback ? (
        <p className="muted">
          {t('announce.noText', { language: languageWord(language), fallback: languageWord(form.fallback) })}
        </p>
      ) : null}
      {parts.map((part) => {
        const fault = faults.find(({ field }) => field === `texts.${language}.${part}`)
        const max = ANNOUNCEMENT_MAX[part]
        const excess = excessOf(text[part], max)
        const shared = {
          label: tCode('announcePart', part),
          hint: excess > 0 ? undefined : t('announce.left', { count: Math.max(0, max - text[part].length) }),
          name: `${language}.${part}`,
          lang: language,
          value: text[part],
          // An untouched draft is not full of faults; the list before the sending has them all.
          error: excess > 0 ? tooLongText(excess, max) : fault && hasText ? tCode('field', fault.fault) : undefined,
        }
        return part === 'mail' || part === 'push' ? (
          <TextAreaField
            key={part}
            {...shared}
            rows={part === 'mail' ? 9 : 3}
            onChange={({ currentTarget: { value } }) => set(part, value)}
          />
        ) : (
          <TextField key={part} {...shared} onChange={({ currentTarget: { value } }) => set(part, value)} />
        )
      })}
      <SelectField
        label={t('announce.fallback')}
        hint={t('announce.fallbackHint')}
        name="fallback"
        value={form.fallback}
        onChange={({ currentTarget: { value } }) =>
          onChange({ fallback: LOCALES.find((one) => one === value) ?? form.fallback })
        }
      >
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {languageWord(one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type PreviewProps = {
  wanted: Locale
  /** Null while it loads. */
  preview: DeskAnswer<'announcements.preview'> | null
  mailUrl: string
  /** Another version is another page of the frame. */
  version: number
}

export const Preview = ({ wanted, preview, mailUrl, version }: PreviewProps) => {
  useSignals()
  return (
    <>
      {preview && preview.language !== wanted ? (
        <p className="muted">
          {t('announce.shownIn', { language: languageWord(wanted), fallback: languageWord(preview.language) })}
        </p>
      ) : null}
      <h3>{t('announce.asMail')}</h3>
      <iframe
        key={`${mailUrl} ${version}`}
        className={styles['mail']}
        src={mailUrl}
        title={t('announce.mailIn', { language: languageWord(preview?.language ?? wanted) })}
        // Without `allow-scripts`; its height can be read because it is of the same origin.
        sandbox="allow-same-origin"
        onLoad={({ currentTarget }) => fit(currentTarget)}
      />
      {preview?.push ? (
        <>
          <h3>{t('announce.asPush')}</h3>
          <div className={styles['push']} lang={preview.language}>
            <Mark size={28} />
            <p>
              <span className="muted">{siteName()}</span>
              <br />
              <b>{preview.push.title}</b>
              <br />
              {preview.push.body}
            </p>
          </div>
        </>
      ) : null}
    </>
  )
}

/** The frame is as high as its mail, so that only the page scrolls. */
const fit = (frame: HTMLIFrameElement): void => {
  const height = frame.contentDocument?.documentElement.scrollHeight
  if (height) frame.style.blockSize = `${height}px`
}
