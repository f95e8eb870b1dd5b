/** Lists the data stored on this device by kind, with its share of the browser's quota. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { AppFiles, Space } from '../../ports/device-storage.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { Rows } from '../../ui/rows.tsx'
import styles from './device.module.css'
import { numberOf, sizeOf } from './size.ts'

type Props = { stored: CallAnswer<'device.storage'>; files: AppFiles; space: Space | null }

export const StoredData = ({ stored, files, space }: Props) => {
  useSignals()
  const id = useId()
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
          <Line label={t('storage.files')} value={countAndSize(files.count, files.bytes)} />
        </dl>
      </Rows>
      <p className="small muted">{usedWords(space)}</p>
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
