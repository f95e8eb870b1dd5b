/** The chosen photo above the field: being prepared, ready with its price, or refused with its file name. */
import { useEffect, useId, useRef, useState } from 'react'
import { after } from '../../../ports/clock.ts'
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { Button, RoundButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from './composer.module.css'
import { GetCredits } from './get-credits.tsx'
import type { PhotoDraft } from './photo-draft.ts'

type Props = {
  draft: PhotoDraft
  /** The price of a photo in credits; null while unknown. */
  cost: number | null
  /** The member's credits. */
  credits: number
  /** The number of photos that wait behind this one. */
  more: number
  onSend: () => void
  onRemove: () => void
}

/**
 * The next waiting photo replaces the one just sent. For this long its buttons are disabled, so that a double tap does
 * not send it.
 */
const LOOK_MS = 400

export const PhotoTray = ({ draft, cost, credits, more, onSend, onRemove }: Props) => {
  const isNew = useJustCome(draft.id)
  const price = useId()
  const remove = <RoundButton icon="x" label={t('chat.photoRemove')} disabled={isNew} onClick={onRemove} />
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
          <Note tone="bad" icon="image" role="alert" className={styles['refusal']}>
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
            {/* The region below the field says the price (`trayWords`): here it would be heard a second time. */}
            <span id={price} aria-hidden="true">
              {costWords({ cost, credits })}
            </span>
            {more > 0 ? <span className="muted">{t('shared.more', { count: more })}</span> : null}
            {isTooDear({ cost, credits }) ? (
              <GetCredits />
            ) : (
              <SendButton key={draft.id} price={price} onSend={onSend} />
            )}
          </span>
          {remove}
        </div>
      )
  }
}

/** The words of a screen reader about the tray, which comes and goes with its words; the reason of a refusal is an alert. */
export const trayWords = ({ state }: Pick<PhotoDraft, 'state'>, price: Price): string | null => {
  if (state === 'refused') return null
  if (state === 'preparing') return t('chat.photoPreparing')
  return costWords(price) ?? t('chat.photoPreview')
}

type Price = Pick<Props, 'cost' | 'credits'>

const isTooDear = ({ cost, credits }: Price): boolean => cost !== null && credits < cost

/** The price of the photo, and whether the credits are too few; null for a photo that costs nothing. */
const costWords = ({ cost, credits }: Price): string | null => {
  if (cost === null || cost === 0) return null
  const price = t('chat.photoReady', { count: cost })
  return isTooDear({ cost, credits }) ? `${price} ${t('chat.photoShort')}` : price
}

const SendButton = ({ price, onSend }: { /** The id of the price. */ price: string; onSend: () => void }) => {
  const isNew = useJustCome('')
  return (
    <Button small icon="send" disabled={isNew} aria-describedby={price} onClick={onSend}>
      {t('chat.sendPhoto')}
    </Button>
  )
}

/** Whether the photo appeared less than LOOK_MS ago. */
const useJustCome = (id: string): boolean => {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => after(LOOK_MS, () => setSeen(id)), [id])
  return seen !== id
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
