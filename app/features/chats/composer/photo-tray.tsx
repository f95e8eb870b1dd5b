/** The chosen photo above the field: being prepared, ready with its price, or refused by name. */
import { useEffect, useRef } from 'react'
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { Button, RoundButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from './composer.module.css'
import type { PhotoDraft } from './photo-draft.ts'

type Props = {
  draft: PhotoDraft
  /** Of a photo, in credits; null while it is not known. */
  cost: number | null
  /** How many wait behind it. */
  more: number
  onSend: () => void
  onRemove: () => void
}

export const PhotoTray = ({ draft, cost, more, onSend, onRemove }: Props) => {
  const remove = <RoundButton icon="x" label={t('chat.photoRemove')} onClick={onRemove} />
  switch (draft.state) {
    case 'preparing':
      return (
        <div className={styles['tray']}>
          <label className={styles['trayWords']}>
            <span>{t('chat.photoPreparing')}</span>
            <progress value={draft.progress} max={1} />
          </label>
          {remove}
        </div>
      )
    case 'refused':
      return (
        <div className={styles['tray']}>
          <Note tone="bad" icon="image" role="alert" className={styles['trayWords']}>
            <p>
              <b>{t('chat.photoRefused', { file: draft.file })}</b> {errorText(draft.error)}
            </p>
          </Note>
          {remove}
        </div>
      )
    case 'ready':
      return (
        <div className={styles['tray']}>
          <Preview photo={draft.ready.photo} />
          <span className={styles['trayWords']}>
            <span role="status">{cost === null || cost === 0 ? null : t('chat.photoReady', { count: cost })}</span>
            {more > 0 ? <span className="muted">{t('shared.more', { count: more })}</span> : null}
            <Button small icon="send" onClick={onSend}>
              {t('chat.sendPhoto')}
            </Button>
          </span>
          {remove}
        </div>
      )
  }
}

const Preview = ({ photo }: { photo: Blob }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(photo)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [photo])
  return <img ref={image} className={styles['preview']} alt={t('chat.photoPreview')} width={72} height={72} />
}
