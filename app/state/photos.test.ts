import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preparePhoto } from '../ports/photo-worker.ts'
import type { PreparedOrProblem } from '../ports/photo-pool.ts'
import { aUser } from '../testing/factories.ts'
import { storedPhotos, type StoredPhoto } from './stored-photos.ts'
import { addPhotos, deletePhoto, photoJobs, photosLeft, resumePhotos } from './photos.ts'
import { putAnswer } from './resource.ts'
import { startSession } from './session.ts'
import { t } from './i18n.ts'
import { toasts } from './toasts.ts'

vi.mock('../ports/photo-worker.ts', () => ({ preparePhoto: vi.fn() }))
vi.mock('./stored-photos.ts', () => ({ storedPhotos: { list: vi.fn(), file: vi.fn(), store: vi.fn(), drop: vi.fn() } }))

const photo = new Blob(['made'], { type: 'image/webp' })
const prepared: PreparedOrProblem = { photo, width: 1, height: 1, colours: 'a'.repeat(24) }
const file = (name: string): File => new File(['x'], name)
const counts = { unread_messages: 0, new_likes: 0 }

type SentRequest = { url: string; body: unknown; type: string | null }
const sent: SentRequest[] = []
/** The next answers of the worker or the server, in order; `null` means no network. */
let answers: (Response | null)[] = []
let limit = 3

beforeEach(() => {
  sent.length = 0
  answers = []
  limit = 3
  vi.useFakeTimers()
  vi.mocked(preparePhoto).mockResolvedValue(prepared)
  vi.mocked(storedPhotos.store).mockReset().mockResolvedValue(true)
  vi.mocked(storedPhotos.drop).mockReset().mockResolvedValue()
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ user: aUser({ photo_limit: limit }), counts })
    sent.push({ url, body, type: new Headers(headers).get('content-type') })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  putAnswer('user.get', {}, { user: aUser({ photo_limit: limit }), counts })
})

afterEach(() => {
  for (const job of photoJobs.value) job.cancel()
  toasts.value = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const queued = (id?: string): Response => Response.json({ queued: true, ...(id ? { id } : {}) }, { status: 202 })
const refused = (error: string, status: number): Response => Response.json({ error }, { status })
const turns = () => vi.advanceTimersByTimeAsync(0)

describe('[PROF-4] adding a photo', () => {
  test('prepares it with progress, uploads it under an id of its own, and ends when the device has stored it', async () => {
    const waiting = Promise.withResolvers<PreparedOrProblem>()
    vi.mocked(preparePhoto).mockImplementationOnce((_, { progress }) => {
      progress(0.5)
      return waiting.promise
    })
    answers = [queued()]
    addPhotos([file('beach.jpg')], { private: true })
    const [job] = photoJobs.value
    expect(job).toMatchObject({ name: 'beach.jpg', private: true, state: 'preparing', progress: 0.5 })
    waiting.resolve(prepared)
    await turns()
    expect(sent).toEqual([
      { url: `/api/photos?client_id=${job?.client_id}&private=1`, body: photo, type: 'image/webp' },
    ])
    expect(photoJobs.value).toEqual([])
  })

  test('names the photo that is refused among several, and the others continue', async () => {
    vi.mocked(preparePhoto).mockResolvedValueOnce({ error: 'photo_too_small', limit: 320 })
    answers = [queued()]
    addPhotos([file('icon.png'), file('me.jpg')])
    await turns()
    expect(photoJobs.value).toMatchObject([
      { name: 'icon.png', state: 'failed', failure: { error: 'photo_too_small', limit: 320 } },
    ])
    photoJobs.value[0]?.dismiss()
    expect(photoJobs.value).toEqual([])
  })

  test('without a worker it retries the upload until the server answers, under the same id', async () => {
    answers = [
      null,
      refused('server_error', 500),
      refused('rate_limited', 429),
      Response.json({ photos: [], main: null }),
    ]
    addPhotos([file('me.jpg')])
    await turns()
    expect(photoJobs.value).toMatchObject([{ state: 'sending' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(photoJobs.value).toEqual([])
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1)
  })

  test('a refused photo keeps its reason and can be retried without preparing it again', async () => {
    answers = [refused('photo_limit', 409), queued()]
    addPhotos([file('me.jpg')])
    await turns()
    expect(photoJobs.value).toMatchObject([{ state: 'failed', failure: { error: 'photo_limit' } }])
    photoJobs.value[0]?.retry()
    await turns()
    expect(photoJobs.value).toEqual([])
    expect(preparePhoto).toHaveBeenCalledTimes(1)
  })

  test('[PWA-13] reports a full device', async () => {
    answers = [refused('storage_full', 507)]
    addPhotos([file('me.jpg')])
    await turns()
    expect(photoJobs.value).toMatchObject([{ state: 'failed', failure: { error: 'storage_full' } }])
    expect(sent).toHaveLength(1)
  })

  test('a cancelled photo is gone, in every state', async () => {
    let signal: AbortSignal | undefined
    vi.mocked(preparePhoto).mockImplementationOnce((_, preparing) => {
      ;({ signal } = preparing)
      return new Promise(() => {})
    })
    addPhotos([file('one.jpg'), file('two.jpg')])
    photoJobs.value[0]?.cancel()
    expect(signal?.aborted).toBe(true)
    await turns()
    // The second photo has no network and waits for its retry.
    expect(photoJobs.value).toMatchObject([{ name: 'two.jpg', state: 'sending' }])
    photoJobs.value[0]?.cancel()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(photoJobs.value).toEqual([])
    expect(sent).toHaveLength(1)
  })

  test('[PROF-3] a photo beyond the limit is refused before it is prepared', async () => {
    limit = 1
    putAnswer('user.get', {}, { user: aUser({ photo_limit: 1 }), counts })
    expect(photosLeft.value).toBe(1)
    answers = [queued()]
    addPhotos([file('one.jpg'), file('two.jpg')])
    expect(photosLeft.value).toBe(0)
    expect(photoJobs.value).toMatchObject([
      { name: 'one.jpg', state: 'preparing' },
      { name: 'two.jpg', state: 'failed', failure: { error: 'photo_limit', limit: 1 } },
    ])
    expect(preparePhoto).toHaveBeenCalledTimes(1)
    await turns()
  })
})

describe('deleting a photo', () => {
  test('[PWA-2] returns an undo function if the device delays the deletion', async () => {
    const id = '01890000-0000-7000-8000-000000000001'
    answers = [queued(id), Response.json({})]
    const undo = await deletePhoto('7')
    await undo?.()
    expect(sent.map(({ url }) => url)).toEqual(['/api/photos/7', `/api/device/outbox/${id}`])
    expect(toasts.value.map(({ text }) => text)).toEqual([t('ui.undone')])
  })

  test('is final without a worker, and reports an error', async () => {
    answers = [Response.json({ photos: [], main: null }), null]
    expect(await deletePhoto('7')).toBeNull()
    expect(toasts.value).toEqual([])
    expect(await deletePhoto('7')).toBeNull()
    expect(toasts.value).toHaveLength(1)
  })
})

describe('[PWA-2][PROF-9] a photo in preparation when the page closes', () => {
  const id = '0199aaaa-0000-7000-8000-000000000001'
  const storedPhoto = (over: Partial<StoredPhoto> = {}): StoredPhoto => ({
    id,
    place: 'profile',
    name: 'me.jpg',
    bytes: 1,
    ...over,
  })

  test('is stored by the device until it is uploaded, and not if it was cancelled or cannot be used', async () => {
    answers = [queued()]
    addPhotos([file('me.jpg')])
    const [job] = photoJobs.value
    expect(storedPhotos.store).toHaveBeenCalledWith(
      { id: job?.client_id, place: 'profile', name: 'me.jpg' },
      expect.any(File),
    )
    await turns()
    expect(photoJobs.value).toEqual([])
    expect(storedPhotos.drop, 'it is the outbox’s now').not.toHaveBeenCalled()

    vi.mocked(preparePhoto).mockResolvedValue({ error: 'photo_type' })
    addPhotos([file('notes.txt')])
    await turns()
    expect(storedPhotos.drop).toHaveBeenCalledWith(photoJobs.value[0]?.client_id)
    addPhotos([file('other.jpg')])
    const other = photoJobs.value[1]
    other?.cancel()
    await turns()
    expect(storedPhotos.drop).toHaveBeenLastCalledWith(other?.client_id)
  })

  test('a private photo is not stored, because it would come back as a public one', async () => {
    answers = [queued()]
    addPhotos([file('me.jpg')], { private: true })
    await turns()
    expect(storedPhotos.store).not.toHaveBeenCalled()
  })

  test('is prepared once by the next page under the same id; photos of other places stay', async () => {
    vi.mocked(storedPhotos.list).mockResolvedValue([
      storedPhoto(),
      storedPhoto({ id: `${id.slice(0, -1)}2`, place: '7-9' }),
    ])
    vi.mocked(storedPhotos.file).mockResolvedValue(file('me.jpg'))
    answers = [queued()]
    await Promise.all([resumePhotos(), resumePhotos()])
    expect(photoJobs.value.map(({ client_id }) => client_id)).toEqual([id])
    await turns()
    expect(sent.map(({ url }) => url)).toEqual([`/api/photos?client_id=${id}`])
    expect(storedPhotos.store).not.toHaveBeenCalled()
  })

  test('[PWA-11] is not uploaded for another member who has logged in while the device listed it', async () => {
    const { promise, resolve } = Promise.withResolvers<StoredPhoto[]>()
    vi.mocked(storedPhotos.list).mockReturnValue(promise)
    const resuming = resumePhotos()
    putAnswer('user.get', {}, { user: aUser({ id: 99 }), counts })
    resolve([{ id: 'theirs', place: 'profile', name: 'me.jpg', bytes: 1 }])
    await resuming
    expect(photoJobs.value).toEqual([])
  })

  test('[PWA-11] ends with the session of its member, also while it waits for the network', async () => {
    startSession()
    answers = [null, queued()]
    addPhotos([file('me.jpg')])
    await turns()
    expect(sent).toHaveLength(1)
    putAnswer('user.get', {}, { user: null, counts: null })
    expect(photoJobs.value).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })
})
