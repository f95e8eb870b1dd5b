/**
 * The member's own photos: adding, changing, ordering, deleting. `ownPhotos` shows the photos that the device has stored (with
 * `waiting` until they arrive). `photoJobs` shows the earlier steps: photos in preparation or upload.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { CallParsed } from '#contract/calls.ts'
import { PROFILE_PLACE } from '#contract/device.ts'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { retryDelay, sendOutcomeOf } from '#contract/rules/retry.ts'
import { call } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import { newId, random } from '../ports/random.ts'
import type { PreparedOrProblem } from '../ports/photo-pool.ts'
import { uploadPhoto } from '../ports/photo-upload.ts'
import { preparePhoto } from '../ports/photo-worker.ts'
import { settleWrite } from './connection.ts'
import { errorText, undoRefusalText } from './error-text.ts'
import { storedPhotos } from './stored-photos.ts'
import { invalidate } from './resource.ts'
import { onMemberLeft, refreshSession, user } from './session.ts'
import { t } from './i18n.ts'
import { toast } from './toasts.ts'

export type PhotoJob = {
  client_id: string
  /** The file's name, as the member knows it. */
  name: string
  private: boolean
  /** `sending`: in upload to the device or, without a worker, to the server. */
  state: 'preparing' | 'sending' | 'failed'
  /** Progress of the preparation, and then of an upload to the server, in [0, 1]; undefined while nobody can say it. */
  progress: number | undefined
  failure: ErrorBody | null
  /** Corner colours of the photo (`rrggbb` four times), or '' until they are known. */
  colours: string
  /** Cancels the job in any state. */
  cancel: () => void
  /** Retries after a failure. */
  retry: () => void
  /** Removes a failed job from the list. */
  dismiss: () => void
}

const ownPhotos: ReadonlySignal<readonly OwnPhoto[]> = computed(() => user.value?.profile.photos ?? [])

const jobs = signal<readonly PhotoJob[]>([])
export const photoJobs: ReadonlySignal<readonly PhotoJob[]> = jobs

/** How many photos the member may still add. */
export const photosLeft: ReadonlySignal<number> = computed(() => {
  const underWay = jobs.value.filter(({ state }) => state !== 'failed').length
  return Math.max(0, (user.value?.photo_limit ?? 0) - ownPhotos.value.length - underWay)
})

/** Prepares the files in parallel and uploads each. `photoJobs` shows their progress. */
export const addPhotos = (files: readonly File[], { private: isPrivate = false }: { private?: boolean } = {}): void => {
  for (const file of files) begin({ client_id: newId(), name: file.name, file }, isPrivate)
}

/** Continues with photos chosen or shared for the profile that were not uploaded when a page closed [PWA-9]. */
export const resumePhotos = async (): Promise<void> => {
  const member = user.peek()?.id
  const list = (await storedPhotos.list()) ?? []
  if (member !== user.peek()?.id) return
  const known = new Set([...jobs.peek(), ...ownPhotos.peek()].map(({ client_id }) => client_id))
  for (const stored of list)
    if (stored.place === PROFILE_PLACE && !known.has(stored.id))
      begin({ client_id: stored.id, name: stored.name, file: () => storedPhotos.file(stored) }, false)
}

/** A file, or a function that reads the stored one; null if it has gone. */
type ChosenPhoto = { client_id: string; name: string; file: File | (() => Promise<File | null>) }

const begin = ({ client_id, name, file }: ChosenPhoto, isPrivate: boolean): void => {
  let cancelling = new AbortController()
  /** Storing the photo on the device until the upload. A private photo is not stored. */
  let deviceWrites: Promise<unknown> = Promise.resolve()
  let photo: Blob | null = null

  const change = (next: Partial<PhotoJob>): void => {
    jobs.value = jobs.peek().map((job) => (job.client_id === client_id ? Object.assign({}, job, next) : job))
  }
  const remove = (): void => {
    cancelling.abort()
    jobs.value = jobs.peek().filter((job) => job.client_id !== client_id)
  }
  const drop = (): void => {
    deviceWrites = deviceWrites.then(() => storedPhotos.drop(client_id))
  }
  const discard = (): void => {
    remove()
    drop()
  }
  const fail = (failure: ErrorBody): void => change({ state: 'failed', failure })

  const run = async ({ signal }: AbortController): Promise<void> => {
    const progress = (done: number): void => change({ progress: done })
    if (!photo) {
      const chosen = file instanceof File ? file : await file()
      signal.throwIfAborted()
      const prepared: PreparedOrProblem = chosen
        ? await preparePhoto(chosen, { signal, progress })
        : { error: 'photo_broken' }
      if ('error' in prepared) {
        fail(prepared)
        // The device's copy would be refused again.
        drop()
        return
      }
      photo = prepared.photo
      change({ colours: prepared.colours })
    }
    change({ state: 'sending', progress: undefined })
    // From here on the outbox stores the photo.
    await deviceWrites
    const failure = await upload({ client_id, isPrivate, photo }, { signal, arrived: progress })
    if (failure) {
      fail(failure)
      return
    }
    // The photo shows among the member's photos before it leaves this list.
    await refreshPhotos()
    remove()
  }

  const start = (): void => {
    cancelling = new AbortController()
    const mine = cancelling
    change({ state: 'preparing', progress: photo ? 1 : 0, failure: null })
    run(mine).catch(() => {
      // If the signal is aborted, the member cancelled and the job has left the list.
      if (!mine.signal.aborted) fail({ error: 'photo_broken' })
    })
  }

  const isTooMany = photosLeft.peek() === 0
  const job = { client_id, name, private: isPrivate, progress: 0, failure: null, colours: '' } as const
  jobs.value = [...jobs.peek(), { ...job, state: 'preparing', cancel: discard, retry: start, dismiss: discard }]
  const { photo_limit: limit = 0 } = user.peek() ?? {}
  if (isTooMany) {
    fail({ error: 'photo_limit', limit })
    return
  }
  if (file instanceof File && !isPrivate)
    deviceWrites = storedPhotos.store({ id: client_id, place: PROFILE_PLACE, name }, file)
  start()
}

type Upload = { client_id: string; isPrivate: boolean; photo: Blob }

/**
 * The device stores the photo at once and delivers it by itself. Without a worker, the app retries against the server under the
 * same id, so that only one photo is created.
 * @returns why it was refused, or null
 */
const upload = async (
  { client_id, isPrivate, photo }: Upload,
  options: { signal: AbortSignal; arrived: (share: number) => void },
): Promise<ErrorBody | null> => {
  const { signal } = options
  const query = { client_id, ...(isPrivate ? { private: '1' as const } : {}) }
  for (let attempts = 0; ; attempts += 1) {
    const answer = await uploadPhoto('photos.add', query, photo, options)
    signal.throwIfAborted()
    if (answer.ok) return null
    const { error } = answer
    // A full device stays full until the member makes room, so do not retry.
    if (error.error === 'storage_full') return error
    const outcome = sendOutcomeOf(ERROR_STATUS[error.error], error, String(error.retry_after ?? 0))
    if (outcome.kind !== 'retry') return error
    await pause(outcome.afterMs ?? retryDelay(attempts, random()), signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = after(ms, resolve)
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
  })

/** Makes a photo private or public, or the main one; a refusal is shown. */
export const changePhoto = (id: string, change: CallParsed<'photos.change'>['body']): Promise<boolean> =>
  showRefusal(call('photos.change', { params: { id }, body: change }))

/** Sends all photos in the wanted order. @returns whether the device or the server took it */
export const orderPhotos = (ids: readonly string[]): Promise<boolean> =>
  showRefusal(call('photos.order', { body: { ids: [...ids] } }))

/**
 * Deletes a photo. On a device that delays deletions, the member can undo it.
 * @returns what undoes it, or null where it is final
 */
export const deletePhoto = async (id: string): Promise<(() => Promise<void>) | null> => {
  const answer = await call('photos.delete', { params: { id } })
  await showRefusal(answer)
  if (!answer.ok || !answer.queued || answer.id === null) return null
  const { id: waiting } = answer
  return async () => {
    const isUndone = await showRefusal(call('device.discard', { params: { id: waiting } }), undoRefusalText)
    if (isUndone) toast(t('ui.undone'))
  }
}

/** Retries a photo that the device delivered and the server refused. */
export const retryPhoto = (clientId: string): Promise<boolean> => settleWrite('device.retry', clientId, ['user'])

type UploadOutcome = { ok: true } | { ok: false; error: ErrorBody }

/** @returns whether it was taken */
const showRefusal = async (
  asked: UploadOutcome | Promise<UploadOutcome>,
  textOf: (error: ErrorBody) => string = errorText,
): Promise<boolean> => {
  const answer = await asked
  if (!answer.ok) toast(textOf(answer.error))
  await refreshPhotos()
  return answer.ok
}

const refreshPhotos = async (): Promise<void> => {
  invalidate(['device'])
  await refreshSession()
}

onMemberLeft(() => {
  for (const job of jobs.peek()) job.cancel()
})
