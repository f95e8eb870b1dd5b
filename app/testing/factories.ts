/** Sample objects and answers for tests of the app; a test passes the fields that matter to it. */
import type { Chat } from '#contract/entities/chat.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { DiscountCode } from '#contract/entities/money.ts'
import type { Photo } from '#contract/entities/photo.ts'
import type { OwnProfile, Profile, ProfileCard } from '#contract/entities/profile.ts'
import { FACT_NAMES, noFacts, SHOWN_FACTS } from '#contract/entities/profile-facts.ts'
import type { Decision } from '#contract/entities/safety.ts'
import type { User } from '#contract/entities/user.ts'
import { TIME_BONUS_CODE } from '#contract/limits.ts'
import type { ThreadMessage } from '../features/chats/thread/thread-message.ts'

export const aCard = (change: Partial<ProfileCard> = {}): ProfileCard => ({
  id: 7,
  name: 'Martina',
  age: 38,
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-62',
  region: 'Lazio',
  city: 'Roma',
  main_image: null,
  fictional: false,
  last_active: 0,
  exists: true,
  distance: null,
  reserved: false,
  ...change,
})

/** An open conversation without messages. @param pair its id, with the partner's last */
export const aChat = (pair: string, change: Partial<Chat> = {}): Chat => ({
  conversation: pair,
  profile: Number(pair.split('-')[1]),
  num_unread_messages: 0,
  last_message: null,
  delivered_up_to: 0,
  read_up_to: 0,
  my_read_up_to: 0,
  closed: null,
  ...change,
})

/** The code of the time bonus. */
export const aDecision = (change: Partial<Decision> = {}): Decision => ({
  id: 1,
  kind: 'muted',
  reason: 'scam',
  note: '',
  by_check: false,
  at: 1,
  photo: null,
  until: null,
  appeal_over: false,
  appeal: null,
  ...change,
})

export const aDiscountCode = (change: Partial<DiscountCode> = {}): DiscountCode => ({
  code: TIME_BONUS_CODE,
  value_percentage: 25,
  minimum_order_value: null,
  country: null,
  user_id: null,
  expires: null,
  currency: null,
  status: 'active',
  validity: 'once-per-user',
  expired: false,
  paymentmethods: null,
  ...change,
})

/** A photo that anyone may see. */
export const aPhoto = (id: string, change: Partial<Photo> = {}): Photo => ({
  id,
  status: 'active',
  filename: `/photos/${id}/full`,
  thumb_filename: `/photos/${id}/thumb`,
  match: `/photos/${id}/card`,
  colours: '',
  locked: false,
  lock: null,
  ...change,
})

export const aProfile = (change: Partial<Profile> = {}): Profile => ({
  ...aCard(),
  status: 'active',
  about_me: '',
  ...noFacts(SHOWN_FACTS),
  interests: [],
  photos: [],
  photo_count: 0,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  ...change,
})

export const anOwnProfile = (change: Partial<OwnProfile> = {}): OwnProfile => ({
  ...aCard({ id: 1, name: 'Daniel' }),
  gender: 'male',
  country: 'IT',
  status: 'active',
  about_me: '',
  ...noFacts(FACT_NAMES),
  interests: [],
  photos: [],
  photo_count: 0,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  date_of_birth: '1984-02-01',
  looking_for: 'female',
  city_id: 'IT-62/roma',
  ...change,
})

export const aUser = (change: Partial<User> = {}): User => {
  const { id = 1 } = change
  return {
    id,
    status: 'active',
    email: 'daniel@visavis.test',
    credits: 5,
    paid_user: false,
    signup_date: 0,
    language: 'it',
    fictional_icon: true,
    notifications_disabled: [],
    profile: anOwnProfile({ id }),
    settings: DEFAULT_MEMBER_SETTINGS,
    sanctioned: false,
    photo_limit: 3,
    ...change,
  }
}

type TextMessage = Extract<ThreadMessage, { type: 'text' }>

/** A text in a conversation that the server has stored: the partner's, or a sent one of one's own. */
export const aThreadMessage = (change: Partial<TextMessage> = {}): TextMessage => ({
  key: 'm1',
  client_id: change.key ?? 'm1',
  id: 1,
  mine: false,
  type: 'text',
  text: '',
  at: 0,
  state: change.mine === true ? 'sent' : null,
  failure: null,
  source: 'server',
  ...change,
})

/** A fake `fetch` that answers by method and path below `/api/`; any other request gets 404. */
export const answering =
  (answers: Record<string, unknown>) =>
  async (url: string | URL | Request, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    const path = String(url instanceof Request ? url.url : url).replace(/^\/api\//, '')
    const key = `${method} ${path}`
    return key in answers ? Response.json(answers[key]) : Response.json({ error: 'not_found' }, { status: 404 })
  }
