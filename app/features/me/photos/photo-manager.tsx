/**
 * The member's own photos [PROF-9]: add, reorder by dragging or by the menu, choose the main one, make private, delete
 * with undo.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import type { User } from '#contract/entities/user.ts'
import { isRefusedFile } from '#contract/errors.ts'
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import { after } from '../../../ports/clock.ts'
import { href } from '../../../shell/routes.ts'
import { t } from '../../../state/i18n.ts'
import { orderPhotos, photoJobs, resumePhotos, addPhotos, type PhotoJob } from '../../../state/photos.ts'
import { LinkButton, Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ACCEPTED_PHOTOS } from '../../../ui/photo-inputs.tsx'
import { errorText } from '../../../state/error-text.ts'
import styles from '../me.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { useDragOrder, inOrder, movedTo } from './use-drag-order.ts'

type Props = {
  me: User
  /** The fieldset around the photos disables their buttons, and no dragging. */
  isSuspended?: boolean
}

export const PhotoManager = ({ me, isSuspended = false }: Props) => {
  const { profile, photo_limit: limit, paid_user: paid } = me
  useSignals()
  const grid = useRef<HTMLUListElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => void resumePhotos(), [])
  const [photos, showOrder] = useMovedPhotos(profile.photos)
  const jobs = photoJobs.value.filter(({ client_id }) => photos.every((photo) => photo.client_id !== client_id))
  useAdded(photos, jobs, (number) => setWords(t('photos.added', { number })))
  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= photos.length) return
    setWords(t('photos.moved', { number: to + 1 }))
    const order = movedTo(photos, from, to).map(({ id }) => id)
    showOrder(order, orderPhotos(order))
  }
  const { dragged, over, handlers } = useDragOrder(grid, move)
  const shown: OwnPhoto[] = dragged === null || over === null ? photos : movedTo(photos, dragged, over)
  // A refused file takes no place.
  const room = limit - photos.length - jobs.filter(({ state }) => state !== 'failed').length
  const isFull = room <= 0
  return (
    <section className={styles['section']} id="photos" aria-labelledby="photos-title">
      <div className={styles['head']}>
        <h3 id="photos-title">{t('photos.title')}</h3>
        <span className="small muted num">
          {/* A member who is no longer premium may have more than the limit. */}
          {photos.length > limit ? photos.length : t('photos.count', { count: photos.length, limit })}
        </span>
      </div>
      {photos.length > 1 && !isSuspended ? (
        <p className={classes('small muted', styles['hint'])}>{t('photos.lead')}</p>
      ) : null}
      <ul ref={grid} className={styles['photos']} {...(isSuspended ? {} : handlers)}>
        {shown.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            name={profile.name}
            index={index}
            count={photos.length}
            main={photo.id === profile.main_image?.id}
            lifted={dragged !== null && photo.id === photos[dragged]?.id}
            onMove={(to) => move(index, to)}
          />
        ))}
        {jobs.map((job) => (
          <UploadTile key={job.client_id} job={job} />
        ))}
        {isFull || isSuspended ? null : <AddPhotos room={room} />}
      </ul>
      <p className="vh" role="status">
        {words}
      </p>
      {photos.some((photo) => photo.private) ? <p className="small muted">{t('photos.privateHint')}</p> : null}
      {isFull ? (
        <>
          <p className={classes('small muted', styles['hint'])}>
            {t(photos.length > limit ? 'photos.over' : 'photos.full', { limit })}
          </p>
          {paid ? null : (
            <p className={styles['hint']}>
              <LinkButton kind="quiet" small className="flush" href={href('premium')} onClick={storeReturnPlace}>
                {t('photos.fullPremium')}
              </LinkButton>
            </p>
          )}
        </>
      ) : null}
    </section>
  )
}

/** Says the place of a photo that has been prepared and is now among the others: a screen reader notices nothing of that. */
const useAdded = (photos: readonly OwnPhoto[], jobs: readonly PhotoJob[], say: (place: number) => void): void => {
  const coming = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const at = photos.findLastIndex(({ client_id: id }) => id !== null && coming.current.has(id))
    coming.current = new Set(jobs.map(({ client_id }) => client_id))
    if (at >= 0) say(at + 1)
  })
}

/** An order that was taken and that the profile does not have by then was changed on another device. */
const KEPT_MS = 5000

/**
 * The photos in the order after the last move, until the profile has it: a dropped photo must not jump back in between. The profile may
 * be older than the answer.
 *
 * @returns the photos, and a function that takes the ids in their new order and whether that order was taken
 */
const useMovedPhotos = (photos: OwnPhoto[]) => {
  const [moved, setMoved] = useState<readonly string[] | null>(null)
  const isThere = moved !== null && inOrder(photos, moved).every(({ id }, index) => id === photos[index]?.id)
  if (isThere) setMoved(null)
  const showOrder = (order: readonly string[], taken: Promise<boolean>): void => {
    const forget = (): void => setMoved((last) => (last === order ? null : last))
    setMoved(order)
    void taken.then((isTaken) => (isTaken ? after(KEPT_MS, forget) : forget()))
  }
  return [moved ? inOrder(photos, moved) : photos, showOrder] as const
}

/** The tile that adds photos: from the library, the camera, or by drag and drop. */
const AddPhotos = ({ room }: { /** The number of photos that may be added. */ room: number }) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    // Photos beyond the limit are passed on too: each is refused by name and can be chosen again.
    if (files && files.length > 0) addPhotos([...files])
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <li>
      <label
        className={classes(styles['addPhoto'], over && styles['addOver'])}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          className="vh"
          type="file"
          accept={ACCEPTED_PHOTOS}
          multiple={room > 1}
          onChange={(event) => take(event.currentTarget.files)}
        />
        <Icon name="camera" size={28} />
        <span>{t('photos.addMore')}</span>
      </label>
    </li>
  )
}

/** A photo that is uploading, with its progress and a cancel button; or the reason it failed, with a retry. */
const UploadTile = ({ job }: { job: PhotoJob }) => (
  <li className={styles['tile']}>
    <div className={styles['upload']}>
      <span className="small clip">{job.name}</span>
      {job.state === 'failed' ? (
        <>
          <p className="small" role="alert">
            {job.failure ? errorText(job.failure) : t('photos.failed')}
          </p>
          {job.failure && isRefusedFile(job.failure.error) ? null : (
            <Button kind="quiet" small onClick={job.retry}>
              {t('ui.tryAgain')}
            </Button>
          )}
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
