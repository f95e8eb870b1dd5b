/** The large portrait to swipe through and to open; the others as thumbnails under it, locked ones blurred. */
import type { ReactNode } from 'react'
import type { Photo as PhotoData } from '#contract/entities/photo.ts'
import { t } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import { locksOf } from './facts.ts'
import { LockReason } from './lock-reason.tsx'
import { PhotoTrack } from './photo-track.tsx'
import styles from './profile.module.css'
import { ZoomArea } from './zoom-area.tsx'

type PhotosProps = { name: string; photos: readonly PhotoData[]; chosen: number; onChoose: (index: number) => void }

type LeadProps = PhotosProps & {
  /** The number of all photos, including those that the viewer's answer leaves out. */
  count: number
  onOpen: () => void
  /** The round buttons on the photo. */
  children: ReactNode
}

/** The photo keeps its place: nothing else changes with its size. */
const ignoreZoom = (): void => {}

export const LeadPhoto = ({ name, photos, chosen, count, onChoose, onOpen, children }: LeadProps) => (
  <div className={styles['lead']} data-shared-photo>
    {photos.length === 0 ? (
      <Photo
        image={null}
        name={name}
        alt={t('profile.photoAlt', { name, number: 1 })}
        className={styles['leadPhoto']}
      />
    ) : (
      <PhotoTrack photos={photos} index={chosen} onIndex={onChoose} className={styles['leadTrack']}>
        {(photo, { index, near }) => (
          <button
            type="button"
            className={styles['leadOpen']}
            aria-label={t('photo.open', { name, number: index + 1 })}
            onClick={onOpen}
          >
            <ZoomArea springs active={index === chosen} onZoom={ignoreZoom}>
              <Photo
                image={near ? photo : null}
                name={name}
                size="full"
                eager={index === chosen}
                className={styles['leadPhoto']}
              />
            </ZoomArea>
          </button>
        )}
      </PhotoTrack>
    )}
    <div className={styles['over']}>{children}</div>
    {count > 1 ? (
      <span className={styles['count']}>
        <Icon name="image" size={18} />
        <span className="num">{t('profile.photoCount', { number: chosen + 1, count })}</span>
      </span>
    ) : null}
  </div>
)

export const Thumbs = ({ name, photos, chosen, onChoose }: PhotosProps) => {
  // The sheet already says why a profile in privacy mode shows one blurred photo [PROF-14].
  const locks = locksOf(photos).filter(({ lock }) => lock !== 'reserved')
  if (photos.length < 2 && locks.length === 0) return null
  return (
    <div className={styles['photoParts']}>
      {photos.length < 2 ? null : (
        <div className={styles['thumbs']} role="group" aria-label={t('profile.photos')}>
          {photos.map((photo, index) => (
            <button
              key={photo.id}
              type="button"
              className={styles['thumb']}
              aria-pressed={index === chosen}
              aria-label={
                photo.locked
                  ? t('photo.locked', { name, number: index + 1 })
                  : t('profile.photoShow', { number: index + 1 })
              }
              onClick={() => onChoose(index)}
            >
              <Photo image={photo} name={name} size="thumb" className={styles['thumbPhoto']} />
            </button>
          ))}
        </div>
      )}
      {locks.map(({ lock, count }) => (
        <LockReason key={lock} lock={lock} name={name} count={count} />
      ))}
    </div>
  )
}
