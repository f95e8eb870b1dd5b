/** An announcement as a member gets it: the mail in a frame, as the server writes it, and the notification. */
import { useSignals } from '@preact/signals-react/runtime'
import { Mark } from '../../../ui/brand.tsx'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import { languageWord, siteName, t } from '../../texts.ts'
import styles from './announcements.module.css'

type Props = {
  wanted: Locale
  /** Null while it loads. */
  preview: DeskAnswer<'announcements.preview'> | null
  mailUrl: string
  /** Another version is another page of the frame. */
  version: number
}

export const Preview = ({ wanted, preview, mailUrl, version }: Props) => {
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
