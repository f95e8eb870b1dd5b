/** The operator's provider: the member leaves for its page and comes back with a result [GUARD-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { openPage } from '../../ports/leaving.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'
import styles from './age.module.css'

type Props = {
  /** No attempt is left. */
  isOver: boolean
  isSecond: boolean
}

export const ProviderWay = ({ isOver, isSecond }: Props) => {
  useSignals()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const go = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('age.provider', { body: {} })
    setFailure(answer.ok ? null : answer.error)
    if (answer.ok && !answer.queued) openPage(answer.data.url)
    setBusy(false)
  }
  return (
    <section className={styles['way']}>
      <h2>{t('age.provider')}</h2>
      <p className="muted">{t('age.providerText')}</p>
      <FormRefusal failure={failure} />
      <Button
        kind={isSecond ? 'second' : 'primary'}
        disabled={busy || isOver || !connection.value.online}
        onClick={() => void go()}
      >
        {t('age.providerGo')}
      </Button>
    </section>
  )
}
