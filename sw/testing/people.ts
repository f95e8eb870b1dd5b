/** Test profiles with plausible data, derived from their id. */
import type { Message } from '#contract/entities/chat.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { OwnProfile, Profile, ProfileCard } from '#contract/entities/profile.ts'
import { OWNER_FACTS, SHOWN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import type { User } from '#contract/entities/user.ts'

export const cardOf = (id: number, change: Partial<ProfileCard> = {}): ProfileCard => ({
  id,
  name: `Member ${id}`,
  age: 20 + (id % 40),
  gender: id % 2 === 0 ? 'female' : 'male',
  country: 'IT',
  countryregion: 'IT-25',
  region: 'Lombardia',
  city: 'Milano',
  main_image: {
    id: `photo-${id}`,
    status: 'active',
    filename: `/photos/photo-${id}/full`,
    thumb_filename: `/photos/photo-${id}/thumb`,
    match: `/photos/photo-${id}/card`,
    colours: '',
    locked: false,
    lock: null,
  },
  fictional: false,
  last_active: 1_000_000 + id,
  exists: true,
  distance: null,
  reserved: false,
  ...change,
})

export const profileOf = (id: number, change: Partial<Profile> = {}): Profile => ({
  ...cardOf(id),
  status: 'active',
  about_me: `I am number ${id}`,
  ...noFacts(SHOWN_FACTS),
  hair_colour: 'brown',
  eye_colour: 'green',
  body_type: 'normal',
  relationship_status: 'single',
  interests: ['hiking'],
  photos: [],
  photo_count: 0,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  ...change,
})

export const ownProfileOf = (id: number): OwnProfile => ({
  ...profileOf(id),
  gender: 'female',
  country: 'IT',
  main_image: null,
  photos: [],
  date_of_birth: '1990-05-17',
  ...noFacts(OWNER_FACTS),
  looking_for: 'both',
  city_id: 'IT-25/milano',
})

export const userOf = (id: number, credits = 5): User => ({
  id,
  status: 'active',
  email: `member-${id}@example.test`,
  credits,
  paid_user: false,
  signup_date: 1_000,
  language: 'en',
  fictional_icon: true,
  notifications_disabled: [],
  profile: ownProfileOf(id),
  settings: DEFAULT_MEMBER_SETTINGS,
  sanctioned: false,
  photo_limit: 25,
})

/** A text of the conversation between 1 and 2. */
export const aText = (id: number, sender: 1 | 2): Message => ({
  id,
  client_id: `01890000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  conversation: '1-2',
  sender,
  sent_at: id,
  type: 'text',
  text: String(id),
})
