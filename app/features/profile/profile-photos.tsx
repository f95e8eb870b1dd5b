/** The portrait, large, and the other photos under it; choosing one shows it large. */
import { useState, type ReactNode } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import { photosOf } from './facts.ts'
import styles from './profile.module.css'

type Props = { profile: Profile; /** The round buttons on the photo. */ children: ReactNode }

export const ProfilePhotos = ({ profile, children }: Props) => {
  const photos = photosOf(profile)
  const [chosen, setChosen] = useState(0)
  const shown = photos[chosen] ?? photos[0] ?? null
  return (
    <div className={styles['photos']}>
      <div className={styles['lead']}>
        <Photo
          key={shown?.id ?? ''}
          image={shown}
          name={profile.name}
          alt={t('profile.photoAlt', { name: profile.name, number: photos.length === 0 ? 1 : chosen + 1 })}
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
      {photos.length > 1 ? (
        <div className={styles['thumbs']} role="group" aria-label={t('profile.photos')}>
          {photos.map((photo, index) => (
            <button
              key={photo.id}
              type="button"
              className={styles['thumb']}
              aria-pressed={index === chosen}
              aria-label={t('profile.photoShow', { number: index + 1 })}
              onClick={() => setChosen(index)}
            >
              <Photo image={photo} name={profile.name} size="thumb" className={styles['thumbPhoto']} />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
