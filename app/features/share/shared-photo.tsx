/** One shared photo with a button that removes it, or the reason why it cannot be used. */
import { useEffect, useState } from 'react'
import type { Size } from '#contract/rules/photo-file.ts'
import { heldPhoto, heldPhotoAddress } from '../../ports/held-photo.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import type { KeptPhoto } from '../../state/kept-photos.ts'
import { RoundButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './share.module.css'
import { isProblem, kindOf, verdictOf, type Kind, type Problem, type Verdict } from './verdict.ts'

type Props = {
  photo: KeptPhoto
  /** The position of the photo, from 1. */
  number: number
  onVerdict: (id: string, verdict: Verdict) => void
  onRemove: () => void
}

export const SharedPhoto = ({ photo, number, onVerdict, onRemove }: Props) => {
  const { id, name, error } = photo
  const [kind, setKind] = useState<Kind>()
  const [shown, setShown] = useState<Size | null>()
  const verdict: Verdict = error ?? verdictOf(kind, shown)
  useEffect(() => onVerdict(id, verdict), [id, verdict, onVerdict])
  useEffect(() => {
    let isGone = false
    if (error === undefined)
      void heldPhoto(id, name)
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
  if (isProblem(verdict))
    return (
      <li className={styles['refused']}>
        <Note tone="bad" icon="image" role="alert" className={styles['grow']}>
          <p>
            <b>{t('chat.photoRefused', { file: name })}</b> {problemText(verdict)}
          </p>
        </Note>
        <RoundButton icon="x" label={t('shared.remove', { number })} onClick={onRemove} />
      </li>
    )
  return (
    <li className={styles['tile']}>
      <img
        src={heldPhotoAddress(id)}
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
