/** The photos of a fictional profile: added, put in order, removed. The first one that members see is the main one. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { FictionalPhoto, FictionalProfile } from '#contract/desk/fictional.ts'
import { PHOTO_TYPES } from '#contract/entities/photo.ts'
import { PHOTOS_PREMIUM } from '#contract/limits.ts'
import { call, deskUrlOf, type Answer, type Failure } from '../../calls.ts'
import { FailureNote, newId } from '../../ui/desk-form.tsx'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { Box, Tag } from '../../ui/parts.tsx'
import styles from './fictional.module.css'

type Props = { profile: FictionalProfile; mayEdit: boolean; onDone: () => void }

export const Photos = ({ profile: { id, photos }, mayEdit, onDone }: Props) => {
  useSignals()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [removing, setRemoving] = useState<FictionalPhoto | null>(null)
  const params = { id: String(id) }
  /** @returns whether it was done */
  const run = async (
    send: () => Promise<Answer<'fictional.get'> | { ok: false; failure: Failure }>,
  ): Promise<boolean> => {
    setBusy(true)
    const answer = await send()
    setBusy(false)
    setFailure(answer.ok ? null : answer.failure)
    if (answer.ok) onDone()
    return answer.ok
  }
  const add = (file: File): Promise<boolean> =>
    run(() => {
      const query = { client_id: newId() }
      return call('fictional.add_photo', { params, query }, { file })
    })
  const move = (from: number, by: -1 | 1): Promise<boolean> => {
    const ids = photos.map((photo) => photo.id)
    const [moved = 0] = ids.splice(from, 1)
    ids.splice(from + by, 0, moved)
    return run(() => call('fictional.order_photos', { params, body: { ids } }))
  }
  const remove = async (photo: FictionalPhoto): Promise<void> => {
    setRemoving(null)
    const isRemoved = await run(() =>
      call('fictional.remove_photo', { params: { ...params, photo: String(photo.id) } }),
    )
    if (isRemoved) showToast(t('fictional.saved'))
  }
  return (
    <Box
      title={t('fictional.photos')}
      icon="image"
      end={<span className="muted num">{t('fictional.photosOf', { count: photos.length, most: PHOTOS_PREMIUM })}</span>}
    >
      {photos.length === 0 ? <p className="muted">{t('fictional.noPhotos')}</p> : null}
      <ol className={styles['photos']}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <img
              src={deskUrlOf('fictional.photo', { params: { ...params, photo: String(photo.id), size: 'thumb' } })}
              alt={t('fictional.photoNumber', { number: numberText(index + 1) })}
              loading="lazy"
            />
            <p className={styles['marks']}>
              {photo.main ? <Tag icon="user">{t('fictional.mainPhoto')}</Tag> : null}
              {photo.status === 'active' ? null : (
                <Tag icon={photo.status === 'pending' ? 'clock' : 'ban'}>{tCode('photoStatus', photo.status)}</Tag>
              )}
            </p>
            {mayEdit ? (
              <p className={styles['marks']}>
                <RoundButton
                  icon="chevron-left"
                  label={t('fictional.earlier', { number: numberText(index + 1) })}
                  disabled={busy || index === 0}
                  onClick={() => void move(index, -1)}
                />
                <RoundButton
                  icon="chevron-right"
                  label={t('fictional.later', { number: numberText(index + 1) })}
                  disabled={busy || index === photos.length - 1}
                  onClick={() => void move(index, 1)}
                />
                <RoundButton
                  icon="trash"
                  label={t('fictional.removePhoto', { number: numberText(index + 1) })}
                  disabled={busy}
                  onClick={() => setRemoving(photo)}
                />
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <FailureNote failure={failure} />
      {mayEdit ? (
        <>
          <input
            ref={field}
            type="file"
            accept={PHOTO_TYPES.join(',')}
            aria-label={t('fictional.addPhoto')}
            className="vh"
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file) void add(file)
            }}
          />
          <DeskButton kind="second" icon="plus" disabled={busy} onClick={() => field.current?.click()}>
            {t(busy ? 'fictional.sending' : 'fictional.addPhoto')}
          </DeskButton>
        </>
      ) : null}
      {removing ? (
        <DeskDialog
          title={t('fictional.removeTitle')}
          onClose={() => setRemoving(null)}
          actions={
            <DeskButton kind="danger" onClick={() => void remove(removing)}>
              {t('fictional.remove')}
            </DeskButton>
          }
        >
          <p>{t('fictional.removeNote')}</p>
        </DeskDialog>
      ) : null}
    </Box>
  )
}
