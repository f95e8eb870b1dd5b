/** The portrait, large, and the others as thumbs; choosing one shows it large. */
import type { ReactNode } from 'react'
import type { Photo as PhotoData } from '#contract/entities/photo.ts'
import { t } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import styles from './profile.module.css'

type Shown = { name: string; photos: readonly PhotoData[]; chosen: number }

type LeadProps = Shown & { /** The round buttons on the photo. */ children: ReactNode }

export const LeadPhoto = ({ name, photos, chosen, children }: LeadProps) => {
  const shown = photos[chosen] ?? photos[0] ?? null
  return (
    <div className={styles['lead']}>
      <Photo
        key={shown?.id ?? ''}
        image={shown}
        name={name}
        alt={t('profile.photoAlt', { name, number: chosen + 1 })}
        size="full"
        eager
        className={styles['leadPhoto']}
      />
      <div className={styles['over']}>{children}</div>
      {photos.length > 1 ? (
        <span className={styles['count']}>
          <Icon name="image" size={18} />
          <span className="num">{t('profile.photoCount', { number: chosen + 1, count: photos.length })}</span>
        </span>
      ) : null}
    </div>
  )
}

export const Thumbs = ({ name, photos, chosen, onChoose }: Shown & { onChoose: (index: number) => void }) =>
  photos.length < 2 ? null : (
    <div className={styles['thumbs']} role="group" aria-label={t('profile.photos')}>
      {photos.map((photo, index) => (
        <button
          key={photo.id}
          type="button"
          className={styles['thumb']}
          aria-pressed={index === chosen}
          aria-label={t('profile.photoShow', { number: index + 1 })}
          onClick={() => onChoose(index)}
        >
          <Photo image={photo} name={name} size="thumb" className={styles['thumbPhoto']} />
        </button>
      ))}
    </div>
  )
