/** An alert for each deletion that the server refused after the device had queued it: retry it, or keep the chat [CHAT-8]. */
import { useSignals } from '@preact/signals-react/runtime'
import { call } from '../../../ports/api.ts'
import { connection } from '../../../state/connection.ts'
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { invalidate } from '../../../state/resource.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from './chat-list.module.css'

export const FailedDeletions = ({ nameOf }: { nameOf: (profile: number) => string }) => {
  useSignals()
  return connection.value.failed
    .filter(({ kind }) => kind === 'chats.delete')
    .map(({ id, failure, profile }) => (
      <Note key={id} tone="bad" role="alert" className={styles['alert']}>
        <p>
          {t('chats.deleteFailed', { name: profile === undefined ? '' : nameOf(profile), reason: errorText(failure) })}
        </p>
        <Button kind="quiet" small onClick={() => void settle('device.retry', id)}>
          {t('ui.tryAgain')}
        </Button>
        <Button kind="quiet" plain small onClick={() => void settle('device.discard', id)}>
          {t('chats.keep')}
        </Button>
      </Note>
    ))
}

const settle = async (name: 'device.retry' | 'device.discard', id: string): Promise<void> => {
  await call(name, { params: { id } })
  invalidate(['device', 'chats'])
}
