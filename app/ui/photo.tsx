/** Photographs. Each reserves its size and shows a placeholder while it loads, so that the layout does not shift. */
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { Photo as PhotoData, PhotoSize } from '#contract/entities/photo.ts'
import { after } from '../ports/clock.ts'
import { onBack } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { placeholderOf, firstLetter } from './photo-placeholder.ts'
import { photoSource } from './photo-source.ts'
import styles from './photo.module.css'

/** The pauses before a failed photo is loaded again. */
const RETRY_MS = [5000, 30_000]

/**
 * A photo that failed is loaded again when the network is back, and twice by itself: a single request can get lost.
 * @returns whether it has failed, and the function for its error
 */
export const useRetriedPhoto = (): [failed: boolean, onError: () => void] => {
  const [failed, setFailed] = useState(false)
  const failures = useRef(0)
  useEffect(() => {
    if (!failed) return
    const retry = (): void => setFailed(false)
    const stopListening = onBack(() => {
      failures.current = 0
      retry()
    })
    const wait = RETRY_MS[failures.current]
    failures.current += 1
    const cancel = wait === undefined ? null : after(wait, retry)
    return () => {
      stopListening()
      cancel?.()
    }
  }, [failed])
  return [failed, () => setFailed(true)]
}

type Props = {
  image: PhotoData | null
  /** The name of the photo's owner; its first letter replaces a missing photo. */
  name: string
  alt?: string
  size?: PhotoSize
  /** Load this photo with high priority, because it is seen first. */
  eager?: boolean
  className?: string | undefined
  /** Marks that lie on the photo. */
  children?: ReactNode
}

export const Photo = ({ image, name, alt = '', size = 'card', eager = false, className, children }: Props) => (
  <span className={classes(styles['photo'], className)} style={placeholderOf(image)}>
    <Picture image={image} name={name} alt={alt} size={size} eager={eager} />
    {image?.locked ? (
      <span className={styles['lock']}>
        <Icon name={image.lock === 'premium' ? 'crown' : 'lock'} size={20} />
      </span>
    ) : null}
    {children}
  </span>
)

/** How much of a waiting photo has arrived at the server. Before its first part there is no bar. */
export const UploadBar = ({ share }: { share: number | undefined }) =>
  share === undefined ? null : (
    <progress className={styles['upload']} max={1} value={share} aria-label={t('ui.upload')} />
  )

type AvatarProps = {
  image: PhotoData | null
  name: string
  /** In pixels. */ size?: number
  online?: boolean
  alt?: string
  /** The photo of a list's row grows into this one. */
  shared?: boolean
}

export const Avatar = ({ image, name, size = 56, online = false, alt = '', shared }: AvatarProps) => (
  <span className={styles['avatar']} data-shared-photo={shared} style={{ '--size': `${size}px` } as CSSProperties}>
    <Picture image={image} name={name} alt={alt} size="thumb" eager={false} />
    {online ? <span className={styles['avatarDot']} role="img" aria-label={t('ui.online')} data-no-snapshot /> : null}
  </span>
)

const Picture = ({
  image,
  name,
  alt,
  size,
  eager,
}: Required<Pick<Props, 'image' | 'name' | 'alt' | 'size' | 'eager'>>) => {
  const [failed, onError] = useRetriedPhoto()
  if (image === null || failed)
    return (
      <span className={styles['none']} {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}>
        {firstLetter(name)}
      </span>
    )
  return (
    <img
      key={image.id}
      src={photoSource(image, size)}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={onError}
    />
  )
}
