/** A diagnosis of the app as a text to copy and send to support. It contains nothing about the member. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../ports/api.ts'
import { copyText, selectText, readEnvironment } from '../../ports/environment.ts'
import { now } from '../../ports/clock.ts'
import { readSpace, isProtected } from '../../ports/device-storage.ts'
import { readPushState } from '../../ports/push.ts'
import { controlled } from '../../ports/service-worker.ts'
import { connection } from '../../state/connection.ts'
import { locale, t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import styles from './device.module.css'
import { reportText, type ReportFacts } from './report.ts'

export const Diagnostics = () => {
  useSignals()
  const shown = useRef<HTMLPreElement>(null)
  const [facts, setFacts] = useState<ReportFacts | null>(null)
  const { online } = connection.value
  useEffect(() => {
    let isHere = true
    const take = async (): Promise<void> => {
      const read = await readFacts(online)
      if (isHere) setFacts(read)
    }
    void take()
    return () => {
      isHere = false
    }
  }, [online])
  if (!facts) return <Loading />
  const text = reportText(facts)
  const copy = async (): Promise<void> => {
    if (await copyText(text)) return void toast(t('diagnostics.copied'))
    if (shown.current) selectText(shown.current)
    toast(t('diagnostics.select'))
  }
  return (
    <>
      <p className="small muted">{t('diagnostics.text')}</p>
      <div>
        <Button kind="second" small onClick={() => void copy()}>
          {t('diagnostics.copy')}
        </Button>
      </div>
      <pre ref={shown} className={styles['report']} aria-label={t('diagnostics.title')} tabIndex={0}>
        {text}
      </pre>
    </>
  )
}

const readFacts = async (online: boolean): Promise<ReportFacts> => {
  const hasWorker = controlled.peek()
  const [device, report, environment, push, space, isStorageProtected] = await Promise.all([
    hasWorker ? call('device.state', {}) : null,
    hasWorker ? call('device.report', {}) : null,
    readEnvironment(),
    readPushState(),
    readSpace(),
    isProtected(),
  ])
  return {
    environment,
    language: locale.peek(),
    online,
    push,
    device: device?.ok ? device.data : null,
    report: report?.ok ? report.data : null,
    space,
    isProtected: isStorageProtected,
    now: now(),
  }
}
