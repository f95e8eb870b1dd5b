/** Answers the calls about drafts: photos and texts that were chosen or shared and are not sent yet. */
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { dropDrafts, storeDrafts, moveShared, readDrafts } from '../store/drafts.ts'
import { isFull } from '../storage.ts'
import { answerRefused, answerWith, type CallHandlers } from './answers.ts'

export const draftHandlers: Pick<
  CallHandlers<'device'>,
  'device.drafts' | 'device.drafts.keep' | 'device.drafts.move' | 'device.drafts.drop'
> = {
  'device.drafts': async ({ ports }, { session }) => {
    const rows = await readDrafts(session, ports.now())
    return answerWith({ drafts: rows.map(({ at: _at, ...draft }) => draft) })
  },
  'device.drafts.keep': async ({ ports }, { session, input, upload }) => {
    if (!upload) return answerRefused({ error: 'photo_broken' })
    const { width, height, colours, ...row } = input.query
    const bytes = upload.bytes.byteLength
    if (bytes > PHOTO_BYTES_MAX) return answerRefused({ error: 'photo_too_large' })
    const prepared = colours === undefined ? {} : { width: Number(width), height: Number(height), colours }
    try {
      await storeDrafts(session, [{ row: { ...row, ...prepared, bytes, at: ports.now() }, picture: upload }])
    } catch (error) {
      // Answer here: the server has no such call as a fallback.
      if (isFull(error)) return answerRefused({ error: 'storage_full' })
      throw error
    }
    ports.news(['device'])
    return answerWith({})
  },
  'device.drafts.move': async ({ ports }, { session, input }) => {
    await moveShared(session, input.params.place)
    ports.news(['device'])
    return answerWith({})
  },
  'device.drafts.drop': async ({ ports }, { session, input }) => {
    const { key } = input.params
    await dropDrafts(session, ({ id, place }) => id === key || place === key)
    ports.news(['device'])
    return answerWith({})
  },
}
