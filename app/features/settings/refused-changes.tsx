/** Changes of settings that the server refused after they had been taken here: each with its reason [PWA-3]. */
import type { CallAnswer } from '#contract/calls.ts'
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { sayRefusal } from './save.ts'
import styles from './settings.module.css'

type Writes = CallAnswer<'device.state'>['failed']

const OURS: ReadonlySet<string> = new Set(['notifications.put', 'consents.put', 'user.language'])

export const RefusedChanges = ({ writes }: { writes: Writes }) => {
  const refused = writes.filter(({ kind }) => OURS.has(kind))
  if (refused.length === 0) return null
  return (
    <Note tone="bad" role="status">
      <p>
        <b>{t('settings.refused', { count: refused.length })}</b>
      </p>
      <ul className={styles['list']}>
        {refused.map(({ id, failure }) => (
          <li key={id}>
            <div>{errorText(failure)}</div>
            <Button kind="quiet" small onClick={() => void settle('device.retry', id)}>
              {t('ui.tryAgain')}
            </Button>
            <Button kind="quiet" plain small onClick={() => void settle('device.discard', id)}>
              {t('settings.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  )
}

const settle = async (name: 'device.retry' | 'device.discard', id: string): Promise<void> => {
  const answer = await call(name, { params: { id } })
  if (answer.ok) invalidate(['device', 'user'])
  else sayRefusal(answer.error)
}
