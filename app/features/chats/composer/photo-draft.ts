/**
 * Photos chosen for a message and not sent yet: one a conversation is on the screen, prepared on this device; the device
 * keeps it, and those that come after it, over a reload and for every tab. Gone when sent, discarded, or at logout.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import type { Prepared, Preparing } from '../../../ports/photo-pool.ts'
import type { KeptPhoto, KeptPhotos, Made } from '../../../state/kept-photos.ts'

export type ReadyPhoto = Made & { photo: Blob }

/** `id` becomes the message's, so that it is one photo wherever it is [CHAT-5]. `file` is the name of the file. */
export type PhotoDraft = { id: string; file: string } & (
  | { state: 'preparing'; /** In [0, 1]. */ progress: number }
  | { state: 'ready'; ready: ReadyPhoto }
  | { state: 'refused'; error: ErrorBody }
)

export type PhotoDrafts = {
  all: ReadonlySignal<ReadonlyMap<string, PhotoDraft>>
  choose: (conversation: string, file: File) => Promise<void>
  /** What the device keeps: the first of a conversation is shown where nothing is; what went in another tab goes. */
  listed: (conversation: string, kept: readonly KeptPhoto[]) => Promise<void>
  /** Stops preparing it, or lets go of it. */
  remove: (conversation: string) => void
  /** It has become a message: the device has it as such. */
  sent: (conversation: string) => void
  /** When the device has heard everything about it: nothing may overtake that. */
  settled: (id: string) => Promise<void>
  forget: () => void
}

type Needs = {
  prepare: (file: Blob, preparing: Preparing) => Promise<Prepared>
  kept: Omit<KeptPhotos, 'list'>
  newId: () => string
}

export const makePhotoDrafts = ({ prepare, kept, newId }: Needs): PhotoDrafts => {
  const all = signal<ReadonlyMap<string, PhotoDraft>>(new Map())
  const running = new Map<string, AbortController>()
  /** What the device is told of each, one after another. */
  const told = new Map<string, Promise<void>>()
  /** Those the device has listed, and those that are over: a late list does not bring them back. */
  const seen = new Set<string>()
  const over = new Set<string>()

  const put = (conversation: string, draft: PhotoDraft): void => {
    all.value = new Map(all.peek()).set(conversation, draft)
  }
  const tell = (id: string, what: () => Promise<void>): void => {
    told.set(id, (told.get(id) ?? Promise.resolve()).then(what))
  }
  const letGo = (conversation: string): void => {
    const draft = all.peek().get(conversation)
    if (!draft) return
    running.get(conversation)?.abort()
    running.delete(conversation)
    over.add(draft.id)
    const others = new Map(all.peek())
    others.delete(conversation)
    all.value = others
  }
  const remove = (conversation: string): void => {
    const id = all.peek().get(conversation)?.id
    letGo(conversation)
    if (id !== undefined) tell(id, () => kept.drop(id))
  }

  /** @param read gives the file; null where it has gone */
  const take = async (
    conversation: string,
    { id, file }: Pick<PhotoDraft, 'id' | 'file'>,
    read: () => File | Promise<File | null>,
    made: Made | null,
  ): Promise<void> => {
    const leaving = new AbortController()
    running.set(conversation, leaving)
    const { signal } = leaving
    let isMade = false
    put(conversation, { id, file, state: 'preparing', progress: 0 })
    const progress = (done: number): void => {
      // Nothing that comes late takes back what is ready, or brings back what was sent.
      if (!isMade && !signal.aborted) put(conversation, { id, file, state: 'preparing', progress: done })
    }
    const given = read()
    const photo = given instanceof Promise ? await given : given
    if (signal.aborted) return
    const prepared = await preparedOf(photo, made, { signal, progress })
    // Taken away, or another one chosen meanwhile.
    if (signal.aborted) return
    isMade = true
    if ('error' in prepared) {
      put(conversation, { id, file, state: 'refused', error: prepared })
      tell(id, () => kept.drop(id))
      return
    }
    put(conversation, { id, file, state: 'ready', ready: prepared })
    if (!made) tell(id, async () => (signal.aborted ? undefined : keepAs({ id, file }, conversation, prepared)))
  }
  const preparedOf = (photo: File | null, made: Made | null, preparing: Preparing): Prepared | Promise<Prepared> => {
    if (!photo) return { error: 'photo_broken' }
    if (made) return { ...made, photo }
    return prepare(photo, preparing).catch((): Prepared => ({ error: 'photo_broken' }))
  }
  const keepAs = ({ id, file }: Pick<PhotoDraft, 'id' | 'file'>, place: string, { photo, ...made }: ReadyPhoto) =>
    kept.keep({ id, place, name: file }, photo, made)

  const choose = async (conversation: string, file: File): Promise<void> => {
    remove(conversation)
    const id = newId()
    tell(id, () => kept.keep({ id, place: conversation, name: file.name }, file))
    await take(conversation, { id, file: file.name }, () => file, null)
  }
  const listed = async (conversation: string, list: readonly KeptPhoto[]): Promise<void> => {
    const here = waitingIn(conversation, list).filter(({ id }) => !over.has(id))
    const shown = all.peek().get(conversation)
    // It was sent or taken away elsewhere. What was refused is not kept, and stays to be read.
    if (shown && shown.state !== 'refused' && seen.has(shown.id) && here.every(({ id }) => id !== shown.id))
      letGo(conversation)
    for (const { id } of here) seen.add(id)
    const [next] = here
    if (!next || all.peek().has(conversation)) return
    const { id, name, colours, width, height } = next
    const made = colours !== undefined && width && height ? { colours, width, height } : null
    await take(conversation, { id, file: name }, () => kept.file(next), made)
  }

  return {
    all,
    choose,
    listed,
    remove,
    sent: letGo,
    settled: async (id) => told.get(id),
    forget: () => {
      for (const conversation of all.peek().keys()) letGo(conversation)
      // Who comes back after the server has logged them out finds theirs again.
      over.clear()
      seen.clear()
    },
  }
}

/** Pictures that wait in a conversation, oldest first. */
export const waitingIn = (conversation: string, list: readonly KeptPhoto[]): readonly KeptPhoto[] =>
  list.filter(({ place, text }) => place === conversation && text === undefined)
