/** The effect of a responder for fictional profiles, and the service that `http` would ask [GUARD-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { Note } from '../../../ui/note.tsx'
import { t, tCode } from '../../texts.ts'
import { useCall } from '../../use-call.ts'

export const ResponderNote = ({ responder }: { responder: string }) => {
  useSignals()
  const { data } = useCall('settings.list', {})
  if (responder !== 'http' || data === null)
    return <p className="muted">{tCode('responder', responder === '' ? 'unset' : responder)}</p>
  // URL and secret are in the environment, like every secret, so that no copy of the database has them.
  return data.fictional_service === null ? (
    <Note tone="bad">
      <p>{t('settings.noService')}</p>
    </Note>
  ) : (
    <p className="muted">{t('settings.service', { host: data.fictional_service })}</p>
  )
}
