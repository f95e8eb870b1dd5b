/** Queued edits of the member's account: profile, consents, settings, language. */
import * as v from 'valibot'
import { CONSENTS, SettingsChange, type MemberSettings } from '#contract/entities/member-settings.ts'
import { ProfileChange, type OwnProfile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { LOCALES } from '#contract/locales.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import { definedIn } from '#contract/records.ts'
import { clearedSensitive } from '#contract/rules/sensitive.ts'
import { changeUser } from '../store/me.ts'
import type { Tx } from '../store/member-db.ts'
import { isOf, lastCounts, lastQueued, merged, queuedCall, stored } from './queued-call.ts'

const ofUser = { topics: () => ['user', 'device'] as const }

const Profile = stored('profile.put', {
  body: ProfileChange,
  /** The names of the place, if the device knew them at the time of writing. */
  place: v.optional(v.object({ region: v.string(), city: v.string() })),
})

export const profilePut = queuedCall(Profile, {
  ...ofUser,
  fieldsOf: ({ body }) => ({ body }),
  // A consent and the edits that need it share a lane.
  lane: () => 'profile',
  coalesce: (lane, write) => {
    const last = lastQueued(lane)
    const before = isOf(last, Profile) ? last.write : null
    const place = write.place ?? (write.body.city ? undefined : before?.place)
    return merged(Profile, lane, { ...write, body: { ...before?.body, ...write.body }, ...(place ? { place } : {}) })
  },
  request: ({ body }) => ({ body }),
  acknowledge: (tx, { answer, sentAt }) => applyProfile(tx, sentAt.user, answer.profile),
  overlay: ({ write: { body, place } }) => ({
    user: (user) => {
      const { city, ...fields } = body
      const moved = city === undefined ? {} : { city_id: city, ...(place ?? { region: '', city: '' }) }
      // Every remaining field has a value; the table's schema has parsed it.
      return { ...user, profile: { ...user.profile, ...definedIn(fields), ...moved, waiting: true } }
    },
  }),
  withPlace: async (write, placeOf) => {
    const { country, countryregion: region, city } = write.body
    const place = city === undefined ? null : await placeOf({ country, region, city })
    return place ? { ...write, place } : write
  },
})

const Consent = stored('consents.put', { consent: v.picklist(CONSENTS), given: v.boolean() })

export const consentsPut = queuedCall(Consent, {
  ...ofUser,
  fieldsOf: ({ params, body }) => ({ consent: params.consent, given: body.given }),
  lane: () => 'profile',
  // Given, withdrawn and given again are three writes: the withdrawal deletes the data that the consent covered.
  coalesce: (lane, write) => {
    const drop = lane.filter((row) => row.state === 'failed' && isOf(row, Consent))
    const last = lastQueued(lane)
    const isQueued = isOf(last, Consent) && last.write.given === write.given
    return isQueued ? { drop, into: last, add: false } : { drop, add: true }
  },
  request: ({ consent, given }) => ({ params: { consent }, body: { given } }),
  acknowledge: async (tx, { answer: { settings, profile }, sentAt }) => {
    await applySettings(tx, sentAt.user, settings)
    await applyProfile(tx, sentAt.user, profile)
  },
  overlay: ({ written_at, write: { given } }) => ({
    user: (user) => {
      const { settings, profile } = user
      const consents = { sensitive: given ? (settings.consents.sensitive ?? written_at) : null }
      const left = given ? profile : withoutSensitive(profile)
      return { ...user, settings: { ...settings, consents }, profile: { ...left, waiting: true } }
    },
  }),
})

const Settings = stored('notifications.put', { body: SettingsChange })

export const notificationsPut = queuedCall(Settings, {
  ...ofUser,
  fieldsOf: ({ body }) => ({ body }),
  lane: () => 'settings',
  coalesce: (lane, write) => {
    const last = lastQueued(lane)
    const body = isOf(last, Settings) ? bothChanges(last.write.body, write.body) : write.body
    return merged(Settings, lane, { ...write, body })
  },
  request: ({ body }) => ({ body }),
  acknowledge: (tx, { answer, sentAt }) => applySettings(tx, sentAt.user, answer.settings),
  overlay: ({ write: { body } }) => ({
    user: (user) => ({ ...user, settings: withChange(user.settings, body) }),
  }),
})

const Language = stored('user.language', { language: v.picklist(LOCALES) })

export const userLanguage = queuedCall(Language, {
  ...ofUser,
  fieldsOf: ({ body: { language } }) => ({ language }),
  lane: () => 'language',
  coalesce: lastCounts,
  request: ({ language }) => ({ body: { language } }),
  acknowledge: async (tx, { answer, sentAt }) => {
    const language = answer.user?.language
    if (!language) return
    await changeUser(
      tx,
      sentAt.user,
      (user) => user.language,
      (user) => ({ ...user, language }),
    )
  },
  overlay: ({ write: { language } }) => ({ user: (user) => ({ ...user, language }) }),
  locale: ({ language }) => language,
})

/** [ACC-18] Withdrawing the consent deletes the data it covered. */
const withoutSensitive = (profile: OwnProfile): OwnProfile => ({
  ...profile,
  ...clearedSensitive(profile.interests),
})

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

/** Photos have their own lane, so an answer about the other fields may know fewer photos than are stored. */
const applyProfile = (tx: Tx, before: User | null, profile: OwnProfile): Promise<void> =>
  changeUser(tx, before, withoutPhotos, (user) => {
    const { photos, photo_count, main_image } = user.profile
    return { ...user, profile: { ...profile, photos, photo_count, main_image } }
  })

const withoutPhotos = ({ profile }: User) => ({ ...profile, photos: [], photo_count: 0, main_image: null })

/** Consents and other settings are sent in parallel: each answer may be older than the other. */
const applySettings = (tx: Tx, before: User | null, settings: MemberSettings): Promise<void> =>
  changeUser(
    tx,
    before,
    ({ settings }) => settings,
    (user) => ({ ...user, settings }),
  )
