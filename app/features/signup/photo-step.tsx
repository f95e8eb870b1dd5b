/** Step 1: a photo. It is prepared on the device, and waits there without a network [PROF-4], [PWA-2]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { addPhotos, photoJobs, photosLeft, resumePhotos } from '../../state/photos.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import { usePhotoInputs } from '../../ui/photo-inputs.tsx'
import { PhotoSlot, UploadSlot } from './photo-slots.tsx'
import styles from './signup.module.css'
import photoStyles from './photo-step.module.css'
import { StepFrame, TakePhotoButton } from './step-frame.tsx'

type Props = { me: User; onDone: () => void }

export const PhotoStep = ({ me: { profile }, onDone }: Props) => {
  useSignals()
  useEffect(() => void resumePhotos(), [])
  const { photos } = profile
  const jobs = photoJobs.value.filter(({ client_id }) => photos.every((photo) => photo.client_id !== client_id))
  // A refused photo does not count, but is shown with its reason.
  const count = photos.length + jobs.filter(({ state }) => state !== 'failed').length
  const room = photosLeft.value
  const main = profile.main_image ?? photos[0] ?? null
  const { choosePhoto, takePhoto, inputs } = usePhotoInputs({
    onFiles: addPhotos,
    isMultiple: room > 1,
    camera: 'user',
  })
  return (
    <StepFrame
      title={t('signup.photoTitle')}
      lead={t('signup.photoLead')}
      action={t(count === 0 ? 'signup.photoChoose' : 'signup.continue')}
      onSubmit={count === 0 ? choosePhoto : onDone}
      onSkip={count === 0 ? onDone : undefined}
      second={
        room > 0 ? (
          <>
            {count > 0 ? (
              <Button kind="quiet" full small icon="plus" onClick={choosePhoto}>
                {t('signup.photoAnother')}
              </Button>
            ) : null}
            <TakePhotoButton onClick={takePhoto} />
          </>
        ) : null
      }
    >
      <button type="button" className={photoStyles['face']} onClick={choosePhoto} disabled={room <= 0}>
        {main ? (
          <Photo
            image={main}
            name={profile.name}
            alt={t('me.photo')}
            size="card"
            eager
            className={photoStyles['portrait']}
          />
        ) : (
          <>
            <Icon name="camera" size={36} />
            <span className="vh">{t('signup.photoChoose')}</span>
          </>
        )}
      </button>
      {photos.length + jobs.length === 0 ? null : (
        <ul className={photoStyles['slots']} aria-label={t('profile.photos')}>
          {photos.map((photo, index) => (
            <PhotoSlot key={photo.id} photo={photo} name={profile.name} number={index + 1} />
          ))}
          {jobs.map((job) => (
            <UploadSlot key={job.client_id} job={job} />
          ))}
        </ul>
      )}
      <p className={styles['note']}>{t('signup.photoRules')}</p>
      {inputs}
    </StepFrame>
  )
}
