/**
 * Rows of the first version lack newer fields of cards, profiles and photos. The fields are filled in on reading.
 * Existing fields keep their order, so that an unchanged profile stays the same JSON text.
 */
import type { OwnPhoto, Photo } from '#contract/entities/photo.ts'
import type { OwnProfile, Profile, ProfileCard } from '#contract/entities/profile.ts'
import { OWNER_FACTS, SHOWN_FACTS, factsOf, type OwnerFact, type ShownFact } from '#contract/entities/profile-facts.ts'

/** A stored row of an older version; the stores' types describe the complete row. */
type OlderRow<Row, Later extends keyof Row> = Omit<Row, Later> & Partial<Pick<Row, Later>>

const completePhoto = (photo: OlderRow<Photo, 'colours' | 'locked' | 'lock'>): Photo => ({
  ...photo,
  colours: photo.colours ?? '',
  locked: photo.locked ?? false,
  lock: photo.lock ?? null,
})

/** Former versions also stored these fields for a profile in privacy mode [PROF-11]. */
const HIDDEN_WHERE_RESERVED = { gender: null, country: null, last_active: 0 } as const

export const completeCard = (card: OlderRow<ProfileCard, 'distance' | 'reserved'>): ProfileCard => ({
  ...card,
  ...(card.reserved === true ? HIDDEN_WHERE_RESERVED : {}),
  main_image: card.main_image && completePhoto(card.main_image),
  distance: card.distance ?? null,
  reserved: card.reserved ?? false,
})

export const completeProfile = (profile: OlderRow<Profile, 'status' | ShownFact | 'photo_count'>): Profile => ({
  ...profile,
  ...completeCard(profile),
  status: profile.status ?? (profile.exists ? 'active' : 'deleted'),
  ...factsOf(SHOWN_FACTS, profile),
  photos: profile.photos.map(completePhoto),
  photo_count: profile.photo_count ?? profile.photos.length,
})

export const completeOwnProfile = (profile: OlderRow<OwnProfile, ShownFact | OwnerFact>): OwnProfile => ({
  ...profile,
  ...completeProfile(profile),
  ...factsOf(OWNER_FACTS, profile),
  gender: profile.gender,
  country: profile.country,
  photos: profile.photos.map(completeOwnPhoto),
})

const completeOwnPhoto = (photo: OlderRow<OwnPhoto, 'private' | 'reason' | 'decision' | 'client_id'>): OwnPhoto => ({
  ...photo,
  ...completePhoto(photo),
  private: photo.private ?? false,
  reason: photo.reason ?? null,
  decision: photo.decision ?? null,
  client_id: photo.client_id ?? null,
})
