/** A photo in a conversation: its space is reserved before it loads, and a tap opens it on the whole screen. */
import { useState } from 'react'
import type { MessagePhoto } from '#contract/entities/chat.ts'
import { timeOfDay } from '../../../state/format.ts'
import { t } from '../../../state/i18n.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { closingProps, useModal } from '../../../ui/dialog.tsx'
import fullScreen from '../../../ui/full-screen.module.css'
import { Icon } from '../../../ui/icon.tsx'
import { UploadBar, useRetriedPhoto } from '../../../ui/photo.tsx'
import { placeholderOf } from '../../../ui/photo-placeholder.ts'
import { ZoomArea } from '../../profile/zoom-area.tsx'
import styles from './bubble.module.css'
import type { ThreadMessage } from './thread-message.ts'

type Props = {
  message: Extract<ThreadMessage, { type: 'photo' }>
  /** The partner's name. */
  name: string
}

export const PhotoBubble = ({ message: { photo, mine, at, uploaded }, name }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const [isMissing, onError] = useRetriedPhoto()
  // A waiting photo has no stored size: take the size of the loaded picture.
  const [own, setOwn] = useState(photo)
  const time = timeOfDay(at)
  const what = mine ? t('chat.photoMine', { time }) : t('chat.photoTheirs', { name, time })
  const { width, height } = photoBox(photo.width > 0 ? photo : own)
  return (
    <>
      <button
        type="button"
        className={styles['photo']}
        style={{ ...placeholderOf(photo), inlineSize: width, aspectRatio: `${width} / ${height}` }}
        onClick={() => setOpen(true)}
      >
        {isMissing ? (
          <span className={styles['missing']}>
            <Icon name="image" />
            <span>{t('chat.photoGone')}</span>
          </span>
        ) : (
          <img
            // The smaller sizes are cropped to the shape of a card.
            src={photo.filename}
            alt={what}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              if (photo.width === 0) setOwn({ ...photo, width, height })
            }}
            onError={onError}
          />
        )}
      </button>
      <UploadBar share={uploaded} />
      {isOpen ? <PhotoOpen photo={photo} what={what} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type OpenProps = { photo: MessagePhoto; what: string; onClose: () => void }

/** The photo on the whole screen: pinch and double tap zoom, Escape closes. */
const PhotoOpen = ({ photo, what, onClose }: OpenProps) => {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={fullScreen['fullScreen']}
      aria-label={what}
      {...closingProps({ onClose, locked: false })}
    >
      <ZoomArea active>
        <img src={photo.filename} alt={what} draggable={false} decoding="async" />
      </ZoomArea>
      <RoundButton icon="x" label={t('ui.close')} className={styles['close']} onClick={onClose} />
    </dialog>
  )
}

const WIDTH_MAX = 260
const HEIGHT_MAX = 320
const SIDE_MIN = 120

type PhotoBox = { width: number; height: number }

/**
 * The size of a photo in a conversation, in pixels: its own proportions, but neither a strip nor a tower. A square while the size of
 * the photo is unknown.
 */
export const photoBox = ({ width, height }: Pick<MessagePhoto, 'width' | 'height'>): PhotoBox => {
  if (width <= 0 || height <= 0) return { width: 220, height: 220 }
  const scale = Math.min(WIDTH_MAX / width, HEIGHT_MAX / height)
  return {
    width: Math.max(SIDE_MIN, Math.round(width * scale)),
    height: Math.max(SIDE_MIN, Math.round(height * scale)),
  }
}
