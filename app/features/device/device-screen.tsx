/**
 * The storage of this device: what the app stores, its protection, freeing space, and a diagnosis of the app [PWA-13].
 */
import { useSignals } from '@preact/signals-react/runtime'
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

export const DeviceScreen = () => {
  useSignals()
  const { data, error } = useResource('device.storage', controlled.value ? {} : null)
  const isHere = controlled.value && error === null
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
          {data ? <StoredData stored={data} /> : <KeptSkeleton />}
          <Protection />
          <Free />
        </>
      ) : (
        <Note icon="info">
          <p>{t('storage.noWorker')}</p>
        </Note>
      )}
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
    </ScreenColumn>
  )
}

const KeptSkeleton = () => (
  <div>
    <Loading />
    <Skeleton height={320} />
  </div>
)
