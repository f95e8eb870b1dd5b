/** The photos chosen so far: stored, uploading, waiting, or refused with the reason. */
import { useSignals } from '@preact/signals-react/runtime'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import { waitingWords } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import type { PhotoJob } from '../../state/photos.ts'
import { RoundButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Photo, UploadBar } from '../../ui/photo.tsx'
import styles from './photo-step.module.css'

type SlotProps = { photo: OwnPhoto; name: string; number: number }

export const PhotoSlot = ({ photo, name, number }: SlotProps) => {
  useSignals()
  return (
    <li className={styles['slot']}>
      <Photo
        image={photo}
        name={name}
        alt={t('profile.photoAlt', { name, number })}
        size="thumb"
        className={styles['small']}
      />
      {photo.waiting === 'failed' ? (
        <p className={styles['state']}>{photo.failure ? errorText(photo.failure) : t('photos.failed')}</p>
      ) : null}
      {photo.waiting === 'queued' || photo.waiting === 'sending' ? (
        <div className={styles['state']}>
          <Icon name="clock" size={16} /> {photo.waiting === 'sending' ? t('photos.sending') : waitingWords()}
          <UploadBar share={photo.uploaded} />
        </div>
      ) : null}
    </li>
  )
}

export const UploadSlot = ({ job }: { job: PhotoJob }) => (
  <li className={styles['slot']}>
    {job.state === 'failed' ? (
      <div className={styles['refused']}>
        <p role="alert">
          <b className="clip">{job.name}</b>
          {job.failure ? errorText(job.failure) : t('photos.failed')}
        </p>
        <RoundButton icon="x" label={t('ui.close')} onClick={job.dismiss} />
      </div>
    ) : (
      <div className={styles['coming']}>
        <span className="small clip">{job.name}</span>
        <progress max={1} value={job.progress} aria-label={job.name} />
        <span className="small muted">{t(job.state === 'preparing' ? 'photos.preparing' : 'photos.sending')}</span>
      </div>
    )}
  </li>
)
