/** The parts of a member's export [ACC-17], with the field names of the calls; times in ms as everywhere. */
import { FACT_NAMES, factsOf } from '#contract/entities/profile-facts.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { returnDaysOf } from '../desk/numbers-columns.ts'
import { letterNumber } from '../notices/complain.ts'
import { cityName, regionName } from '../site/places.ts'
import {
  blocksOf,
  conversationsOf,
  ledgerOf,
  messagesOf,
  receivedLikesOf,
  sentLikesOf,
  swipesOf,
} from './export-lists.ts'
import { moneyParts, type ExportPart } from './export-money.ts'

/** Reads each part only after the one before was sent. */
export const exportParts = async function* (deps: Deps, member: number): AsyncGenerator<ExportPart, void, undefined> {
  const { read } = deps
  yield ['format', { name: 'visavis-export', version: 1, exported_at: deps.now(), site: deps.settings().name }]
  // Purposes, recipients, times and rights, as the right of access wants them with the data (GDPR art. 15.1).
  yield ['information', `${publicUrl(deps.env)}/pages/privacy`]
  const consents = await read.leaving.exportedConsents(member)
  const user = await read.leaving.exportedAccount(member)
  if (user) {
    yield [
      'account',
      {
        id: user.id,
        email: user.email,
        status: user.status,
        language: user.language,
        signup_date: user.signupAt,
        paid_user: user.paidUser,
        credits: user.credits,
        notifications_disabled: user.notificationsDisabled,
        deleting_since: user.deletingSince,
        tracking: user.tracking,
        domain: user.domain,
        signup_message: user.signupMessage,
        time_zone: user.timeZone,
        age_check_due: user.ageDue,
        active_days_after_signup: returnDaysOf(user.returned),
      },
    ]
    const sensitive = consents.find(({ consent, withdrawnAt }) => consent === 'sensitive' && withdrawnAt === null)
    yield ['settings', memberSettingsOf(user.settings, sensitive?.givenAt ?? null)]
  }
  yield [
    'consents',
    consents.map(({ consent, givenAt, withdrawnAt, textVersion }) => ({
      consent,
      text_version: textVersion,
      given_at: givenAt,
      withdrawn_at: withdrawnAt,
    })),
  ]
  yield [
    'acceptances',
    (await read.leaving.exportedAcceptances(member)).map(({ document, version, acceptedAt }) => ({
      document,
      version,
      accepted_at: acceptedAt,
    })),
  ]
  yield ['profile', await profileOf(deps, member)]
  yield ['photos', photosOf(deps, member)]
  yield ['conversations', conversationsOf(deps, member)]
  yield ['messages', messagesOf(deps, member)]
  yield ['likes', { sent: sentLikesOf(deps, member), received: receivedLikesOf(deps, member) }]
  yield ['blocks', blocksOf(deps, member)]
  yield ['swipes', swipesOf(deps, member)]
  yield ['ledger', ledgerOf(deps, member)]
  for (const part of await moneyParts(deps, member)) yield part
  yield ['letters', await lettersOf(deps, member, user?.status === 'active' ? user.email : null)]
  yield ['decisions', await decisionsOf(deps, member)]
  yield [
    'automatic_checks',
    (await read.leaving.exportedFlags(member)).map(({ kind, message, photo, createdAt, answeredAt, upheld }) => ({
      kind,
      message,
      photo,
      at: createdAt,
      answered_at: answeredAt,
      upheld,
    })),
  ]
  // A note is about the member, so it is the member's data; no staff member is named.
  yield ['desk_notes', (await read.leaving.exportedNotes(member)).map(({ text, at }) => ({ text, at }))]
  yield [
    'sessions',
    (await read.leaving.exportedSessions(member)).map((session) => ({
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      revoked_at: session.revokedAt,
    })),
  ]
  yield [
    'known_devices',
    (await read.leaving.exportedDevices(member)).map(({ createdAt, usedAt }) => ({
      created_at: createdAt,
      used_at: usedAt,
    })),
  ]
  const ageCheck = await read.leaving.exportedAgeCheck(member)
  yield ['age_check', ageCheck ? { way: ageCheck.way, result: ageCheck.result, day: ageCheck.day } : null]
  yield [
    'passkeys',
    (await read.leaving.exportedPasskeys(member)).map((passkey) => ({
      name: passkey.name,
      domain: passkey.rpId,
      created_at: passkey.createdAt,
      used_at: passkey.usedAt,
      backed_up: passkey.backedUp,
      transports: passkey.transports,
    })),
  ]
  yield [
    'push_subscriptions',
    // Only the host: the other parts of an endpoint are a key to the device.
    (await read.leaving.exportedSubscriptions(member)).map(({ endpoint, createdAt }) => ({
      host: new URL(endpoint).host,
      created_at: createdAt,
    })),
  ]
  yield [
    'links',
    (await read.leaving.exportedLinks(member)).map(({ kind, data, expiresAt, usedAt }) => ({
      kind,
      about: data,
      expires_at: expiresAt,
      used_at: usedAt,
    })),
  ]
}

const profileOf = async ({ read }: Deps, member: number) => {
  const stored = await read.leaving.exportedProfile(member)
  if (!stored) return null
  const { profile, details } = stored
  return {
    name: profile.name,
    gender: profile.gender,
    date_of_birth: profile.birthDate,
    country: profile.country,
    countryregion: profile.region,
    region: regionName(profile.region),
    city_id: profile.city,
    city: cityName(profile.city),
    fictional: profile.fictional,
    invisible_mode: profile.invisible,
    privacy_mode: profile.reserved,
    found_by_search: profile.searchable,
    last_active: profile.activeAt ?? profile.lastActive,
    main_photo: profile.mainPhoto,
    about_me: details.aboutMe,
    prompts: details.prompts,
    ...factsOf(FACT_NAMES, details),
    interests: details.interests,
  }
}

const photosOf = async function* ({ read, photos }: Deps, member: number) {
  for (const photo of await read.leaving.exportedPhotos(member)) {
    const bytes = await photos.read(photo.hash, 'full')
    yield {
      id: photo.id,
      status: photo.status,
      reason: photo.reason,
      private: photo.private,
      position: photo.position,
      created_at: photo.createdAt,
      client_id: photo.clientId,
      colours: photo.colours,
      drawn: photo.drawn,
      type: PHOTO_TYPE,
      base64: bytes ? Buffer.from(bytes).toString('base64') : null,
    }
  }
}

/** With an unconfirmed address, a complaint under it may be somebody else's. */
const lettersOf = async ({ read }: Deps, member: number, confirmedEmail: string | null) =>
  (await read.leaving.exportedLetters(member, confirmedEmail)).map((letter) => ({
    number: letterNumber(letter),
    kind: letter.kind,
    name: letter.name,
    email: letter.email,
    language: letter.language,
    reason: letter.reason,
    text: letter.text,
    profile: letter.profile,
    message: letter.message,
    photo: letter.photo,
    decision: letter.decision,
    at: letter.at,
    answered_at: letter.answeredAt,
    upheld: letter.upheld,
    answer: letter.answer,
    good_faith: letter.goodFaith,
    domain: letter.domain,
  }))

const decisionsOf = async ({ read }: Deps, member: number) =>
  (await read.leaving.exportedDecisions(member)).map((decision) => ({
    id: decision.id,
    kind: decision.kind,
    reason: decision.reason,
    note: decision.note,
    photo: decision.photo,
    at: decision.at,
    until: decision.until,
    lifted_at: decision.liftedAt,
    message: decision.message,
    removed_text: decision.removedText,
    source: decision.source,
    statement: decision.statement,
  }))
