/**
 * The settings opened from a mail [PROF-9]: first the subject of that mail, with a button that stops such mails. The
 * button also works without a login. Opening the page changes nothing, because mail scanners open it too.
 */
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { PREFERENCES, type Preference } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { call } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { refreshSession } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Note } from '../../ui/note.tsx'
import { PREFERENCE_WORDS } from './notifications-section.tsx'
import styles from './settings.module.css'
import { useAction } from '../../ui/use-form.ts'
import { FormRefusal } from '../../ui/form-notes.tsx'

export const FromMail = ({ link, me }: { link: MailLink; me: User | null }) => {
  const id = useId()
  // A visitor sees nothing else on this screen.
  const Heading = me ? 'h2' : 'h1'
  usePageTitle(me ? null : t('settings.fromMail'))
  const about = link.about === null ? null : t(PREFERENCE_WORDS[link.about].label)
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <Heading id={id}>
        {about === null ? t('settings.fromMail') : t('settings.fromMailAbout', { what: about })}
      </Heading>
      {link.token === null ? (
        <p className="muted">{t('settings.fromMailChoose')}</p>
      ) : (
        <Stop token={link.token} isMember={me !== null} />
      )}
      {me && link.token !== null ? <p className="small muted">{t('settings.fromMailOr')}</p> : null}
      {me ? null : (
        <p className={classes('muted', styles['more'])}>
          {t('settings.fromMailMore')} <Link href={href('login')}>{t('shell.login')}</Link>
        </p>
      )}
    </section>
  )
}

const Stop = ({ token, isMember }: { token: string; isMember: boolean }) => {
  const [done, setDone] = useState(false)
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('unsubscribe', { query: { token } })
    if (!answer.ok) return answer.error
    setDone(true)
    return refreshSession()
  })
  if (done)
    return (
      <Note tone="good" role="status">
        <p>{t('settings.fromMailStopped')}</p>
      </Note>
    )
  // Another tap would change nothing.
  if (failure?.error === 'link_invalid')
    return (
      <Note tone="bad" role="alert">
        <p>{t('settings.fromMailOld')}</p>
        <p>{t(isMember ? 'settings.fromMailChoose' : 'settings.fromMailLogIn')}</p>
      </Note>
    )
  return (
    <>
      <p className="muted">{t('settings.fromMailQuestion')}</p>
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button disabled={busy} onClick={() => void run()}>
          {t(busy ? 'ui.busy' : 'settings.fromMailStop')}
        </Button>
      </div>
    </>
  )
}

/** The mail that opened the settings, read from their address. */
type MailLink = {
  isFromMail: boolean
  /** The token that stops those mails, also without a login. */
  token: string | null
  /** The subject of the mail, if the link has one. */
  about: Preference | null
}

/** @param search the query, with or without its question mark */
export const mailLinkOf = (search: string): MailLink => {
  const query = new URLSearchParams(search)
  const token = query.get('unsubscribe')
  const about = query.get('about')
  return {
    isFromMail: Boolean(token) || query.get('source') === 'email',
    token: token === '' ? null : token,
    about: PREFERENCES.find((name) => name === about) ?? null,
  }
}
