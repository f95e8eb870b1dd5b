/** A photo that is uploading, with its progress and a cancel button; or the reason it failed, with a retry. */
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import type { PhotoJob } from '../../../state/photos.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../me.module.css'

export const UploadTile = ({ job }: { job: PhotoJob }) => (
  <li className={styles['tile']}>
    <div className={styles['upload']}>
      <span className="small clip">{job.name}</span>
      {job.state === 'failed' ? (
        <>
          <p className="small" role="alert">
            {job.failure ? errorText(job.failure) : t('photos.failed')}
          </p>
          <Button kind="quiet" small onClick={job.retry}>
            {t('ui.tryAgain')}
          </Button>
          <Button kind="quiet" plain small onClick={job.dismiss}>
            {t('ui.close')}
          </Button>
        </>
      ) : (
        <>
          <progress max={1} value={job.progress} aria-label={job.name} />
          <span className="small muted">{t(job.state === 'preparing' ? 'photos.preparing' : 'photos.sending')}</span>
          <Button kind="quiet" plain small onClick={job.cancel}>
            {t('photos.cancel')}
          </Button>
        </>
      )}
    </div>
  </li>
)
