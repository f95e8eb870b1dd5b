/**
 * Frees space on request: photos and profiles met only in search, or everything, which is then refetched. Queued
 * writes always stay [PWA-13].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { call } from '../../ports/api.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { NeedsNetwork } from '../../ui/form-notes.tsx'
import styles from './device.module.css'
import { sizeOf } from './report.ts'
import { useAction } from '../../ui/use-form.ts'

export const FreeSpace = () => {
  useSignals()
  const id = useId()
  const { busy, run } = useFreeing({ all: false })
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('storage.freeTitle')}</h2>
      <p className="small muted">{t('storage.freeText')}</p>
      <NeedsNetwork text={t('storage.freeOffline')} />
      <div>
        <Button kind={connection.value.full ? 'primary' : 'second'} disabled={busy} onClick={() => void run()}>
          {t(busy ? 'ui.busy' : 'storage.free')}
        </Button>
      </div>
    </section>
  )
}

export const FreeAllSpace = () => {
  useSignals()
  const { busy, run } = useFreeing({ all: true })
  return (
    <>
      <p className="small muted">{t('storage.allText')}</p>
      <NeedsNetwork text={t('storage.allOffline')} />
      {connection.value.online ? (
        <div>
          <Button kind="danger" small disabled={busy} onClick={() => void run()}>
            {t(busy ? 'ui.busy' : 'storage.allDo')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const useFreeing = ({ all }: { all: boolean }) =>
  useAction(async () => {
    const answer = await call('device.free', { body: { all } })
    // The device announces the change itself, but a browser without BroadcastChannel does not hear it.
    invalidate(['device'])
    if (!answer.ok) toast(errorText(answer.error))
    else toast(all ? t('storage.allDone') : freedWords(answer.data.freed))
  })

const freedWords = (freed: number): string =>
  freed === 0 ? t('storage.freedNothing') : t('storage.freed', { size: sizeOf(freed) })
