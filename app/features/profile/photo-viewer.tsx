/** A member's photos on the whole screen: swipe, keys, pinch and double tap. */
import { useState, type KeyboardEvent } from 'react'
import type { Photo as PhotoData } from '#contract/entities/photo.ts'
import { t } from '../../state/i18n.ts'
import { RoundButton } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import fullScreen from '../../ui/full-screen.module.css'
import { photoSource } from '../../ui/photo-source.ts'
import { LockReason } from './lock-reason.tsx'
import { PhotoTrack } from './photo-track.tsx'
import styles from './photo-viewer.module.css'
import { ZoomArea } from './zoom-area.tsx'

type Props = {
  name: string
  photos: readonly PhotoData[]
  start: number
  /** `index`: the photo viewed last. */
  onClose: (index: number) => void
  /** Called after `onClose` with the photo on the screen; missing where nobody reports, as for visitors. */
  onReport?: (photo: PhotoData) => void
  /** Finds the button of the photo that the screen shows after the viewer. */
  returnTo: () => HTMLElement | null | undefined
}

export const PhotoViewer = ({ name, photos, start, onClose, onReport, returnTo }: Props) => {
  const dialog = useModal(returnTo)
  const [index, setIndex] = useState(start)
  const [zoomed, setZoomed] = useState(false)
  const shown = photos[index]
  const go = (to: number): void => setIndex(Math.max(0, Math.min(photos.length - 1, to)))
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: photos.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  return (
    <dialog
      ref={dialog}
      className={fullScreen['fullScreen']}
      aria-label={t('photo.viewer', { name })}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose(index)
      }}
    >
      <PhotoTrack
        photos={photos}
        index={index}
        onIndex={setIndex}
        className={zoomed ? styles['still'] : undefined}
        focusable
      >
        {(photo, { index: at, near }) =>
          photo.locked ? (
            <div className={styles['locked']}>
              {near ? <img src={photoSource(photo, 'full')} alt={t('photo.locked', { name, number: at + 1 })} /> : null}
              <LockReason lock={photo.lock} name={name} count={null} />
            </div>
          ) : (
            <ZoomArea onZoom={setZoomed} active={at === index}>
              {near ? (
                <img
                  src={photoSource(photo, 'full')}
                  alt={t('profile.photoAlt', { name, number: at + 1 })}
                  draggable={false}
                  decoding="async"
                />
              ) : null}
            </ZoomArea>
          )
        }
      </PhotoTrack>
      <div className={styles['bar']}>
        <span className={styles['count']} role="status">
          {t('profile.photoCount', { number: index + 1, count: photos.length })}
        </span>
        {onReport && shown?.locked === false ? (
          <RoundButton
            icon="flag"
            label={t('photo.report')}
            className={styles['button']}
            onClick={() => {
              onClose(index)
              onReport(shown)
            }}
          />
        ) : null}
        <RoundButton icon="x" label={t('ui.close')} className={styles['button']} onClick={() => onClose(index)} />
      </div>
      {index > 0 ? (
        <RoundButton
          icon="chevron-left"
          label={t('photo.previous')}
          className={`${styles['button']} ${styles['previous']}`}
          onClick={() => go(index - 1)}
        />
      ) : null}
      {index < photos.length - 1 ? (
        <RoundButton
          icon="chevron-right"
          label={t('photo.next')}
          className={`${styles['button']} ${styles['next']}`}
          onClick={() => go(index + 1)}
        />
      ) : null}
    </dialog>
  )
}
