/** The member's own account with the queued writes laid over it: profile, photos, settings, language. Pure. */
import { Photo, type OwnPhoto } from '#contract/entities/photo.ts'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { parseNewer } from '#contract/newer.ts'
import { isSensitive } from '#contract/rules/sensitive.ts'
import type { User } from '#contract/entities/user.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import { isRowOf, type OutboxRow, type RowOf } from './outbox-rows.ts'
import type { WriteOf } from './writes.ts'

export const shownUser = (user: User, outbox: readonly OutboxRow[]): User => outbox.reduce(withRow, user)

const withRow = (user: User, row: OutboxRow): User => {
  // A refused write has no effect, except that a refused photo is shown with its reason [PWA-3].
  if (isRowOf(row, 'photos.add')) return withPhotos(user, added(user.profile.photos, row))
  if (row.state === 'failed') return user
  const { write } = row
  const { profile, settings } = user
  switch (write.kind) {
    case 'profile.put':
      return { ...user, profile: edited(profile, write) }
    case 'consents.put': {
      const { sensitive } = settings.consents
      const consents = { sensitive: write.given ? (sensitive ?? row.written_at) : null }
      const kept = write.given ? profile : withoutSensitive(profile)
      return { ...user, settings: { ...settings, consents }, profile: { ...kept, waiting: true } }
    }
    case 'notifications.put':
      return { ...user, settings: withChange(settings, write.body) }
    case 'user.language':
      return { ...user, language: write.language }
    case 'photos.change': {
      const { main } = write.body
      // The main photo cannot be private.
      const isPrivate = main ? false : write.body.private
      const photos = profile.photos.map((photo) =>
        photo.id === write.photo && isPrivate !== undefined ? { ...photo, private: isPrivate } : photo,
      )
      return withPhotos(user, photos, mainOf(user, photos, main ? write.photo : undefined))
    }
    case 'photos.order':
      return withPhotos(user, ordered(profile.photos, write.ids))
    case 'photos.delete':
      return withPhotos(
        user,
        profile.photos.filter((photo) => photo.id !== write.photo),
      )
    case 'messages.send':
    case 'messages.photo':
    case 'chats.delete':
    case 'blocks.put':
    case 'blocks.delete':
    case 'swipe.put':
    case 'swipe.undo':
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
    case 'chats.read':
    case 'photos.add':
      return user
  }
}

/** [ACC-18] Withdrawing the consent deletes the data it covered. */
const withoutSensitive = (profile: OwnProfile): OwnProfile => ({
  ...profile,
  sexuality: null,
  looking_for: null,
  interests: profile.interests.filter((interest) => !isSensitive(interest)),
})

const edited = (profile: OwnProfile, { body, place }: WriteOf<'profile.put'>): OwnProfile => {
  const { city, ...fields } = body
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const moved = city === undefined ? {} : { city_id: city, ...(place ?? { region: '', city: '' }) }
  // Every remaining field has a value; the table's schema has parsed it.
  return { ...profile, ...(known as Partial<OwnProfile>), ...moved, waiting: true }
}

const added = (photos: readonly OwnPhoto[], { id, state, failure, write }: RowOf<'photos.add'>): OwnPhoto[] => {
  // The server has this photo already; only the outbox row is not confirmed yet.
  if (photos.some((photo) => photo.client_id === id)) return [...photos]
  const path = `/photos/${id}`
  return [
    ...photos,
    {
      id,
      client_id: id,
      status: 'pending',
      filename: `${path}/full`,
      thumb_filename: `${path}/thumb`,
      match: `${path}/card`,
      colours: '',
      locked: false,
      lock: null,
      private: write.private,
      reason: null,
      decision: null,
      waiting: state,
      failure,
    },
  ]
}

/** Sorts the photos by `ids`. Photos that are not named follow in their old order. */
const ordered = (photos: readonly OwnPhoto[], ids: readonly string[]): OwnPhoto[] => {
  const placeOf = ({ id, client_id }: OwnPhoto): number => {
    const place = ids.findIndex((wanted) => wanted === id || wanted === client_id)
    return place < 0 ? ids.length : place
  }
  return photos.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * Replaces the member's photos.
 * @param main the id of the main photo; if omitted, the main photo stays, or the first photo that others may see
 * replaces it
 */
export const withPhotos = (user: User, photos: OwnPhoto[], main: string | null = mainOf(user, photos)): User => {
  const found = photos.find((photo) => photo.id === main)
  const main_image = found ? parseNewer(Photo, found) : null
  return { ...user, profile: { ...user.profile, photos, photo_count: photos.length, main_image } }
}

/**
 * Chooses the main photo as the server does: the wanted photo, else the current one, else the first. Others must be
 * able to see it [PROF-5].
 */
const mainOf = ({ profile }: User, photos: readonly OwnPhoto[], wanted?: string): string | null => {
  const shown = photos.filter((photo) => !photo.private && maySoonBeSeen(photo)).map(({ id }) => id)
  return [wanted, profile.main_image?.id].find((id) => id !== undefined && shown.includes(id)) ?? shown[0] ?? null
}

const maySoonBeSeen = ({ status, waiting }: OwnPhoto): boolean =>
  waiting === undefined ? status === 'active' : waiting !== 'failed'
