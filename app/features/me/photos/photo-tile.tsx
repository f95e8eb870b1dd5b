/** One of the member's own photos with its state in words, and all its actions. */
import { useSignals } from '@preact/signals-react/runtime'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import { isRefusedFile } from '#contract/errors.ts'
import { href } from '../../../shell/routes.ts'
import { waitingWords } from '../../../state/connection.ts'
import { errorText } from '../../../state/error-text.ts'
import { t, tCode } from '../../../state/i18n.ts'
import { changePhoto, deletePhoto, retryPhoto } from '../../../state/photos.ts'
import { toast, undoingDeletion } from '../../../state/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Photo, UploadBar } from '../../../ui/photo.tsx'
import { StatusText } from '../../../ui/note.tsx'
import styles from '../me.module.css'

type Props = {
  photo: OwnPhoto
  name: string
  index: number
  count: number
  main: boolean
  /** The tile is being dragged. */
  lifted: boolean
  onMove: (to: number) => void
}

export const PhotoTile = ({ photo, name, index, count, main, lifted, onMove }: Props) => {
  const remove = async (): Promise<void> => {
    const undo = await deletePhoto(photo.id)
    if (undo)
      toast(
        t('photo.deleted'),
        undoingDeletion(() => void undo()),
      )
  }
  const isThere = photo.waiting === undefined && photo.status !== 'rejected'
  return (
    <li data-photo className={classes(styles['tile'], lifted && styles['lifted'])}>
      <Photo
        image={photo}
        name={name}
        alt={t('photos.item', { number: index + 1, count })}
        size="card"
        className={styles['tilePhoto']}
      />
      <Marks photo={photo} main={main} />
      <Menu
        label={t('photos.menu', { number: index + 1 })}
        triggerClass={styles['tileMenu']}
        trigger={<Icon name="more" size={20} />}
        items={[
          ...(isThere && !main
            ? [
                {
                  label: t('photos.makeMain'),
                  icon: 'user' as const,
                  onSelect: () => void changePhoto(photo.id, { main: true }),
                },
              ]
            : []),
          {
            label: t(photo.private ? 'photos.makePublic' : 'photos.makePrivate'),
            icon: photo.private ? 'eye' : 'lock',
            onSelect: () => void changePhoto(photo.id, { private: !photo.private }),
          },
          ...(index > 0
            ? [{ label: t('photos.earlier'), icon: 'arrow-left' as const, onSelect: () => onMove(index - 1) }]
            : []),
          ...(index < count - 1
            ? [{ label: t('photos.later'), icon: 'chevron-right' as const, onSelect: () => onMove(index + 1) }]
            : []),
          { label: t('photos.remove'), icon: 'trash', danger: true, onSelect: () => void remove() },
        ]}
      />
      <State photo={photo} onRemove={() => void remove()} />
    </li>
  )
}

const Marks = ({ photo, main }: { photo: OwnPhoto; main: boolean }) => (
  <span className={styles['tileMarks']}>
    {main ? <Mark icon="check" text={t('photos.main')} /> : null}
    {photo.private ? <Mark icon="lock" text={t('photos.private')} /> : null}
  </span>
)

const Mark = ({ icon, text }: { icon: IconName; text: string }) => (
  <span className={styles['tileMark']}>
    <Icon name={icon} size={16} />
    {text}
  </span>
)

/** The reason why a photo is not shown, or not yet, with the possible action. */
const State = ({ photo, onRemove }: { photo: OwnPhoto; onRemove: () => void }) => {
  useSignals()
  if (photo.waiting === 'failed')
    return (
      <div className={styles['tileState']}>
        <StatusText>
          <b>{t('photos.failed')}</b> {photo.failure ? errorText(photo.failure) : null}
        </StatusText>
        {photo.failure && isRefusedFile(photo.failure.error) ? (
          <Button kind="quiet" small className="flush" onClick={onRemove}>
            {t('photos.remove')}
          </Button>
        ) : (
          <Button kind="quiet" small className="flush" onClick={() => void retryPhoto(photo.id)}>
            {t('ui.tryAgain')}
          </Button>
        )}
      </div>
    )
  if (photo.waiting !== undefined)
    return (
      <div className={styles['tileState']}>
        <Icon name="clock" size={16} /> {photo.waiting === 'sending' ? t('photos.sending') : waitingWords()}
        <UploadBar share={photo.uploaded} />
      </div>
    )
  if (photo.status === 'pending')
    return (
      <p className={styles['tileState']}>
        <Icon name="clock" size={16} /> {t('photos.pending')}
      </p>
    )
  if (photo.status === 'rejected')
    return (
      <p className={styles['tileState']}>
        <b>{t('photos.rejected')}</b>{' '}
        {photo.reason ? t('photos.whyRejected', { reason: tCode('photo', `reason_${photo.reason}`) }) : null}{' '}
        {photo.decision === null ? null : <a href={`${href('notifications')}#decisions`}>{t('photos.decision')}</a>}
      </p>
    )
  return null
}
