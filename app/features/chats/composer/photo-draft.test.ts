import { describe, expect, test } from 'vitest'
import type { Prepared, Preparing } from '../../../ports/photo-pool.ts'
import { makePhotoDrafts } from './photo-draft.ts'

const READY: Prepared = { photo: new Blob(['x']), colours: '', width: 4, height: 3 }

/** A worker that answers when told to. */
const slow = () => {
  const asked: { preparing: Preparing; answer: (prepared: Prepared) => void }[] = []
  const drafts = makePhotoDrafts(async (_, preparing) => {
    const { promise, resolve } = Promise.withResolvers<Prepared>()
    asked.push({ preparing, answer: resolve })
    return promise
  })
  return { asked, drafts }
}
const file = (name: string): File => new File(['x'], name)

describe('a photo chosen for a message', () => {
  test('[CHAT-2] is prepared, and waits to be sent', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', file('sea.jpg'))
    asked[0]?.preparing.progress(0.5)
    expect(drafts.all.value.get('7-9')).toEqual({ state: 'preparing', file: 'sea.jpg', progress: 0.5 })
    asked[0]?.answer(READY)
    await chosen
    expect(drafts.all.value.get('7-9')).toMatchObject({ state: 'ready', file: 'sea.jpg' })
    expect(drafts.all.value.get('7-8')).toBeUndefined()
  })

  test('[CHAT-2] is ready once and for all, also where word of its progress comes late', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', file('sea.jpg'))
    asked[0]?.answer(READY)
    await chosen
    asked[0]?.preparing.progress(1)
    expect(drafts.all.value.get('7-9')?.state).toBe('ready')
    drafts.remove('7-9')
    asked[0]?.preparing.progress(1)
    expect(drafts.all.value.size).toBe(0)
  })

  test('[PROF-3] what cannot be used is said by the name of its file', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', file('holiday.gif'))
    asked[0]?.answer({ error: 'photo_animated' })
    await chosen
    expect(drafts.all.value.get('7-9')).toEqual({
      state: 'refused',
      file: 'holiday.gif',
      error: { error: 'photo_animated' },
    })
  })

  test('taken away while it is prepared it does not come back', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', file('sea.jpg'))
    drafts.remove('7-9')
    expect(asked[0]?.preparing.signal.aborted).toBe(true)
    asked[0]?.answer(READY)
    await chosen
    expect(drafts.all.value.size).toBe(0)
  })

  test('another one takes its place, whichever is ready first', async () => {
    const { asked, drafts } = slow()
    const first = drafts.choose('7-9', file('one.jpg'))
    const second = drafts.choose('7-9', file('two.jpg'))
    asked[1]?.answer(READY)
    asked[0]?.answer(READY)
    await Promise.all([first, second])
    expect(drafts.all.value.get('7-9')).toMatchObject({ state: 'ready', file: 'two.jpg' })
  })
})
