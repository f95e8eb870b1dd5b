/** What a profile still lacks to be a good one, in the order it is worth telling. */
import type { OwnProfile } from '../entities/profile.ts'

export const PROFILE_PARTS = ['photo', 'about_me', 'city', 'interests', 'facts'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

/** A sentence or two; a single word says nothing of anyone. */
const ABOUT_ME_ENOUGH = 20
const INTERESTS_ENOUGH = 3

export const missingOf = (profile: OwnProfile): ProfilePart[] => {
  const has: Record<ProfilePart, boolean> = {
    // One that waits for the desk is on its way; a rejected one is none.
    photo: profile.photos.some(({ status }) => status !== 'rejected'),
    about_me: profile.about_me.trim().length >= ABOUT_ME_ENOUGH,
    city: profile.city_id !== null,
    interests: profile.interests.length >= INTERESTS_ENOUGH,
    facts: [profile.hair_colour, profile.eye_colour, profile.body_type, profile.relationship_status].some(
      (fact) => fact !== null,
    ),
  }
  return PROFILE_PARTS.filter((part) => !has[part])
}
