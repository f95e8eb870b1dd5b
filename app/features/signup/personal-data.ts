/** The data of the personal step, and the part of it that may be sent without the consent [ACC-18]. */
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import { isSensitive } from '#contract/rules/sensitive.ts'
import { withoutSensitive } from '../profile-fields/interest-list.ts'

export type Personal = Pick<
  OwnProfile,
  'hair_colour' | 'eye_colour' | 'body_type' | 'relationship_status' | 'sexuality' | 'looking_for' | 'interests'
>

export const personalOf = (profile: Personal): Personal => {
  const { hair_colour, eye_colour, body_type, relationship_status, sexuality, looking_for, interests } = profile
  return { hair_colour, eye_colour, body_type, relationship_status, sexuality, looking_for, interests }
}

/** Without the consent, clears all sensitive data. */
export const withConsent = (personal: Personal, consented: boolean): Personal =>
  consented
    ? personal
    : { ...personal, sexuality: null, looking_for: null, interests: withoutSensitive(personal.interests) }

export const hasSensitive = ({ sexuality, looking_for, interests }: Personal): boolean =>
  sexuality !== null || looking_for !== null || interests.some(isSensitive)

/** Without the consent the sensitive fields are not even named in the call: that alone would need it. */
export const personalChange = (personal: Personal, consented: boolean): ProfileChange => {
  if (consented) return personal
  const { sexuality: _, looking_for: __, interests, ...rest } = personal
  return { ...rest, interests: withoutSensitive(interests) }
}
