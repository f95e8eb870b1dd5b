/** Edits the own profile: an omitted field stays, null clears it. All changes are stored, or none. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Consent } from '#contract/entities/member-settings.ts'
import type { ProfileChange, Interest } from '#contract/entities/profile.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { definedIn } from '#contract/records.ts'
import { isContactAddress } from '#contract/rules/contact-address.ts'
import { scoreFirstMessage } from '#contract/rules/first-message.ts'
import { isOfficialName } from '#contract/rules/official-name.ts'
import { plainLetters } from '#contract/rules/plain-letters.ts'
import { hasSensitive, clearedSensitive } from '#contract/rules/sensitive.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { askAfterMove } from '../age/demand.ts'
import { emailKey } from '../account/email-key.ts'
import type { OwnViewRow } from '../account/queries.ts'
import { userOf } from '../account/user-view.ts'
import { announce, announceCard, circleOf } from '../feed/announce.ts'
import { isPlace } from '../site/places.ts'
import type { DetailsSet, ProfileSet } from './queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'settings' | 'at'>

export const changeProfile = async (
  deps: Needs,
  member: number,
  change: ProfileChange,
): Promise<CallAnswer<'profile.put'> | Refusal> => {
  const columns = columnsOf(change)
  const held = Object.keys(columns.card).length > 0 ? await circleOf(deps.read, member) : [member]
  const refused = await deps.write(async (tx) => {
    const row = await tx.account.own(member)
    if (!row) return refuse('not_found')
    const wrong = wrongFields(change, row, deps.settings())
    if (wrong) return refuse('invalid_input', { fields: wrong })
    // Clearing a field needs no consent [ACC-18].
    if (hasSensitive(change) && row.sensitiveConsentAt === null) return refuse('consent_required')

    const card = differing(columns.card, row.profile)
    const details = differing(columns.details, row.details)
    if (card) await tx.profile.setProfile(member, card)
    if (details) await tx.profile.setDetails(member, details)
    if (card?.country !== undefined) await askAfterMove(tx, deps, member)
    // The outbox may send an edit twice. A repeat changes nothing, so nobody is notified.
    if (card) await announceCard(tx, member, deps.now(), held)
    else if (details) await announce(tx, member, 'user', 0)
    return null
  }, held)
  if (isRefusal(refused)) return refused
  const user = await userOf(deps.read, member, deps.now(), deps.settings())
  return user ? { profile: user.profile } : refuse('not_found')
}

const wrongFields = (
  { name, country, countryregion = '', city = '', prompts = [] }: ProfileChange,
  { user, profile }: Pick<OwnViewRow, 'user' | 'profile'>,
  site: Pick<SiteSettings, 'name' | 'countries'>,
): Record<string, FieldError> | null => {
  // An e-mail address is no name, in any spelling [ACC-2].
  if (name !== undefined && emailKey(name) === user.email) return { name: 'name_is_email' }
  const fault = name === undefined || name === profile.name ? null : faultOfName(name, site.name)
  if (fault) return { name: fault }
  // A contact in a profile leads members off the site before anybody protects them, as in a first message [GUARD-1].
  if (prompts.some(({ answer }) => scoreFirstMessage(answer, 0).found.length > 0)) return { prompts: 'contact_inside' }
  const isOffered = country === undefined || (site.countries.includes(country) && isPlace(country, countryregion, city))
  return isOffered ? null : { city: 'place_unknown' }
}

/** Whether a name leads off the site or passes for the site's people, also in letters that look like Latin ones [ACC-2]. */
export const faultOfName = (name: string, siteName: string): 'name_is_address' | 'name_is_official' | null => {
  if (isContactAddress(name) || isContactAddress(plainLetters(name))) return 'name_is_address'
  return isOfficialName(name, siteName) ? 'name_is_official' : null
}

/** The new values of both tables: a fact has a column of its own name in the details. */
export const columnsOf = (change: ProfileChange): { card: ProfileSet; details: DetailsSet } => {
  const { name, gender, country, countryregion, city, about_me, ...facts } = change
  return {
    card: definedIn({ name, gender, country, region: countryregion, city }),
    details: definedIn({ aboutMe: about_me, ...facts }),
  }
}

/** The fields that differ from before, or null if there are none. */
export const differing = <Set extends object>(set: Set, before: object): Set | null => {
  const was = new Map<string, unknown>(Object.entries(before))
  const other = Object.entries(set).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was.get(key)))
  return other.length === 0 ? null : (Object.fromEntries(other) as Set)
}

type ConsentNeeds = Pick<Deps, 'read' | 'write' | 'now' | 'settings'>

/** Gives or withdraws a consent. A withdrawal deletes the data that needs it in the same transaction [ACC-18]. */
export const changeConsent = async (
  deps: ConsentNeeds,
  member: number,
  consent: Consent,
  given: boolean,
): Promise<CallAnswer<'consents.put'> | Refusal> => {
  const now = deps.now()
  await deps.write(
    async (tx) => {
      const row = await tx.account.own(member)
      if (!row) return
      const stands = row.sensitiveConsentAt !== null
      // A repeat changes nothing, so the time of the consent stays.
      if (given === stands) return
      if (given) await tx.profile.giveConsent(member, consent, now)
      else await withdraw(tx, member, consent, row.details.interests, now)
      await announce(tx, member, 'user', 0)
    },
    [member],
  )
  const user = await userOf(deps.read, member, now, deps.settings())
  return user ? { settings: user.settings, profile: user.profile } : refuse('not_found')
}

const withdraw = async (
  tx: Tx,
  member: number,
  consent: Consent,
  interests: readonly Interest[],
  now: number,
): Promise<void> => {
  await tx.profile.withdrawConsent(member, consent, now)
  await tx.profile.setDetails(member, clearedSensitive(interests))
}
