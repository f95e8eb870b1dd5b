import { describe, expect, test } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '../entities/member-settings.ts'
import type { OwnPhoto } from '../entities/photo.ts'
import type { OwnProfile } from '../entities/profile.ts'
import { FACT_NAMES, noFacts } from '../entities/profile-facts.ts'
import type { User } from '../entities/user.ts'
import { DAY_MS } from '../limits.ts'
import { alertsFor } from './alerts.ts'
import { missingOf } from './completeness.ts'

const NOW = 100 * DAY_MS

const aPhoto: OwnPhoto = {
  id: 'p1',
  status: 'active',
  filename: '/photos/p1/full',
  thumb_filename: '/photos/p1/thumb',
  match: '/photos/p1/card',
  colours: '',
  locked: false,
  lock: null,
  private: false,
  reason: null,
  decision: null,
  client_id: null,
}

const full: OwnProfile = {
  id: 1,
  name: 'Daniel',
  age: 42,
  gender: 'male',
  country: 'IT',
  countryregion: 'IT-62',
  region: 'Lazio',
  city: 'Roma',
  main_image: aPhoto,
  fictional: false,
  last_active: 0,
  exists: true,
  distance: null,
  reserved: false,
  status: 'active',
  about_me: 'Cooks badly, laughs well.',
  ...noFacts(FACT_NAMES),
  hair_colour: 'brown',
  interests: ['music', 'hiking', 'wine'],
  photos: [aPhoto],
  photo_count: 1,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  date_of_birth: '1984-02-01',
  city_id: 'IT-62/roma',
}

const aMember = (change: Partial<User> = {}): User => ({
  id: 1,
  status: 'active',
  email: 'daniel@visavis.test',
  credits: 5,
  paid_user: false,
  signup_date: 0,
  language: 'it',
  fictional_icon: true,
  notifications_disabled: [],
  profile: full,
  settings: DEFAULT_MEMBER_SETTINGS,
  photo_limit: 3,
  ...change,
})

const dismissed = (dismissed_alerts: User['settings']['dismissed_alerts']): Partial<User> => ({
  settings: { ...DEFAULT_MEMBER_SETTINGS, dismissed_alerts },
})
const poor: OwnProfile = { ...full, photos: [], about_me: 'Hi' }
const shownTo = (user: User, more: { pushPossible?: boolean; hasContact?: boolean; now?: number } = {}) =>
  alertsFor({ user, pushPossible: false, hasContact: false, now: NOW, ...more })

describe('[PROF-12] alerts', () => {
  test('a member without a cause sees no alert', () => expect(shownTo(aMember())).toEqual([]))

  test('an alert shows that mail was turned off by a bounce, a complaint or a list-unsubscribe', () => {
    for (const reason of ['fbl', 'bounce', 'listunsubscribe'] as const)
      expect(shownTo(aMember({ notifications_disabled: [reason] }))).toEqual(['disabled_notifications'])
  })

  test('a dismissed alert stays hidden; after its cause has ended, a new cause shows it again', () => {
    const off = { notifications_disabled: ['bounce' as const] }
    expect(shownTo(aMember({ ...off, ...dismissed({ disabled_notifications: NOW - 400 * DAY_MS }) }))).toEqual([])
    expect(shownTo(aMember({ ...off, ...dismissed({ disabled_notifications: 0 }) }))).toEqual([
      'disabled_notifications',
    ])
  })

  test('push is offered only if it is possible and after a contact, and once', () => {
    expect(shownTo(aMember(), { pushPossible: true })).toEqual([])
    expect(shownTo(aMember(), { hasContact: true })).toEqual([])
    const both = { pushPossible: true, hasContact: true }
    expect(shownTo(aMember(), both)).toEqual(['push'])
    expect(shownTo(aMember(dismissed({ push: 1 })), both)).toEqual([])
  })

  test('a member is reminded of missing fields after the first day and the signup, and again 30 days after a dismissal', () => {
    expect(shownTo(aMember({ profile: poor }))).toEqual(['enrich_profile'])
    expect(shownTo(aMember({ profile: poor, signup_date: NOW - DAY_MS }))).toEqual(['enrich_profile'])
    expect(shownTo(aMember({ profile: poor, signup_date: NOW - DAY_MS + 1 }))).toEqual([])
    expect(shownTo(aMember({ profile: { ...full, city_id: null } }))).toEqual(['enrich_profile'])
    const inSignup = { settings: { ...DEFAULT_MEMBER_SETTINGS, signup_step: 2 } }
    expect(shownTo(aMember({ profile: poor, ...inSignup }))).toEqual([])
    const at = { profile: poor, ...dismissed({ enrich_profile: NOW }) }
    expect(shownTo(aMember(at), { now: NOW + 30 * DAY_MS - 1 })).toEqual([])
    expect(shownTo(aMember(at), { now: NOW + 30 * DAY_MS })).toEqual(['enrich_profile'])
  })

  test('the most important alert comes first', () => {
    const user = aMember({ profile: poor, notifications_disabled: ['fbl'] })
    expect(shownTo(user, { pushPossible: true, hasContact: true })).toEqual([
      'disabled_notifications',
      'push',
      'enrich_profile',
    ])
  })
})

describe('[PROF-12] the missing parts of a profile', () => {
  test('a complete profile lacks nothing', () => expect(missingOf(full)).toEqual([]))

  test('each missing part is listed, most important first', () => {
    expect(missingOf({ ...full, photos: [{ ...aPhoto, status: 'rejected' }] })).toEqual(['photo'])
    expect(missingOf({ ...full, photos: [{ ...aPhoto, status: 'pending' }] })).toEqual([])
    const bare = { ...full, photos: [], about_me: ' ', city_id: null, interests: [], hair_colour: null }
    expect(missingOf(bare)).toEqual(['photo', 'about_me', 'city', 'interests', 'facts'])
  })
})
