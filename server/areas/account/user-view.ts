/** The account as its member sees it, with the totals for the badge. */
import type { OwnProfile } from '#contract/entities/profile.ts'
import { OWNER_FACTS, SHOWN_FACTS, factsOf } from '#contract/entities/profile-facts.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { User } from '#contract/entities/user.ts'
import { CONVERSATIONS_FREE, MINUTE_MS, PHOTOS_FREE, PHOTOS_PREMIUM } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { sanctionAt, type SanctionState } from '#contract/rules/may-act.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { DEFAULT_MEMBER_SETTINGS, type MemberSettings } from '#contract/entities/member-settings.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { Queries } from '../../db/queries.ts'
import { statusShown } from '../find/visibility.ts'
import { ownPhotoOf } from '../site/photos.ts'
import { cityName, regionName } from '../site/places.ts'
import type { OwnViewRow } from './queries.ts'

type ShownSettings = Pick<Settings, 'cdn_prefix' | 'fictional_icon'>

/** @returns null if there is no such member */
export const userOf = async (
  queries: Queries,
  id: number,
  now: number,
  settings: ShownSettings,
): Promise<User | null> => {
  const row = await queries.account.ownView(id, now)
  if (!row) return null
  const { user } = row
  if (user.status === 'deleted') return null
  return {
    id,
    status: user.status,
    email: user.email,
    ...(row.bouncedAddress === null ? {} : { bounced_address: row.bouncedAddress }),
    credits: user.credits,
    ...(row.hadFreeCredits ? { free_credits_before: true } : {}),
    conversations_left: row.started === null ? null : Math.max(0, CONVERSATIONS_FREE - row.started),
    paid_user: user.paidUser,
    signup_date: user.signupAt,
    language: user.language,
    fictional_icon: settings.fictional_icon,
    notifications_disabled: user.notificationsDisabled,
    profile: ownProfile(row, now, settings.cdn_prefix),
    settings: memberSettingsOf(user.settings, row.sensitiveConsentAt),
    age_due: user.ageDue,
    ...sanctionOf(user, now),
    photo_limit: user.paidUser ? PHOTOS_PREMIUM : PHOTOS_FREE,
  }
}

/** No change of the account marks the end of a sanction, so devices get its time. */
const sanctionOf = (user: SanctionState, now: number): Pick<User, 'sanctioned' | 'sanctioned_until'> => {
  const sanctioned = sanctionAt(user, now) !== null
  return { sanctioned, ...(sanctioned && user.sanctionUntil !== null ? { sanctioned_until: user.sanctionUntil } : {}) }
}

/** The member's settings over the defaults. Consents have their own table. */
export const memberSettingsOf = (stored: OwnViewRow['user']['settings'], sensitive: number | null): MemberSettings => ({
  ...withChange(DEFAULT_MEMBER_SETTINGS, stored),
  consents: { sensitive },
})

const minuteOf = (at: number): number => at - (at % MINUTE_MS)

const ownProfile = (
  { user, profile, details, photos: photoRows }: OwnViewRow,
  now: number,
  cdnPrefix: string,
): OwnProfile => {
  const photos = photoRows.map((photo) => ownPhotoOf(photo, cdnPrefix))
  return {
    id: profile.id,
    name: profile.name,
    age: ageOn(profile.birthDate, todayIn(profile.country, now)),
    gender: profile.gender,
    country: profile.country,
    countryregion: profile.region === '' ? null : profile.region,
    region: regionName(profile.region),
    city: cityName(profile.city),
    main_image: photos.find(({ id }) => id === String(profile.mainPhoto)) ?? null,
    fictional: profile.fictional,
    last_active: minuteOf(profile.activeAt ?? profile.lastActive),
    exists: true,
    distance: null,
    reserved: false,
    status: statusShown(user.status),
    about_me: details.aboutMe,
    prompts: details.prompts,
    ...factsOf(SHOWN_FACTS, details),
    interests: details.interests,
    photos,
    photo_count: photos.length,
    liked: false,
    likes_me: false,
    blocked: false,
    closed: null,
    date_of_birth: profile.birthDate,
    ...factsOf(OWNER_FACTS, details),
    city_id: profile.city === '' ? null : profile.city,
  }
}
