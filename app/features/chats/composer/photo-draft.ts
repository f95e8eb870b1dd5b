/**
 * Photos chosen for a message and not sent yet. The screen shows one photo per conversation, prepared on this device.
 * The device stores this photo and the next ones, for reloads and for other tabs. They are deleted when sent,
 * discarded, or at logout.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import type { PreparedOrProblem, PrepareOptions } from '../../../ports/photo-pool.ts'
import type { StoredPhoto, StoredPhotos, PhotoMeasures } from '../../../state/stored-photos.ts'

export type ReadyPhoto = PhotoMeasures & { photo: Blob }

/** `id` becomes the client id of the message, so that the photo is sent once [CHAT-5]. `file` is the file's name. */
export type PhotoDraft = { id: string; file: string } & (
  | { state: 'preparing'; /** In [0, 1]. */ progress: number }
  | { state: 'ready'; ready: ReadyPhoto }
  | { state: 'refused'; error: ErrorBody }
)

/** A chosen file that is not shown yet. */
type ChosenFile = { id: string; file: File }

export type PhotoDrafts = {
  all: ReadonlySignal<ReadonlyMap<string, PhotoDraft>>
  /** Photos behind the shown one that the device has not stored: it is full, or has no worker. */
  unstored: ReadonlySignal<ReadonlyMap<string, readonly ChosenFile[]>>
  /** Shows the first file, in place of the photo that is shown. The device stores the others, which come after it. */
  choose: (conversation: string, files: readonly File[]) => Promise<void>
  /**
   * Takes the device's list: shows the first photo where none is shown, and removes a photo that went in another tab.
   */
  listed: (conversation: string, photos: readonly StoredPhoto[]) => Promise<void>
  /** Cancels the preparation of the photo and deletes it from the device. */
  remove: (conversation: string) => void
  /** The photo has become a message: from now on the outbox stores it. */
  sent: (conversation: string) => void
  /** Resolves when the device has taken all earlier writes for this photo, so that no later call overtakes them. */
  settled: (id: string) => Promise<void>
  forget: () => void
}

type Needs = {
  prepare: (file: Blob, preparing: PrepareOptions) => Promise<PreparedOrProblem>
  stored: Omit<StoredPhotos, 'list'>
  newId: () => string
}

export const makePhotoDrafts = ({ prepare, stored, newId }: Needs): PhotoDrafts => {
  const all = signal<ReadonlyMap<string, PhotoDraft>>(new Map())
  const running = new Map<string, AbortController>()
  /** The pending device writes of each photo, one after another. */
  const deviceWrites = new Map<string, Promise<unknown>>()
  /**
   * `listedIds`: ids that the device has listed. `ended`: ids that were sent or removed, so that a late list does not bring
   * them back.
   */
  const listedIds = new Set<string>()
  const ended = new Set<string>()
  /** Prepared photos that the device did not store: it was full, or had no worker yet. A reload would lose them. */
  const unstoredIds = new Set<string>()
  const unstored: PhotoDrafts['unstored'] & { value: ReadonlyMap<string, readonly ChosenFile[]> } = signal(new Map())

  const put = (conversation: string, draft: PhotoDraft): void => {
    all.value = new Map(all.peek()).set(conversation, draft)
  }
  const writeNext = (id: string, write: () => Promise<unknown>): void => {
    deviceWrites.set(id, (deviceWrites.get(id) ?? Promise.resolve()).then(write))
  }
  const release = (conversation: string): void => {
    const draft = all.peek().get(conversation)
    if (!draft) return
    running.get(conversation)?.abort()
    running.delete(conversation)
    ended.add(draft.id)
    const others = new Map(all.peek())
    others.delete(conversation)
    all.value = others
  }
  const drop = (conversation: string): void => {
    const id = all.peek().get(conversation)?.id
    release(conversation)
    if (id !== undefined) writeNext(id, () => stored.drop(id))
  }

  /** @param read reads the file; null if the file is gone */
  const prepareDraft = async (
    conversation: string,
    { id, file }: Pick<PhotoDraft, 'id' | 'file'>,
    read: () => File | Promise<File | null>,
    made: PhotoMeasures | null,
  ): Promise<void> => {
    const leaving = new AbortController()
    running.set(conversation, leaving)
    const { signal } = leaving
    let isMade = false
    put(conversation, { id, file, state: 'preparing', progress: 0 })
    const progress = (done: number): void => {
      // Late progress must not overwrite a ready photo or bring back a sent one.
      if (!isMade && !signal.aborted) put(conversation, { id, file, state: 'preparing', progress: done })
    }
    const given = read()
    const photo = given instanceof Promise ? await given : given
    if (signal.aborted) return
    const prepared = await preparedOf(photo, made, { signal, progress })
    // The photo was removed or replaced during the preparation.
    if (signal.aborted) return
    isMade = true
    if ('error' in prepared) {
      put(conversation, { id, file, state: 'refused', error: prepared })
      writeNext(id, () => stored.drop(id))
      return
    }
    put(conversation, { id, file, state: 'ready', ready: prepared })
    if (!made) storePrepared({ id, file }, conversation, prepared)
  }
  const preparedOf = (
    photo: File | null,
    made: PhotoMeasures | null,
    preparing: PrepareOptions,
  ): PreparedOrProblem | Promise<PreparedOrProblem> => {
    if (!photo) return { error: 'photo_broken' }
    if (made) return { ...made, photo }
    return prepare(photo, preparing).catch((): PreparedOrProblem => ({ error: 'photo_broken' }))
  }
  const storePrepared = (
    { id, file }: Pick<PhotoDraft, 'id' | 'file'>,
    place: string,
    { photo, ...made }: ReadyPhoto,
  ): void =>
    writeNext(id, async () => {
      if (all.peek().get(place)?.id === id && !(await stored.store({ id, place, name: file }, photo, made)))
        unstoredIds.add(id)
    })

  const choose = async (conversation: string, [file, ...others]: readonly File[]): Promise<void> => {
    if (!file) return
    drop(conversation)
    const id = newId()
    writeNext(id, () => stored.store({ id, place: conversation, name: file.name }, file))
    storeBehind(
      conversation,
      others.map((other) => ({ id: newId(), file: other })),
    )
    await prepareDraft(conversation, { id, file: file.name }, () => file, null)
  }
  const storeBehind = (conversation: string, chosen: readonly ChosenFile[]): void => {
    if (chosen.length === 0) return
    setUnstored(conversation, [...unstoredIn(conversation), ...chosen])
    for (const { id, file } of chosen)
      writeNext(id, async () => {
        if (await stored.store({ id, place: conversation, name: file.name }, file))
          setUnstored(
            conversation,
            unstoredIn(conversation).filter((one) => one.id !== id),
          )
      })
  }
  const unstoredIn = (conversation: string): readonly ChosenFile[] => unstored.peek().get(conversation) ?? []
  const setUnstored = (conversation: string, files: readonly ChosenFile[]): void => {
    unstored.value = new Map(unstored.peek()).set(conversation, files)
  }
  /** Shows the next of the photos that only this page has, if none is shown. */
  const showUnstored = (conversation: string): void => {
    const [next, ...others] = unstoredIn(conversation)
    if (!next || all.peek().has(conversation)) return
    setUnstored(conversation, others)
    void prepareDraft(conversation, { id: next.id, file: next.file.name }, () => next.file, null)
  }
  const listed = async (conversation: string, list: readonly StoredPhoto[]): Promise<void> => {
    const here = waitingIn(conversation, list).filter(({ id }) => !ended.has(id))
    const shown = all.peek().get(conversation)
    // The list is new: the device may have room now, or a worker.
    if (shown?.state === 'ready' && unstoredIds.delete(shown.id)) storePrepared(shown, conversation, shown.ready)
    // The photo was sent or removed in another tab. A refused photo is not stored, and its message stays to be read.
    if (shown && shown.state !== 'refused' && listedIds.has(shown.id) && here.every(({ id }) => id !== shown.id))
      release(conversation)
    for (const { id } of here) listedIds.add(id)
    const [next] = here
    if (!next) showUnstored(conversation)
    if (!next || all.peek().has(conversation)) return
    const { id, name, colours, width, height } = next
    const made = colours !== undefined && width && height ? { colours, width, height } : null
    await prepareDraft(conversation, { id, file: name }, () => stored.file(next), made)
  }

  return {
    all,
    unstored,
    choose,
    listed,
    remove: (conversation) => {
      drop(conversation)
      showUnstored(conversation)
    },
    sent: (conversation) => {
      release(conversation)
      showUnstored(conversation)
    },
    settled: async (id) => void (await deviceWrites.get(id)),
    forget: () => {
      for (const conversation of all.peek().keys()) release(conversation)
      unstored.value = new Map()
      // After the server logged a member out, they log in again and find their photos.
      ended.clear()
      listedIds.clear()
    },
  }
}

/** Photos that wait in a conversation, oldest first. */
export const waitingIn = (conversation: string, list: readonly StoredPhoto[]): readonly StoredPhoto[] =>
  list.filter(({ place, text }) => place === conversation && text === undefined)
