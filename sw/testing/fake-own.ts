/** The members' own data on the fake server: profile, settings, consents, language, photos, and swipes. */
import type { MemberSettings, SettingsChange } from '#contract/entities/member-settings.ts'
import { Photo, type OwnPhoto } from '#contract/entities/photo.ts'
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import { clearedSensitive } from '#contract/rules/sensitive.ts'
import type { User } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import * as v from 'valibot'
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import type { LikeState, SwipeChoice } from '#contract/entities/like.ts'
import type { FakeFeeds } from './fake-feeds.ts'
import { userOf, cardOf } from './people.ts'

type PhotosAnswer = { photos: OwnPhoto[]; main: string | null }

export class FakeOwn {
  /** All writes that had an effect, in order: `add <first byte>`, `delete <id>` … */
  readonly effects: string[] = []
  /** The refusals of pictures, by their first byte. */
  readonly refused = new Map<number, ErrorBody>()
  private readonly users = new Map<number, User>()
  readonly known = new Set<string>()
  private readonly feeds: FakeFeeds
  private made = 0

  constructor(feeds: FakeFeeds) {
    this.feeds = feeds
  }

  userOf(member: number): User {
    return this.users.get(member) ?? userOf(member)
  }

  /** Changes a user as another device would. */
  change(member: number, change: Partial<User>): void {
    this.users.set(member, { ...this.userOf(member), ...change })
    this.feeds.change(member, 'user', '0')
  }

  setLanguage(member: number, language: Locale): void {
    this.change(member, { language })
  }

  setSettings(member: number, change: SettingsChange): { settings: MemberSettings } {
    this.change(member, { settings: withChange(this.userOf(member).settings, change) })
    return { settings: this.userOf(member).settings }
  }

  setProfile(member: number, { city, ...change }: ProfileChange): { profile: OwnProfile } | ErrorBody {
    const { profile, settings } = this.userOf(member)
    if (change.sexuality && settings.consents.sensitive === null) return { error: 'consent_required' }
    this.effects.push(`profile ${JSON.stringify(change)}`)
    const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    this.change(member, {
      profile: { ...profile, ...(known as Partial<OwnProfile>), city_id: city ?? profile.city_id },
    })
    return { profile: this.userOf(member).profile }
  }

  setConsent(member: number, given: boolean): { settings: MemberSettings; profile: OwnProfile } {
    const { settings, profile } = this.userOf(member)
    this.effects.push(`consent ${given}`)
    this.change(member, {
      settings: { ...settings, consents: { sensitive: given ? 1 : null } },
      profile: given ? profile : { ...profile, ...clearedSensitive(profile.interests) },
    })
    return { settings: this.userOf(member).settings, profile: this.userOf(member).profile }
  }

  /** Adds one photo per `client_id`, however often the request arrives. */
  addPhoto(member: number, clientId: string, isPrivate: boolean, bytes: Uint8Array): PhotosAnswer | ErrorBody {
    if (this.known.has(clientId)) return this.photosOf(member)
    const refused = this.refused.get(bytes[0] ?? 0)
    if (refused) return refused
    const { profile, photo_limit } = this.userOf(member)
    if (profile.photos.length >= photo_limit) return { error: 'photo_limit', limit: photo_limit }
    this.known.add(clientId)
    this.made += 1
    this.effects.push(`add ${bytes[0]}`)
    return this.setPhotos(member, [...profile.photos, ownPhotoOf(this.made, clientId, isPrivate)])
  }

  changePhoto(member: number, id: number, change: { private?: boolean; main?: true }): PhotosAnswer | ErrorBody {
    const { photos } = this.userOf(member).profile
    if (!photos.some((photo) => photo.id === String(id))) return { error: 'not_found' }
    const changed = photos.map((photo) => Object.assign({}, photo, photo.id === String(id) ? ofPrivate(change) : {}))
    return this.setPhotos(member, changed, change.main ? String(id) : undefined)
  }

  orderPhotos(member: number, ids: readonly string[]): PhotosAnswer {
    const placeOf = ({ id }: OwnPhoto): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    const { photos } = this.userOf(member).profile
    return this.setPhotos(
      member,
      photos.toSorted((one, other) => placeOf(one) - placeOf(other)),
    )
  }

  deletePhoto(member: number, id: number): PhotosAnswer {
    this.effects.push(`delete ${id}`)
    const { photos } = this.userOf(member).profile
    return this.setPhotos(
      member,
      photos.filter((photo) => photo.id !== String(id)),
    )
  }

  /** The server goes back to a time before this photo, and gives its number to nobody. */
  losePhoto(member: number, clientId: string): void {
    this.known.delete(clientId)
    this.setPhotos(
      member,
      this.userOf(member).profile.photos.filter((photo) => photo.client_id !== clientId),
    )
  }

  private photosOf(member: number): PhotosAnswer {
    const { photos, main_image } = this.userOf(member).profile
    return { photos, main: main_image?.id ?? null }
  }

  private setPhotos(member: number, photos: OwnPhoto[], main?: string): PhotosAnswer {
    const { profile } = this.userOf(member)
    const wanted =
      photos.find((photo) => photo.id === (main ?? profile.main_image?.id)) ?? photos.find((p) => !p.private)
    this.change(member, {
      profile: { ...profile, photos, photo_count: photos.length, main_image: wanted ? v.parse(Photo, wanted) : null },
    })
    return this.photosOf(member)
  }
}

/** The main photo cannot be private. */
const ofPrivate = (change: { private?: boolean; main?: true }) => {
  const isPrivate = change.main ? false : change.private
  return isPrivate === undefined ? {} : { private: isPrivate }
}

export const ownPhotoOf = (id: number, clientId: string | null = null, isPrivate = false): OwnPhoto => ({
  id: String(id),
  status: 'active',
  filename: `/photos/${id}/full`,
  thumb_filename: `/photos/${id}/thumb`,
  match: `/photos/${id}/card`,
  colours: '',
  locked: false,
  lock: null,
  private: isPrivate,
  reason: null,
  decision: null,
  client_id: clientId,
})

/** The parts of the fake server that the swipe game uses. */
type Server = {
  profiles: ReadonlyMap<number, unknown>
  likes: ReadonlyMap<string, unknown>
  refusals: ReadonlyMap<number, object>
  like: (liker: number, liked: number) => void
  likeOf: (member: number, profile: number) => LikeState
}

/** The swipe game: each profile once, with a limit of likes per day. */
export class FakeSwipes {
  /** Swipes by `member|profile`. */
  readonly swiped = new Map<string, SwipeChoice>()
  /** All swipes that had an effect, in order. */
  readonly effects: string[] = []
  likesADay = SWIPE_LIKES_A_DAY
  resetsAt = 1_700_000_000_000 + 3_600_000
  private readonly server: Server

  constructor(server: Server) {
    this.server = server
  }

  deck(me: number): object {
    const ids = [...this.server.profiles.keys()].filter(
      (id) => id !== me && !this.swiped.has(`${me}|${id}`) && !this.server.likes.has(`${me}-${id}`),
    )
    return { cards: ids.slice(0, 20).map((id) => cardOf(id)), likes_left: this.left(me), resets_at: this.resetsAt }
  }

  put(me: number, other: number, choice: SwipeChoice): object {
    const key = `${me}|${other}`
    const before = this.swiped.get(key)
    if (before !== choice) {
      const refused = this.server.refusals.get(other)
      if (refused) return refused
      if (choice === 'like' && this.left(me) === 0) return { error: 'swipe_limit' }
      this.swiped.set(key, choice)
      this.effects.push(`${choice} ${other}`)
      if (choice === 'like') this.server.like(me, other)
    }
    const like = this.server.likeOf(me, other)
    return { likes_left: this.left(me), resets_at: this.resetsAt, match: like.received !== null, like }
  }

  undo(me: number, other: number): object {
    if (this.swiped.delete(`${me}|${other}`)) this.effects.push(`undo ${other}`)
    return {}
  }

  left(me: number): number {
    const likes = [...this.swiped].filter(([key, choice]) => key.startsWith(`${me}|`) && choice === 'like').length
    return Math.max(0, this.likesADay - likes)
  }
}
