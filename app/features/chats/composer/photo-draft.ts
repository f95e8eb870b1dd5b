/** A photo chosen for a message and not sent yet: prepared on this device, kept while one looks around, gone at logout. */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import type { Prepared, Preparing } from '../../../ports/photo-pool.ts'

export type ReadyPhoto = { photo: Blob; colours: string; width: number; height: number }

export type PhotoDraft =
  /** `progress` in [0, 1]. */
  | { state: 'preparing'; file: string; progress: number }
  | { state: 'ready'; file: string; ready: ReadyPhoto }
  | { state: 'refused'; file: string; error: ErrorBody }

export type PhotoDrafts = {
  all: ReadonlySignal<ReadonlyMap<string, PhotoDraft>>
  choose: (conversation: string, file: File) => Promise<void>
  /** Stops preparing it, or lets go of it. */
  remove: (conversation: string) => void
  forget: () => void
}

type Prepare = (file: Blob, preparing: Preparing) => Promise<Prepared>

export const makePhotoDrafts = (prepare: Prepare): PhotoDrafts => {
  const all = signal<ReadonlyMap<string, PhotoDraft>>(new Map())
  const running = new Map<string, AbortController>()

  const put = (conversation: string, draft: PhotoDraft): void => {
    all.value = new Map(all.peek()).set(conversation, draft)
  }
  const remove = (conversation: string): void => {
    running.get(conversation)?.abort()
    running.delete(conversation)
    const others = new Map(all.peek())
    others.delete(conversation)
    all.value = others
  }
  const choose = async (conversation: string, file: File): Promise<void> => {
    remove(conversation)
    const leaving = new AbortController()
    running.set(conversation, leaving)
    const { signal } = leaving
    put(conversation, { state: 'preparing', file: file.name, progress: 0 })
    const progress = (done: number): void => {
      // Nothing that comes late takes back what is ready, or brings back what was sent.
      if (running.get(conversation) === leaving)
        put(conversation, { state: 'preparing', file: file.name, progress: done })
    }
    const prepared = await prepare(file, { signal, progress }).catch((): Prepared => ({ error: 'photo_broken' }))
    // Taken away, or another one chosen meanwhile.
    if (signal.aborted) return
    running.delete(conversation)
    put(
      conversation,
      'error' in prepared
        ? { state: 'refused', file: file.name, error: prepared }
        : { state: 'ready', file: file.name, ready: prepared },
    )
  }
  const forget = (): void => {
    for (const conversation of all.peek().keys()) remove(conversation)
  }
  return { all, choose, remove, forget }
}
