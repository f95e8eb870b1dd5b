/** Answers the calls about drafts: photos and texts that were chosen or shared and are not sent yet. */
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import { dropDrafts, storeDrafts, moveShared, readDrafts } from '../store/drafts.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import { isFull } from '../storage.ts'
import { answerRefused, answerWith } from './answers.ts'
import { parseInput, type RawInput } from './input.ts'

export type DraftCall = 'device.drafts' | 'device.drafts.keep' | 'device.drafts.move' | 'device.drafts.drop'

export const answerDraftCall = async (
  device: Device,
  name: DraftCall,
  raw: RawInput,
  session: DeviceSession,
): Promise<Response> => {
  if (name === 'device.drafts') {
    const rows = await readDrafts(session, device.ports.now())
    return answerWith({ drafts: rows.map(({ at: _at, ...draft }) => draft) })
  }
  if (name !== 'device.drafts.drop' && !isMember(session)) return answerRefused({ error: 'authentication_required' })
  const refused = await change(device, name, raw, session)
  if (refused) return refused
  device.ports.news(['device'])
  return answerWith({})
}

const change = async (
  device: Device,
  name: Exclude<DraftCall, 'device.drafts'>,
  raw: RawInput,
  session: DeviceSession,
): Promise<Response | null> => {
  switch (name) {
    case 'device.drafts.keep':
      return keep(device, raw, session)
    case 'device.drafts.move': {
      await moveShared(session, raw.params['place'] ?? '')
      return null
    }
    case 'device.drafts.drop': {
      const { key } = raw.params
      await dropDrafts(session, ({ id, place }) => id === key || place === key)
      return null
    }
  }
}

const keep = async (device: Device, raw: RawInput, session: DeviceSession): Promise<Response | null> => {
  const parsed = parseInput('device.drafts.keep', raw)
  if (!parsed.ok || !raw.upload) return answerRefused(parsed.ok ? { error: 'photo_broken' } : parsed.error)
  const { width, height, colours, ...row } = parsed.input.query
  const { upload } = raw
  const bytes = upload.bytes.byteLength
  if (bytes > PHOTO_BYTES_MAX) return answerRefused({ error: 'photo_too_large' })
  const prepared = colours === undefined ? {} : { width: Number(width), height: Number(height), colours }
  try {
    await storeDrafts(session, [{ row: { ...row, ...prepared, bytes, at: device.ports.now() }, picture: upload }])
    return null
  } catch (error) {
    // Answer here: the server has no such call as a fallback.
    if (isFull(error)) return answerRefused({ error: 'storage_full' })
    throw error
  }
}
