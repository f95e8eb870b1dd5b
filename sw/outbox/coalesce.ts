/** Combines a new write with the queued writes: it may replace some, be merged into one, or already be queued. Pure. */
import type { SettingsChange } from '#contract/entities/member-settings.ts'
import { isRowOf, type OutboxRow } from '../store/outbox-rows.ts'
import { laneOf, type Write, type WriteOf } from '../store/writes.ts'

export type Coalesced = {
  /** Rows that the new write replaces. */
  drop: OutboxRow[]
  /** The queued row after merging the write into it, or the row that already contains the write. */
  into?: OutboxRow
  /** Whether the write gets its own row. */
  add: boolean
}

/** Combines `write` with the queued rows. Rows that are being sent never change. */
export const coalesced = (outbox: readonly OutboxRow[], write: Write): Coalesced => {
  const lane = outbox.filter((row) => row.lane === laneOf(write))
  const idle = lane.filter((row) => row.state !== 'sending')
  switch (write.kind) {
    // These never combine with another write.
    case 'messages.send':
    case 'messages.photo':
    case 'photos.add':
      return { drop: [], add: true }
    case 'chats.delete': {
      const last = lane.findLast((row) => row.state !== 'failed')
      const isSaid = isRowOf(last, 'chats.delete') && last.write.up_to === write.up_to
      const drop = lane.filter((row) => row.state === 'failed' && isRowOf(row, 'chats.delete'))
      return isSaid ? { drop, into: last, add: false } : { drop, add: true }
    }
    case 'swipe.put':
    case 'swipe.undo':
      return ofSwipe(lane, write)
    // Only the last write of a lane counts.
    case 'blocks.put':
    case 'blocks.delete':
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
    case 'user.language':
      return { drop: idle, add: true }
    case 'photos.order':
      return { drop: idle.filter((row) => isRowOf(row, 'photos.order')), add: true }
    case 'chats.read': {
      const covering = lane.find(
        (row) => row.state !== 'failed' && isRowOf(row, 'chats.read') && row.write.up_to >= write.up_to,
      )
      return covering ? { drop: [], into: covering, add: false } : { drop: idle, add: true }
    }
    case 'consents.put': {
      const drop = idle.filter((row) => row.state === 'failed' && isRowOf(row, 'consents.put'))
      const last = lastWaiting(lane)
      // Given, withdrawn and given again are three writes: the withdrawal deletes the data that the consent covered.
      const isSaid = isRowOf(last, 'consents.put') && last.write.given === write.given
      return isSaid ? { drop, into: last, add: false } : { drop, add: true }
    }
    case 'profile.put': {
      const last = lastWaiting(lane)
      const body = isRowOf(last, 'profile.put') ? { ...last.write.body, ...write.body } : write.body
      const place = write.place ?? (isRowOf(last, 'profile.put') && !write.body.city ? last.write.place : undefined)
      return taken(lane, { ...write, body, ...(place ? { place } : {}) }, last)
    }
    case 'notifications.put': {
      const last = lastWaiting(lane)
      const body = isRowOf(last, 'notifications.put') ? bothChanges(last.write.body, write.body) : write.body
      return taken(lane, { ...write, body }, last)
    }
    case 'photos.change':
    case 'photos.delete':
      return ofPhoto(idle, write)
  }
}

/** A swipe that the server cannot know is dropped when it is undone; an identical swipe is queued once. */
const ofSwipe = (lane: readonly OutboxRow[], write: WriteOf<'swipe.put' | 'swipe.undo'>): Coalesced => {
  const last = lane.findLast((row) => 'profile' in row.write && row.write.profile === write.profile)
  const isUnheard = last?.state === 'failed' || (last?.state === 'queued' && last.attempts === 0)
  const drop = isRowOf(last, 'swipe.put') && isUnheard ? [last] : []
  const isSaid =
    last?.state !== 'failed' &&
    isRowOf(last, write.kind) &&
    (write.kind === 'swipe.undo' || (isRowOf(last, 'swipe.put') && last.write.body.choice === write.body.choice))
  if (isSaid) return { drop: [], into: last, add: false }
  return { drop, add: write.kind === 'swipe.put' || drop.length === 0 }
}

/** The last row of a lane, if it was not sent yet. A new write may be merged into it without overtaking another. */
const lastWaiting = (lane: readonly OutboxRow[]): OutboxRow | null => {
  const last = lane.findLast((row) => row.state !== 'failed')
  return last?.state === 'queued' ? last : null
}

/** Merges an edit with the queued one. A refused edit is dropped once all its fields were edited again. */
const taken = (
  lane: readonly OutboxRow[],
  write: WriteOf<'profile.put' | 'notifications.put'>,
  last: OutboxRow | null,
): Coalesced => {
  const drop = lane.filter(
    (row) =>
      row.state === 'failed' &&
      isRowOf(row, write.kind) &&
      Object.keys(row.write.body).every((field) => field in write.body),
  )
  return isRowOf(last, write.kind) ? { drop, into: { ...last, write }, add: false } : { drop, add: true }
}

const bothChanges = (one: SettingsChange, other: SettingsChange): SettingsChange => {
  const notifications = { ...one.notifications }
  for (const [name, channels] of Object.entries(other.notifications ?? {})) {
    const key = name as keyof typeof notifications
    notifications[key] = { ...notifications[key], ...channels }
  }
  const dismissed_alerts = { ...one.dismissed_alerts, ...other.dismissed_alerts }
  return {
    ...one,
    ...other,
    ...(one.notifications || other.notifications ? { notifications } : {}),
    ...(one.dismissed_alerts || other.dismissed_alerts ? { dismissed_alerts } : {}),
  }
}

/**
 * Changes or drops the upload row itself while the photo is queued; otherwise the last edit counts. An upload that was
 * already sent may have arrived, so the edit is queued behind it.
 */
const ofPhoto = (idle: readonly OutboxRow[], write: WriteOf<'photos.change' | 'photos.delete'>): Coalesced => {
  const waiting = idle.find(
    (row) => isRowOf(row, 'photos.add') && row.id === write.photo && (row.state === 'failed' || row.attempts === 0),
  )
  const edits = idle.filter((row) => 'photo' in row.write && row.write.photo === write.photo)
  if (write.kind === 'photos.delete') {
    const deletion = edits.find((row) => isRowOf(row, 'photos.delete') && row.state === 'queued')
    if (waiting) return { drop: [waiting, ...edits], add: false }
    // Queued edits stay, so that undoing the deletion does not lose them.
    const drop = edits.filter((row) => row.state === 'failed')
    return deletion ? { drop: [], into: deletion, add: false } : { drop, add: true }
  }
  if (isRowOf(waiting, 'photos.add') && write.body.private !== undefined)
    return { drop: [], into: { ...waiting, write: { ...waiting.write, private: write.body.private } }, add: false }
  const drop = idle.filter(
    (row) =>
      isRowOf(row, 'photos.change') &&
      (write.body.main ? row.write.body.main : row.write.photo === write.photo && !row.write.body.main),
  )
  return { drop, add: true }
}
