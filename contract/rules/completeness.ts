/** The parts that a profile still lacks, most important first. */
import type { OwnProfile } from '../entities/profile.ts'
import { OPEN_FACTS } from '../entities/profile-facts.ts'

const PROFILE_PARTS = ['photo', 'about_me', 'city', 'interests', 'facts'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

/** One or two sentences; a single word says too little. */
const ABOUT_ME_ENOUGH = 20
const INTERESTS_ENOUGH = 3

export const missingOf = (profile: OwnProfile): ProfilePart[] => {
  const has: Record<ProfilePart, boolean> = {
    // A photo that waits for the desk counts; a rejected photo does not.
    photo: profile.photos.some(({ status }) => status !== 'rejected'),
    about_me: profile.about_me.trim().length >= ABOUT_ME_ENOUGH,
    city: profile.city_id !== null,
    interests: profile.interests.length >= INTERESTS_ENOUGH,
    facts: OPEN_FACTS.some((name) => profile[name] !== null),
  }
  return PROFILE_PARTS.filter((part) => !has[part])
}
