import { describe, expect, test } from 'vitest'
import type { PreparedOrProblem, PrepareOptions } from '../../../ports/photo-pool.ts'
import type { StoredPhoto } from '../../../state/stored-photos.ts'
import { makePhotoDrafts } from './photo-draft.ts'

const MADE = { colours: 'aa', width: 4, height: 3 }
const READY: PreparedOrProblem = { photo: new Blob(['x']), ...MADE }

/** A fake device that records its calls, and a photo worker that the test answers for. */
const slow = () => {
  const asked: { preparing: PrepareOptions; answer: (prepared: PreparedOrProblem) => void }[] = []
  const writes: string[] = []
  const files = new Map<string, File>()
  const device = { hasRoom: true }
  let ids = 0
  const drafts = makePhotoDrafts({
    prepare: async (_, preparing) => {
      const { promise, resolve } = Promise.withResolvers<PreparedOrProblem>()
      asked.push({ preparing, answer: resolve })
      return promise
    },
    stored: {
      file: async ({ id }) => files.get(id) ?? null,
      store: async ({ id, place, name }, _, made) => {
        writes.push(`keep ${id} ${place} ${name}${made ? ' made' : ''}`)
        return device.hasRoom
      },
      drop: async (key) => void writes.push(`drop ${key}`),
    },
    newId: () => `id-${(ids += 1)}`,
  })
  return { asked, writes, files, device, drafts }
}
const file = (name: string): File => new File(['x'], name)
const stored = (id: string, more: Partial<StoredPhoto> = {}): StoredPhoto => ({
  id,
  place: '7-9',
  name: `${id}.jpg`,
  bytes: 1,
  ...more,
})
const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('a photo chosen for a message', () => {
  test('[CHAT-2] is prepared, and then waits to be sent', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.preparing.progress(0.5)
    expect(drafts.all.value.get('7-9')).toEqual({ id: 'id-1', state: 'preparing', file: 'sea.jpg', progress: 0.5 })
    asked[0]?.answer(READY)
    await chosen
    expect(drafts.all.value.get('7-9')).toMatchObject({ state: 'ready', file: 'sea.jpg' })
    expect(drafts.all.value.get('7-8')).toBeUndefined()
  })

  test('[CHAT-2] [CHAT-5] is not stored as a draft any more once it was sent', async () => {
    const { asked, writes, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    const stop = drafts.all.subscribe((all) => {
      if (all.get('7-9')?.state === 'ready') drafts.sent('7-9')
    })
    asked[0]?.answer(READY)
    await chosen
    await turn()
    stop()
    expect(writes).toEqual(['keep id-1 7-9 sea.jpg'])
  })

  test('[CHAT-2] stays ready when a progress report arrives late', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.answer(READY)
    await chosen
    asked[0]?.preparing.progress(1)
    expect(drafts.all.value.get('7-9')?.state).toBe('ready')
    drafts.remove('7-9')
    asked[0]?.preparing.progress(1)
    expect(drafts.all.value.size).toBe(0)
  })

  test('[PROF-3] a refused photo is shown with the name of its file', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('holiday.gif')])
    asked[0]?.answer({ error: 'photo_animated' })
    await chosen
    expect(drafts.all.value.get('7-9')).toEqual({
      id: 'id-1',
      state: 'refused',
      file: 'holiday.gif',
      error: { error: 'photo_animated' },
    })
  })

  test('[PWA-13] a photo that a full device could not store is stored once the device has room, and never twice', async () => {
    const { asked, writes, device, drafts } = slow()
    device.hasRoom = false
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.answer(READY)
    await chosen
    await drafts.settled('id-1')
    expect(writes).toEqual(['keep id-1 7-9 sea.jpg', 'keep id-1 7-9 sea.jpg made'])
    device.hasRoom = true
    for (const _ of [1, 2]) await drafts.listed('7-9', [])
    await drafts.settled('id-1')
    expect(writes.slice(2)).toEqual(['keep id-1 7-9 sea.jpg made'])
  })

  test('a photo that is removed during preparation does not come back', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    drafts.remove('7-9')
    expect(asked[0]?.preparing.signal.aborted).toBe(true)
    asked[0]?.answer(READY)
    await chosen
    expect(drafts.all.value.size).toBe(0)
  })

  test('a second photo replaces the first, whichever is ready first', async () => {
    const { asked, drafts } = slow()
    const first = drafts.choose('7-9', [file('one.jpg')])
    const second = drafts.choose('7-9', [file('two.jpg')])
    asked[1]?.answer(READY)
    asked[0]?.answer(READY)
    await Promise.all([first, second])
    expect(drafts.all.value.get('7-9')).toMatchObject({ state: 'ready', file: 'two.jpg' })
  })
})

describe('several photos chosen at once', () => {
  test('[CHAT-2] the first is shown, and the device stores the others behind it', async () => {
    const { asked, writes, files, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('a.jpg'), file('b.jpg'), file('c.jpg')])
    asked[0]?.answer(READY)
    await chosen
    expect(drafts.all.value.get('7-9')).toMatchObject({ id: 'id-1', file: 'a.jpg' })
    expect(writes.slice(0, 3)).toEqual(['keep id-1 7-9 a.jpg', 'keep id-2 7-9 b.jpg', 'keep id-3 7-9 c.jpg'])
    await Promise.all([drafts.settled('id-2'), drafts.settled('id-3')])
    expect(drafts.unstored.value.get('7-9')).toEqual([])
    files.set('id-2', file('b.jpg'))
    drafts.sent('7-9')
    void drafts.listed('7-9', [stored('id-2'), stored('id-3')])
    expect(drafts.all.value.get('7-9')?.id).toBe('id-2')
  })

  test('[PWA-13] a device without room or without a worker loses none of them while the page is open', async () => {
    const { asked, device, drafts } = slow()
    device.hasRoom = false
    const chosen = drafts.choose('7-9', [file('a.jpg'), file('b.jpg'), file('c.jpg')])
    asked[0]?.answer(READY)
    await chosen
    drafts.sent('7-9')
    expect(drafts.all.value.get('7-9')).toMatchObject({ id: 'id-2', file: 'b.jpg' })
    drafts.remove('7-9')
    expect(drafts.all.value.get('7-9')).toMatchObject({ id: 'id-3', file: 'c.jpg' })
    drafts.sent('7-9')
    expect(drafts.all.value.size).toBe(0)
  })

  test('[PWA-11] a logout forgets those that only the page has', async () => {
    const { device, drafts } = slow()
    device.hasRoom = false
    void drafts.choose('7-9', [file('a.jpg'), file('b.jpg')])
    drafts.forget()
    await drafts.settled('id-2')
    await drafts.listed('7-9', [])
    expect(drafts.all.value.size).toBe(0)
  })
})

describe('the copy of a chosen photo on the device', () => {
  test('[CHAT-2] the device stores the original, then the prepared photo, and deletes it on removal', async () => {
    const { asked, writes, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.answer(READY)
    await chosen
    await drafts.settled('id-1')
    expect(writes).toEqual(['keep id-1 7-9 sea.jpg', 'keep id-1 7-9 sea.jpg made'])
    drafts.remove('7-9')
    await drafts.settled('id-1')
    expect(writes.at(-1)).toBe('drop id-1')
    await drafts.listed('7-9', [stored('id-1')])
    expect(drafts.all.value.size).toBe(0)
  })

  test('[CHAT-2] a sent photo is left to the outbox: it is not dropped, and a late list does not bring it back', async () => {
    const { asked, writes, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.answer(READY)
    await chosen
    drafts.sent('7-9')
    await drafts.listed('7-9', [stored('id-1')])
    expect(drafts.all.value.size).toBe(0)
    expect(writes.join()).not.toContain('drop')
  })

  test('[CHAT-2] after a reload the photo is back: at once if it was prepared, else prepared again', async () => {
    const { asked, writes, files, drafts } = slow()
    files.set('a', file('a.jpg')).set('b', file('b.jpg'))
    await drafts.listed('7-9', [stored('a', MADE), stored('b')])
    expect(drafts.all.value.get('7-9')).toMatchObject({ id: 'a', state: 'ready', file: 'a.jpg', ready: MADE })
    expect(asked).toEqual([])
    drafts.sent('7-9')
    const next = drafts.listed('7-9', [stored('b')])
    await turn()
    asked[0]?.answer(READY)
    await next
    await drafts.settled('b')
    expect(drafts.all.value.get('7-9')).toMatchObject({ id: 'b', state: 'ready' })
    expect(writes).toEqual(['keep b 7-9 b.jpg made'])
  })

  test('[PWA-12] a photo sent or removed in another tab goes here too, once the device has listed it', async () => {
    const { asked, drafts } = slow()
    const chosen = drafts.choose('7-9', [file('sea.jpg')])
    asked[0]?.answer(READY)
    await chosen
    await drafts.listed('7-9', [])
    expect(drafts.all.value.size).toBe(1)
    await drafts.listed('7-9', [stored('id-1', MADE)])
    await drafts.listed('7-9', [])
    expect(drafts.all.value.size).toBe(0)
  })

  test('[PWA-9] shared texts and photos of other conversations are not listed here', async () => {
    const { drafts } = slow()
    await drafts.listed('7-9', [
      stored('a', { place: 'share' }),
      stored('b', { place: '7-8' }),
      stored('c', { text: 'hi' }),
    ])
    expect(drafts.all.value.size).toBe(0)
  })

  test('[PWA-11] logout clears the page; a member who logs in again finds the photos still on the device', async () => {
    const { files, writes, drafts } = slow()
    files.set('a', file('a.jpg'))
    await drafts.listed('7-9', [stored('a', MADE)])
    drafts.forget()
    expect(drafts.all.value.size).toBe(0)
    expect(writes).toEqual([])
    await drafts.listed('7-9', [stored('a', MADE)])
    expect(drafts.all.value.size).toBe(1)
  })

  test('[PROF-3] a photo whose file is gone, or that was refused, is not stored', async () => {
    const { asked, writes, drafts } = slow()
    await drafts.listed('7-9', [stored('a')])
    expect(drafts.all.value.get('7-9')).toMatchObject({ state: 'refused', error: { error: 'photo_broken' } })
    const chosen = drafts.choose('7-9', [file('b.gif')])
    asked[0]?.answer({ error: 'photo_type' })
    await chosen
    await drafts.settled('id-1')
    expect(writes.at(-1)).toBe('drop id-1')
    expect(writes).toContain('drop a')
  })
})
