/**
 * Quiet lines under the bar: no connection and the number of waiting writes, a full device, a new version. Notes above the screen: an
 * unconfirmed address, a check of the age.
 */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { after, serverNow } from '../ports/clock.ts'
import { activation, sendActivation } from '../state/activation.ts'
import { connection, dismissLostWrites, isPutBack, lostWrites, parkedWrites } from '../state/connection.ts'
import { errorText } from '../state/error-text.ts'
import { dayOf } from '../state/format.ts'
import { t } from '../state/i18n.ts'
import { user } from '../state/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Note, QuietLine } from '../ui/note.tsx'
import { openSignup } from './open-signup.tsx'
import { EMAIL_ANCHOR, href } from './routes.ts'
import styles from './lines.module.css'

/** The line that offers a new version; null until there is one. `start-versions.tsx`, which loads later, renders it. */
export const versionLine = signal<ReactNode>(null)

/** A write that is delivered sooner shows no line. */
const SENDING_SHOWN_AFTER_MS = 2_000

/** @param inConversation the messages of a conversation show their own state */
export const Lines = ({ inConversation }: { inConversation: boolean }) => {
  useSignals()
  const { online, waiting, sending, full } = connection.value
  const parked = parkedWrites.value
  const loss = lossWords()
  return (
    // Each line is read out once: `status` alone would repeat the others with it.
    <div className={styles['lines']} role="status" aria-live="polite" aria-atomic="false" data-snapshot-offline="">
      {online ? null : <QuietLine>{offlineWords(waiting)}</QuietLine>}
      {online && sending > 0 && !inConversation ? <Sending count={sending} /> : null}
      {parked ? (
        <QuietLine icon="clock">
          {t('shell.parked', parked)}{' '}
          <Link href={href('login')} className={styles['inlineAction']}>
            {t('shell.login')}
          </Link>
        </QuietLine>
      ) : null}
      {loss === null ? null : (
        <QuietLine icon="warning">
          {loss}{' '}
          <button type="button" className={styles['inlineAction']} onClick={dismissLostWrites}>
            {t('ui.close')}
          </button>
        </QuietLine>
      )}
      <AddressBounced />
      {full ? (
        <QuietLine icon="warning">
          {t('shell.storageFull')}{' '}
          <Link href={href('notifications-device')} className={styles['inlineAction']}>
            {t('shell.storageAction')}
          </Link>
        </QuietLine>
      ) : null}
      {versionLine.value}
    </div>
  )
}

/** The mail to a new address came back [ACC-11]. Until the next start of the app, a member who has read it needs no second line. */
const AddressBounced = () => {
  useSignals()
  const [read, setRead] = useState<string | null>(null)
  const email = user.value?.bounced_address
  if (email === undefined || email === read) return null
  return (
    <QuietLine icon="mail">
      {t('shell.addressBounced', { email })}{' '}
      <Link
        href={`${href('notifications')}#${EMAIL_ANCHOR}`}
        className={styles['inlineAction']}
        onClick={() => setRead(email)}
      >
        {t('activation.changeAddress')}
      </Link>{' '}
      <button type="button" className={styles['inlineAction']} onClick={() => setRead(email)}>
        {t('ui.close')}
      </button>
    </QuietLine>
  )
}

/** The count of writes on their way. It lies over the page, so nothing moves, and appears only if sending takes a while. */
const Sending = ({ count }: { count: number }) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => after(SENDING_SHOWN_AFTER_MS, () => setSlow(true)), [])
  if (!isSlow) return null
  return (
    <div className={styles['in-flight']}>
      <QuietLine icon="clock">{t('shell.waiting', { count })}</QuietLine>
    </div>
  )
}

/** The losses of the member, if there are any. The device counts lost writes for a visitor alone, and knows of a restored server for a member alone. */
const lossWords = (): string | null => {
  if (lostWrites.value > 0) return t('shell.lost', { count: lostWrites.value })
  return isPutBack.value ? t('shell.putBack') : null
}

const offlineWords = (waiting: number): string =>
  waiting === 0 ? t('shell.offline') : t('shell.offlineWaiting', { count: waiting })

/**
 * Reminds a member to confirm the e-mail address [ACC-6], with a button that sends the mail again, and a link to a wrong address if the
 * mail came back [PROF-12]. Before the end of signup no mail was sent, so the note then links to signup.
 */
export const ActivationNote = () => {
  useSignals()
  const { busy, sent, error } = activation.value
  const me = user.value
  const unfinished = me?.settings.signup_step != null
  const bounced = !unfinished && me?.notifications_disabled.includes('bounce') === true
  // Here no heading says which mail was sent.
  const reminder = sent ? `${t('activation.remind')} ${t('activation.sent')}` : t('activation.remind')
  const state = bounced ? t('activation.bounced', { email: me.email }) : reminder
  const words = error ? errorText(error) : state
  return (
    <div className={styles['notes']}>
      <Note tone={error || bounced ? 'bad' : 'warn'} icon="mail">
        <p className={styles['bannerText']}>
          <span role="status">{unfinished ? t('activation.unfinished') : words}</span>
          {unfinished ? (
            <button type="button" className={styles['inlineAction']} onClick={openSignup}>
              {t('activation.goOn')}
            </button>
          ) : (
            <button
              type="button"
              className={styles['inlineAction']}
              disabled={busy}
              onClick={() => void sendActivation()}
            >
              {t(busy ? 'activation.sending' : 'activation.again')}
            </button>
          )}
          {bounced ? (
            <Link href={`${href('notifications')}#${EMAIL_ANCHOR}`} className={styles['inlineAction']}>
              {t('activation.changeAddress')}
            </Link>
          ) : null}
        </p>
      </Note>
    </div>
  )
}

/**
 * Says that the member's country requires a check of the age, now or from a day on, and links to it [GUARD-6].
 * @param due the time from which the check is needed, ms since the epoch
 */
export const AgeNote = ({ due }: { due: number }) => {
  useSignals()
  const isAhead = due > serverNow()
  return (
    <div className={styles['notes']}>
      <Note tone={isAhead ? 'plain' : 'warn'}>
        <p className={styles['bannerText']}>
          <span role="status">{isAhead ? t('shell.ageAhead', { date: dayOf(due) }) : t('shell.ageNeeded')}</span>
          <LinkButton kind="quiet" plain small className="flush" href={href('age')}>
            {t('shell.ageGo')}
          </LinkButton>
        </p>
      </Note>
    </div>
  )
}
