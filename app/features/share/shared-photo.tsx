/** One shared photo with a button that removes it, or the reason why it cannot be used. */
import { useEffect, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { PHOTO_PIXELS_MIN } from '#contract/limits.ts'
import { type Size, PHOTO_HEAD_BYTES, photoFileOf } from '#contract/rules/photo-file.ts'
import { cachedPhoto, cachedPhotoUrl } from '../../ports/cached-photo.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import type { StoredPhoto } from '../../state/stored-photos.ts'
import { RoundButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './share.module.css'

type Props = {
  photo: StoredPhoto
  /** The position of the photo, from 1. */
  number: number
  onCheck: (id: string, check: PhotoCheck) => void
  onRemove: () => void
}

export const SharedPhoto = ({ photo, number, onCheck, onRemove }: Props) => {
  const { id, name, error } = photo
  const [kind, setKind] = useState<Kind>()
  const [shown, setShown] = useState<Size | null>()
  const check: PhotoCheck = error ?? checkPhoto(kind, shown)
  useEffect(() => onCheck(id, check), [id, check, onCheck])
  useEffect(() => {
    let isGone = false
    if (error === undefined)
      void cachedPhoto(id, name)
        .then((file) => (file ? kindOf(file) : null))
        .then((found) => (isGone ? undefined : setKind(found)))
    return () => {
      isGone = true
    }
  }, [id, name, error])

  const remove = (
    <RoundButton
      icon="x"
      label={t('shared.remove', { number })}
      className={styles['remove'] ?? ''}
      onClick={onRemove}
    />
  )
  if (isProblem(check))
    return (
      <li className={styles['refused']}>
        <Note tone="bad" icon="image" role="alert" className={styles['grow']}>
          <p>
            <b>{t('chat.photoRefused', { file: name })}</b> {problemText(check)}
          </p>
        </Note>
        <RoundButton icon="x" label={t('shared.remove', { number })} onClick={onRemove} />
      </li>
    )
  return (
    <li className={styles['tile']}>
      <img
        src={cachedPhotoUrl(id)}
        alt={t('shared.photo', { number })}
        className={styles['picture']}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setShown({ width, height })}
        onError={() => setShown(null)}
      />
      {remove}
    </li>
  )
}

const problemText = (problem: Problem): string =>
  problem === 'heic' ? t('shared.heic') : errorText({ error: problem })

type Problem = ErrorCode | 'heic'
/** `checking` until both the bytes and the picture were checked. */
export type PhotoCheck = 'checking' | 'good' | Problem

export const isProblem = (check: PhotoCheck | undefined): check is Problem =>
  check !== undefined && check !== 'checking' && check !== 'good'

/** The type of a photo from its first bytes; null if we do not accept it. */
type Kind = ReturnType<typeof photoFileOf>

export const kindOf = async (file: Blob): Promise<Kind> =>
  photoFileOf(new Uint8Array(await file.slice(0, PHOTO_HEAD_BYTES).arrayBuffer()))

/**
 * Whether a shared file is a usable photo, before it is sent anywhere [PROF-3].
 * @param shown the size of the picture in pixels, null if the browser cannot show it, undefined until it has tried
 */
export const checkPhoto = (kind: Kind | undefined, shown: Size | null | undefined): PhotoCheck => {
  if (kind === undefined) return 'checking'
  if (kind === null) return 'photo_type'
  if (kind.animated) return 'photo_animated'
  if (shown === undefined) return 'checking'
  // A HEIC that does not open is most often intact: this browser cannot decode HEIC.
  if (shown === null) return kind.type === 'image/heic' ? 'heic' : 'photo_broken'
  return Math.min(shown.width, shown.height) < PHOTO_PIXELS_MIN ? 'photo_too_small' : 'good'
}
