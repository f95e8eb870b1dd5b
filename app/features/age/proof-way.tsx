/**
 * The EU proof of age [GUARD-6]: the request goes to a wallet through the browser, by a link on a phone, or by a QR code to a phone
 * nearby. The page asks every few seconds whether the wallet has answered.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ProofRequest } from '#contract/entities/age-check.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { AGE_REQUEST_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { after, now } from '../../ports/clock.ts'
import { askForCredential, asksForCredentials } from '../../ports/digital-credentials.ts'
import { visible } from '../../ports/page.ts'
import { isOnPhone } from '../../ports/screen-size.ts'
import { connection } from '../../state/connection.ts'
import { timeOfDay } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusText } from '../../ui/note.tsx'
import styles from './age.module.css'
import { useAction } from '../../ui/use-form.ts'

/** Loaded on demand: most members never see a QR code. */
const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code.tsx')).QrCode }))

const POLL_MS = 2_000

type Props = {
  hasNoAttempts: boolean
  /** The server waits for the answer to a request. */
  isWaiting: boolean
  refresh: () => Promise<void>
}

export const ProofWay = ({ hasNoAttempts, isWaiting, refresh }: Props) => {
  useSignals()
  const [request, setRequest] = useState<ProofRequest | null>(null)
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('age.proof', { body: {} })
    setRequest(answer.ok ? answer.data : null)
    await refresh()
    return answer.ok ? null : answer.error
  })
  return (
    <section className={styles['way']}>
      <h2>{t('age.euProof')}</h2>
      <p className="muted">{t('age.euProofText')}</p>
      <FormRefusal failure={failure} />
      {request ? (
        <WaitingRequest
          key={request.id}
          request={request}
          isWaiting={isWaiting}
          refresh={refresh}
          onAgain={() => void run()}
          onStop={() => setRequest(null)}
        />
      ) : (
        <Button disabled={busy || hasNoAttempts || !connection.value.online} onClick={() => void run()}>
          {t('age.euProofGo')}
        </Button>
      )}
    </section>
  )
}

type WaitingProps = {
  request: ProofRequest
  isWaiting: boolean
  refresh: () => Promise<void>
  onAgain: () => void
  onStop: () => void
}

const WaitingRequest = ({ request, isWaiting, refresh, onAgain, onStop }: WaitingProps) => {
  useSignals()
  const { id, link, general_link: generalLink, browser, sandbox } = request
  const [isExpired, setExpired] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  // Computed from this device's clock: if that clock is minutes ahead, the server's time would have passed at once.
  const [expiresAt] = useState(() => now() + AGE_REQUEST_MINUTES * MINUTE_MS)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => after(expiresAt - now(), () => setExpired(true)), [expiresAt])
  const isSeen = visible.value
  const asksOn = isWaiting && !isExpired && isSeen
  useEffect(() => {
    if (!asksOn) return undefined
    let isOver = false
    let stop = (): void => undefined
    const ask = async (): Promise<void> => {
      await refresh()
      if (!isOver) stop = after(POLL_MS, () => void ask())
    }
    // Ask at once as well, because the member comes back from the wallet.
    void ask()
    return () => {
      isOver = true
      stop()
    }
  }, [asksOn, refresh])
  const askBrowser = async (): Promise<void> => {
    const answer = await askForCredential(browser)
    if (answer === null) return
    const body = { vp_token: JSON.stringify(answer['vp_token'] ?? null) }
    const taken = await call('age.proof_answer', { params: { id }, body })
    // A request that is over shows its end by itself.
    setFailure(taken.ok || taken.error.error === 'link_invalid' ? null : taken.error)
    await refresh()
  }
  if (isExpired || !isWaiting)
    return (
      <div className={styles['waiting']}>
        {isExpired ? <StatusText>{t('age.codeOver')}</StatusText> : null}
        <Button onClick={onAgain}>{t(isExpired ? 'age.newCode' : 'age.euProofGo')}</Button>
      </div>
    )
  const isPhone = isOnPhone()
  return (
    <div className={styles['waiting']}>
      <h3 ref={heading} tabIndex={-1}>
        {t('age.scanTitle')}
      </h3>
      <FormRefusal failure={failure} />
      {asksForCredentials(browser.protocol) ? (
        <Button kind="second" full onClick={() => void askBrowser()}>
          {t('age.inBrowser')}
        </Button>
      ) : null}
      {isPhone ? (
        <a className={styles['app']} href={link}>
          {t('age.openApp')}
        </a>
      ) : (
        <>
          <p>{t('age.scan')}</p>
          <Suspense fallback={<Skeleton height={340} />}>
            <QrCode text={link} label={t('age.qr')} level="L" />
          </Suspense>
          <a className={styles['app']} href={link}>
            {t('age.openApp')}
          </a>
        </>
      )}
      <a className={styles['app']} href={generalLink}>
        {t('age.otherApp')}
      </a>
      {sandbox === null ? null : (
        <a className={styles['app']} href={sandbox} target="_blank" rel="noreferrer">
          {t('age.sandbox')}
        </a>
      )}
      <p className="small muted">{t('age.until', { time: timeOfDay(expiresAt) })}</p>
      <Button kind="quiet" onClick={onStop}>
        {t('age.stop')}
      </Button>
    </div>
  )
}
