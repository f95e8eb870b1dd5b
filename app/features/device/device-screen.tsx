/**
 * The storage of this device: what the app stores, its protection, freeing space, and a diagnosis of the app [PWA-13].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { isProtected, readAppFiles, readSpace, type AppFiles, type Space } from '../../ports/device-storage.ts'
import { controlled } from '../../ports/service-worker.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Note } from '../../ui/note.tsx'
import { RowDetails, Rows } from '../../ui/rows.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { Free, FreeAll } from './free.tsx'
import { StoredData } from './stored-data.tsx'
import { Protection } from './protection.tsx'

type Stored = CallAnswer<'device.storage'>

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
              <Free />
            </>
          ) : (
            <KeptSkeleton />
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
              <FreeAll />
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

const KeptSkeleton = () => (
  <div>
    <Loading />
    <Skeleton height={320} />
  </div>
)

type Found = { stored: Stored; files: AppFiles; space: Space | null; isProtected: boolean | null }

/** Everything the screen shows, once all of it is known: a part that came later would move the parts below it. */
const useFound = (stored: Stored | null): Found | null => {
  const [found, setFound] = useState<Found | null>(null)
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
