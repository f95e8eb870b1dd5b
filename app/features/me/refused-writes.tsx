/**
 * Writes of this device that the server refused: each with its reason and two actions, so that nothing vanishes
 * [PWA-3].
 */
import type { CallAnswer } from '#contract/calls.ts'
import { call } from '../../ports/api.ts'
import { errorText, profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useId } from 'react'
import styles from './refused-writes.module.css'

type Props = { title: string; writes: CallAnswer<'device.state'>['failed'] }

export const RefusedWrites = ({ title, writes }: Props) => {
  const reasonId = useId()
  return (
    <Note tone="bad" role="status">
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles['refused']}>
        {writes.map(({ id, failure, profile }) => (
          <li key={id}>
            <span id={`${reasonId}-${id}`} className="grow">
              {profile === undefined ? errorText(failure) : profileErrorText(failure)}
            </span>
            <Button
              kind="quiet"
              small
              aria-describedby={`${reasonId}-${id}`}
              onClick={() => void settleWrite('device.retry', id)}
            >
              {t('ui.tryAgain')}
            </Button>
            <Button
              kind="quiet"
              plain
              small
              aria-describedby={`${reasonId}-${id}`}
              onClick={() => void settleWrite('device.discard', id)}
            >
              {t('me.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Retries or discards a write that the server refused. */
export const settleWrite = async (name: 'device.retry' | 'device.discard', id: string): Promise<void> => {
  const answer = await call(name, { params: { id } })
  if (answer.ok) invalidate(['device', 'user', 'chats', 'likes'])
  else toast(errorText(answer.error))
}
