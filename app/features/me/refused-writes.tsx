/**
 * Writes of this device that the server refused: each with its reason and two actions, so that nothing vanishes
 * [PWA-3].
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { settleWrite } from '../../state/connection.ts'
import { errorText, profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useId } from 'react'
import styles from './refused-writes.module.css'

type Props = { title: string; writes: CallAnswer<'device.state'>['failed'] }

/** What such a write may change. */
const TOPICS: readonly Topic[] = ['user', 'chats', 'likes']

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
              onClick={() => void settleWrite('device.retry', id, TOPICS)}
            >
              {t('ui.tryAgain')}
            </Button>
            <Button
              kind="quiet"
              plain
              small
              aria-describedby={`${reasonId}-${id}`}
              onClick={() => void settleWrite('device.discard', id, TOPICS)}
            >
              {t('me.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  )
}
