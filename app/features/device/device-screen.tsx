/**
 * The storage of this device: what the app stores, its protection, freeing space, and a diagnosis of the app [PWA-13].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, useId } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { isProtected, readAppFiles, readSpace, type AppFiles, type Space, protect } from '../../ports/device-storage.ts'
import { controlled } from '../../ports/service-worker.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Note } from '../../ui/note.tsx'
import { RowDetails, Rows } from '../../ui/rows.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { FreeSpace, FreeAllSpace } from './free.tsx'
import styles from './device.module.css'
import { numberText, sizeOf } from './report.ts'

type StorageAnswer = CallAnswer<'device.storage'>

export const DeviceScreen = () => {
  useSignals()
  const { data, error } = useResource('device.storage', controlled.value ? {} : null)
  const isHere = controlled.value && error === null
  const found = useFound(data)
  return (
    <ScreenColumn gap="large">
      {connection.value.full ? (
        <Note tone="warn" role="status">
          <p>{t('storage.full')}</p>
        </Note>
      ) : null}
      {isHere ? (
        <>
          <p className="muted">{t('storage.text')}</p>
          {found ? (
            <>
              <StoredData {...found} />
              <Protection initially={found.isProtected} />
              <FreeSpace />
            </>
          ) : (
            <StorageSkeleton />
          )}
        </>
      ) : (
        <Note icon="info">
          <p>{t('storage.noWorker')}</p>
        </Note>
      )}
      {isHere && !found ? null : (
        <Rows>
          {isHere ? (
            <RowDetails icon="trash" label={t('storage.all')} hint={t('storage.allHint')}>
              <FreeAllSpace />
            </RowDetails>
          ) : null}
          <RowDetails icon="info" label={t('diagnostics.title')} hint={t('diagnostics.hint')}>
            <Diagnostics />
          </RowDetails>
        </Rows>
      )}
    </ScreenColumn>
  )
}

const StorageSkeleton = () => (
  <div>
    <Loading />
    <Skeleton height={320} />
  </div>
)

type DeviceContents = { stored: StorageAnswer; files: AppFiles; space: Space | null; isProtected: boolean | null }

/** Everything the screen shows, once all of it is known: a part that came later would move the parts below it. */
const useFound = (stored: StorageAnswer | null): DeviceContents | null => {
  const [found, setFound] = useState<DeviceContents | null>(null)
  useEffect(() => {
    if (!stored) return
    let isHere = true
    const take = async (): Promise<void> => {
      const [files, space, isSafe] = await Promise.all([readAppFiles(), readSpace(), isProtected()])
      if (isHere) setFound({ stored, files, space, isProtected: isSafe })
    }
    void take()
    return () => {
      isHere = false
    }
  }, [stored])
  return found
}

/**
 * Whether the browser may evict the stored data, and a button that requests protection. Some browsers prompt, so the
 * request follows a tap.
 */
const Protection = ({
  initially,
}: {
  /** Null if the browser has no such protection. */ initially: boolean | null
}) => {
  const id = useId()
  const [state, setState] = useState(initially)
  if (state === null) return null
  const ask = async (): Promise<void> => {
    const isProtected = await protect()
    setState(isProtected)
    if (!isProtected) toast(t('storage.keepRefused'))
  }
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('storage.protectedTitle')}</h2>
      <Rows>
        <div className={styles['protection']}>
          <Icon name={state ? 'shield' : 'info'} size={22} />
          <p role="status">{t(state ? 'storage.protected' : 'storage.unprotected')}</p>
          {state ? null : (
            <Button kind="second" small onClick={() => void ask()}>
              {t('storage.keep')}
            </Button>
          )}
        </div>
      </Rows>
    </section>
  )
}

type StoredDataProps = { stored: CallAnswer<'device.storage'>; files: AppFiles; space: Space | null }

/** Lists the data stored on this device by kind, with its share of the browser's quota. */
const StoredData = ({ stored, files, space }: StoredDataProps) => {
  useSignals()
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('storage.keptTitle')}</h2>
      <Rows>
        <dl className={styles['kept']}>
          <Line label={t('storage.conversations')} value={numberText(stored.conversations)} />
          <Line label={t('storage.messages')} value={numberText(stored.messages)} />
          <Line label={t('storage.profiles')} value={numberText(stored.profiles)} />
          <Line label={t('storage.likes')} value={numberText(stored.likes)} />
          <Line label={t('storage.photos')} value={countAndSize(stored.photos, stored.photo_bytes)} />
          <Line label={t('storage.waiting')} value={numberText(connection.value.waiting)} />
          <Line label={t('storage.files')} value={countAndSize(files.count, files.bytes)} />
        </dl>
      </Rows>
      <p className="small muted">{quotaText(space)}</p>
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
  count === 0 ? numberText(0) : t('storage.countAndSize', { count: numberText(count), size: sizeOf(bytes) })

const quotaText = (space: Space | null): string =>
  space === null
    ? t('storage.usedUnknown')
    : t('storage.used', { used: sizeOf(space.used), quota: sizeOf(space.quota) })
