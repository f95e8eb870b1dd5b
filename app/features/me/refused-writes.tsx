/**
 * Writes of this device that the server refused: each with its reason and two actions, so that nothing vanishes
 * [PWA-3].
 */
import { Link } from 'wouter'
import type { CallAnswer, CallWith } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { isRefusedFile } from '#contract/errors.ts'
import { isLocale } from '#contract/locales.ts'
import { href } from '../../shell/routes.ts'
import { settleWrite } from '../../state/connection.ts'
import { errorText, isOfEndedSanction, storedRefusalText } from '../../state/error-text.ts'
import { showChosenLocale, t, type TextKey } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useId } from 'react'
import { isClosing } from '../chats/message-words.ts'
import styles from './refused-writes.module.css'

/** The name of each queued call for its member, who may have written it days ago. */
const WRITES: Record<CallWith<'queued'>, TextKey> = {
  'messages.send': 'me.write_message',
  'messages.photo': 'me.write_message',
  'chats.delete': 'me.write_deletion',
  'chats.read': 'me.write_seen',
  'likes.seen': 'me.write_seen',
  'blocks.put': 'me.write_block',
  'blocks.delete': 'me.write_block',
  'reports.send': 'me.write_report',
  'likes.put': 'shell.likes',
  'likes.delete': 'shell.likes',
  'swipe.put': 'title.swipe',
  'swipe.undo': 'title.swipe',
  'profile.put': 'shell.myProfile',
  'consents.put': 'shell.myProfile',
  'photos.add': 'chat.photo',
  'photos.change': 'chat.photo',
  'photos.order': 'chat.photo',
  'photos.delete': 'chat.photo',
  'notifications.put': 'me.settings',
  'user.language': 'settings.language',
}

/** The chat shows what was written; a profile shows whom another write was about. */
const CHATS: ReadonlySet<string> = new Set(['messages.send', 'messages.photo', 'chats.delete', 'chats.read'])

const NAMES: ReadonlyMap<string, TextKey> = new Map(Object.entries(WRITES))

/** A newer worker may know more kinds. */
const nameOf = (kind: string): string | null => {
  const key = NAMES.get(kind)
  return key === undefined ? null : t(key)
}

type Props = { title: string; writes: CallAnswer<'device.state'>['failed'] }

/** The data that such a write may change. */
const TOPICS: readonly Topic[] = ['user', 'chats', 'likes']

const discard = async (id: string, kind: string): Promise<void> => {
  const language = user.peek()?.language
  const isDiscarded = await settleWrite('device.discard', id, TOPICS)
  // A refused choice of a language is on the screen of this device alone: mails and notifications are in the account's.
  if (isDiscarded && kind === 'user.language' && isLocale(language)) await showChosenLocale(language).catch(() => {})
}

export const RefusedWrites = ({ title, writes }: Props) => {
  const reasonId = useId()
  return (
    <Note tone="bad" role="status">
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles['refused']}>
        {writes.map(({ id, kind, failure, profile }) => (
          <li key={id}>
            <span id={`${reasonId}-${id}`} className="grow">
              <b>{nameOf(kind)}</b>{' '}
              {profile === undefined && !isOfEndedSanction(failure) ? errorText(failure) : storedRefusalText(failure)}
            </span>
            {profile === undefined ? null : (
              <Link href={href(CHATS.has(kind) ? 'members-id-chat' : 'members-id', { id: profile })} className="small">
                {t(CHATS.has(kind) ? 'gift.toChat' : 'chat.viewProfile')}
              </Link>
            )}
            {/* A chat that is open again offers the attempt itself. */}
            {isRefusedFile(failure.error) || isClosing(failure.error) ? null : (
              <Button
                kind="quiet"
                small
                aria-describedby={`${reasonId}-${id}`}
                onClick={() => void settleWrite('device.retry', id, TOPICS)}
              >
                {t('ui.tryAgain')}
              </Button>
            )}
            <Button
              kind="quiet"
              plain
              small
              aria-describedby={`${reasonId}-${id}`}
              onClick={() => void discard(id, kind)}
            >
              {t('me.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  )
}
