/**
 * The photo before the account, on the card as others will see it. It is prepared on the device [PROF-4] and uploaded once the
 * account exists.
 */
import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { preparePhoto } from '../../ports/photo-worker.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { usePhotoInputs } from '../../ui/photo-inputs.tsx'
import { dataUrlOf, type SignupPhotoDraft } from './photo-draft.ts'
import { CardPreview, type CardContent } from './card-preview.tsx'
import { storePhotoDraft } from './signup-storage.ts'
import { StepFrame, FailureNote, TakePhotoButton } from './step-frame.tsx'
import styles from './signup.module.css'

type Props = {
  photo: SignupPhotoDraft | null
  seen: CardContent
  onChange: (photo: SignupPhotoDraft) => void
  onDone: () => void
}

export const FaceStep = ({ photo, seen, onChange, onDone }: Props) => {
  const [busy, setBusy] = useState(false)
  const [isNew, setNew] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  /** The photo that is prepared now. A newer one or leaving the step aborts it: its answer must not replace the newer photo. */
  const preparing = useRef<AbortController | null>(null)
  useEffect(() => () => preparing.current?.abort(), [])
  const prepare = async (file: File, { signal }: AbortController): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const prepared = await preparePhoto(file, { signal, progress: () => {} })
    const source = 'error' in prepared ? null : await dataUrlOf(prepared.photo)
    if (signal.aborted) return
    setBusy(false)
    if ('error' in prepared) setFailure(prepared)
    if (source === null) return
    storePhotoDraft(source)
    setNew(true)
    onChange({ source, file })
  }
  const take = (file: File): void => {
    preparing.current?.abort()
    const own = new AbortController()
    preparing.current = own
    prepare(file, own).catch((thrown: unknown) => (own.signal.aborted ? undefined : Promise.reject(thrown)))
  }
  const { choosePhoto, takePhoto, inputs } = usePhotoInputs({
    onFiles: ([file]) => {
      if (file) take(file)
    },
    camera: 'user',
  })
  return (
    <StepFrame
      title={t('signup.photoTitle')}
      lead={t('signup.photoLead')}
      action={t(busy ? 'photos.preparing' : photo ? 'signup.continue' : 'signup.photoChoose')}
      busy={busy}
      onSubmit={photo ? onDone : choosePhoto}
      onSkip={photo ? undefined : onDone}
      second={
        <>
          {photo ? (
            <Button kind="quiet" full small icon="image" onClick={choosePhoto}>
              {t('signup.photoChange')}
            </Button>
          ) : null}
          <TakePhotoButton onClick={takePhoto} />
        </>
      }
    >
      <CardPreview seen={seen} whole />
      <p className="vh" role="status">
        {busy ? t('photos.preparing') : photo !== null && isNew ? t('signup.photoTaken') : null}
      </p>
      <FailureNote failure={failure} />
      {photo ? null : <p className={styles['note']}>{t('signup.photoRules')}</p>}
      {inputs}
    </StepFrame>
  )
}
