/** The photos of a swipe card: one at a time, a tap on the right half shows the next, on the left the one before. */
import { useEffect, useState, type ReactNode } from 'react'
import type { Photo as PhotoData } from '#contract/entities/photo.ts'
import { mayPrefetch, whenIdle } from '../../ports/idle.ts'
import { showsFullPhotos } from '../../ports/screen-size.ts'
import { t } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import { photoSource } from '../../ui/photo-source.ts'
import { Photo } from '../../ui/photo.tsx'
import styles from './swipe-card.module.css'

type Props = {
  name: string
  photos: readonly PhotoData[]
  isTop: boolean
  /** The words of the card, over the photo. */
  children: ReactNode
}

export const CardPhotos = ({ name, photos, isTop, children }: Props) => {
  const [index, setIndex] = useState(0)
  const chosen = Math.min(index, Math.max(0, photos.length - 1))
  const image = photos[chosen] ?? null
  const isSettled = useSettled(isTop)
  useNeighbours(photos, chosen, isTop)
  return (
    <>
      <Photo image={image} name={name} eager className={styles['photo']}>
        {isSettled && image && !image.locked ? <FullPhoto key={image.id} image={image} /> : null}
      </Photo>
      {isTop && image ? <Photo image={image} name={name} className={styles['shortPhoto']} /> : null}
      {photos.length > 1 ? (
        <>
          <div className={styles['segments']} aria-hidden="true">
            {photos.map(({ id }, place) => (
              <i key={id} className={classes(place === chosen && styles['shown'])} />
            ))}
          </div>
          {isTop ? (
            <>
              <button
                type="button"
                className={classes(styles['half'], styles['before'])}
                aria-label={t('swipe.photoBefore', { name })}
                aria-disabled={chosen === 0}
                onClick={() => setIndex(Math.max(0, chosen - 1))}
              />
              <button
                type="button"
                className={classes(styles['half'], styles['after'])}
                aria-label={t('swipe.photoNext', { name })}
                aria-disabled={chosen === photos.length - 1}
                onClick={() => setIndex(Math.min(photos.length - 1, chosen + 1))}
              />
              <p className="vh" role="status">
                {chosen > 0 || index > 0 ? t('profile.photoCount', { number: chosen + 1, count: photos.length }) : null}
              </p>
            </>
          ) : null}
        </>
      ) : null}
      {children}
    </>
  )
}

/** Only when idle: decoding a large photo during an animation is too much for a small phone. */
const useSettled = (isTop: boolean): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => (isTop && showsFullPhotos() ? whenIdle(() => setSettled(true)) : undefined), [isTop])
  return isSettled
}

/** Decodes the card's own photo before it is on top, and the photos beside it before a tap shows them. */
const useNeighbours = (photos: readonly PhotoData[], chosen: number, isTop: boolean): void => {
  const wanted = photosToDecode(photos, chosen, isTop).join(' ')
  useEffect(() => {
    if (wanted === '' || (isTop && !mayPrefetch())) return undefined
    return whenIdle(() => {
      for (const source of wanted.split(' ')) decodeAhead(source)
    })
  }, [wanted, isTop])
}

/** @returns the photos to decode now: a waiting card decodes its first, the top card its neighbours */
export const photosToDecode = (photos: readonly PhotoData[], chosen: number, isTop: boolean): string[] =>
  (isTop ? [photos[chosen + 1], photos[chosen - 1]] : [photos[0]]).flatMap((photo) =>
    photo ? [photoSource(photo, 'card')] : [],
  )

const decodeAhead = (source: string): void => {
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = source
  // A photo that cannot be decoded shows its placeholder when its turn comes.
  image.decode().catch(ignorePhotoFailure)
}

const ignorePhotoFailure = (): void => {}

/** The large photo over the small one, which may be cached; only if the screen and the connection justify it. */
const FullPhoto = ({ image }: { image: PhotoData }) => {
  const [missing, setMissing] = useState(false)
  return missing ? null : (
    <img
      className={styles['full']}
      src={photoSource(image, 'full')}
      alt=""
      decoding="async"
      fetchPriority="low"
      draggable={false}
      onError={() => setMissing(true)}
    />
  )
}
