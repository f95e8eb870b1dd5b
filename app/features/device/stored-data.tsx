/** Lists the data stored on this device by kind, with its share of the browser's quota. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { readAppFiles, readSpace, type Space } from '../../ports/device-storage.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { Rows } from '../../ui/rows.tsx'
import styles from './device.module.css'
import { numberOf, sizeOf } from './size.ts'

export const StoredData = ({ stored }: { stored: CallAnswer<'device.storage'> }) => {
  useSignals()
  const id = useId()
  const files = useRead(readAppFiles, stored)
  const space = useRead(readSpace, stored)
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('storage.keptTitle')}</h2>
      <Rows>
        <dl className={styles['kept']}>
          <Line label={t('storage.conversations')} value={numberOf(stored.conversations)} />
          <Line label={t('storage.messages')} value={numberOf(stored.messages)} />
          <Line label={t('storage.profiles')} value={numberOf(stored.profiles)} />
          <Line label={t('storage.likes')} value={numberOf(stored.likes)} />
          <Line label={t('storage.photos')} value={countAndSize(stored.photos, stored.photo_bytes)} />
          <Line label={t('storage.waiting')} value={numberOf(connection.value.waiting)} />
          <Line label={t('storage.files')} value={files ? countAndSize(files.count, files.bytes) : '…'} />
        </dl>
      </Rows>
      {space === undefined ? null : <p className="small muted">{usedWords(space)}</p>}
    </section>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </div>
)

const countAndSize = (count: number, bytes: number): string =>
  count === 0 ? numberOf(0) : t('storage.countAndSize', { count: numberOf(count), size: sizeOf(bytes) })

const usedWords = (space: Space | null): string =>
  space === null
    ? t('storage.usedUnknown')
    : t('storage.used', { used: sizeOf(space.used), quota: sizeOf(space.quota) })

/** A value read from the browser, and read again whenever the stored data changes. */
const useRead = <Value,>(read: () => Promise<Value>, changed: unknown): Value | undefined => {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isHere = true
    const take = async (): Promise<void> => {
      const now = await read()
      if (isHere) setValue(now)
    }
    void take()
    return () => {
      isHere = false
    }
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the value depends on the stored data
  }, [read, changed])
  return value
}
