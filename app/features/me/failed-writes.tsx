/** Writes of this device that the server refused: each with its reason, nothing vanishes [PWA-3]. */
import type { CallAnswer } from '#contract/calls.ts'
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './me.module.css'

type Writes = CallAnswer<'device.state'>['failed']

export const Failed = ({ writes }: { writes: Writes }) => (
  <Note tone="bad" role="status">
    <p>
      <b>{t('me.refused', { count: writes.length })}</b>
    </p>
    <ul className={styles['refused']}>
      {writes.map(({ id, failure }) => (
        <li key={id}>
          <span className="grow">{errorText(failure)}</span>
          <Button kind="quiet" small onClick={() => void settle('device.retry', id)}>
            {t('ui.tryAgain')}
          </Button>
          <Button kind="quiet" plain small onClick={() => void settle('device.discard', id)}>
            {t('me.discard')}
          </Button>
        </li>
      ))}
    </ul>
  </Note>
)

const settle = async (name: 'device.retry' | 'device.discard', id: string): Promise<void> => {
  const answer = await call(name, { params: { id } })
  if (answer.ok) invalidate(['device', 'chats', 'likes'])
  else toast(errorText(answer.error))
}
