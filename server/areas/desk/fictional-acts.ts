/** The desk adds, edits and pauses fictional profiles; each act is a row of the audit [DESK-3], [DESK-14]. */
import type { Json } from '#contract/desk/audit.ts'
import type { FictionalForm } from '#contract/desk/fictional.ts'
import type { FieldError } from '#contract/errors.ts'
import { isOldEnough } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { type DeskRefusal, type Refusal, refuseDesk } from '../../http/reply.ts'
import { announce, announceCard, announceStatus } from '../feed/announce.ts'
import { giveBack } from '../fictional/awaited-answers.ts'
import { addPhoto } from '../photos/add-photo.ts'
import { changePhotos, deleteWithin, orderOf, placePhotos } from '../photos/change-photos.ts'
import type { Receive } from '../photos/intake.ts'
import { columnsOf, differing, faultOfName } from '../profile/change-profile.ts'
import { isPlace } from '../site/places.ts'
import type { AuditEntry } from './audit-queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'settings'>

const addAuditRow = async (
  tx: Pick<Tx, 'audit' | 'deskChanged'>,
  staff: Actor | null,
  profile: number,
  row: Omit<AuditEntry, 'staff' | 'subject'>,
): Promise<void> => {
  await tx.audit.add({ staff: staff?.id ?? null, subject: { kind: 'member', id: profile }, ...row })
  tx.deskChanged('fictional')
}

const wrongFields = (form: FictionalForm, { settings, now }: Needs): Record<string, FieldError> | null => {
  const { countries, min_age, name: site } = settings()
  const { name, country, countryregion, city } = form
  const fields: Record<string, FieldError> = {}
  const fault = faultOfName(name, site)
  if (fault) fields['name'] = fault
  if (!isOldEnough(form.date_of_birth, todayIn(country, now()), min_age)) fields['date_of_birth'] = 'too_young'
  if (!countries.includes(country) || !isPlace(country, countryregion, city)) fields['city'] = 'place_unknown'
  return Object.keys(fields).length === 0 ? null : fields
}

/** Members never log in to such an account, and no mail reaches it: the domain is reserved (RFC 2606). */
const addressOf = (id: string): string => `${id}@fictional.invalid`

export const addFictional = async (
  deps: Needs & Pick<Deps, 'newId' | 'domain'>,
  staff: Actor,
  form: FictionalForm,
): Promise<{ id: number } | DeskRefusal> => {
  const wrong = wrongFields(form, deps)
  if (wrong) return refuseDesk('invalid_input', { fields: wrong })
  const at = deps.now()
  const { date_of_birth: birthDate, language, persona, ...rest } = form
  const { card, details } = columnsOf(rest)
  return deps.write(async (tx) => {
    const id = await tx.account.addUser({
      email: addressOf(deps.newId()),
      // Without a password and a passkey nobody can log in.
      passwordHash: '',
      status: 'active',
      language,
      signupAt: at,
      paidUser: false,
      domain: deps.domain,
    })
    await tx.account.addProfile({
      id,
      name: form.name,
      gender: form.gender,
      country: form.country,
      region: '',
      city: '',
      ...card,
      birthDate,
      birthYear: Number(birthDate.slice(0, 4)),
      fictional: true,
      searchable: true,
      lastActive: at,
    })
    await tx.profile.setDetails(id, details)
    await tx.fictionalProfiles.setPersona(id, persona)
    await addAuditRow(tx, staff, id, { act: 'fictional.add', after: form, at })
    return { id }
  })
}

/** Audits the fields that differ, with their values before and after. */
export const changeFictional = async (
  deps: Needs,
  staff: Actor,
  id: number,
  form: FictionalForm,
): Promise<DeskRefusal | null> => {
  const wrong = wrongFields(form, deps)
  if (wrong) return refuseDesk('invalid_input', { fields: wrong })
  const at = deps.now()
  return deps.write(async (tx) => {
    const record = await tx.fictionalProfiles.one(id)
    if (!record) return refuseDesk('not_found')
    const { date_of_birth: birthDate, language, persona, ...rest } = form
    const columns = columnsOf(rest)
    const own = differing({ birthDate, language, persona }, { ...record, persona: record.persona ?? '' })
    const card = differing(columns.card, record)
    const details = differing(columns.details, record.details)
    if (!own && !card && !details) return null
    if (card) await tx.profile.setProfile(id, card)
    if (details) await tx.profile.setDetails(id, details)
    await tx.fictionalProfiles.setBirthDate(id, birthDate)
    await tx.account.setLanguage(id, language)
    await tx.fictionalProfiles.setPersona(id, persona)
    await announce(tx, id, 'user', 0)
    if (card || own?.birthDate !== undefined) await announceCard(tx, id, at)
    const after = { ...own, ...card, ...details } as Record<string, Json>
    const was: Record<string, unknown> = { ...record.details, ...record, persona: record.persona ?? '' }
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, was[field] as Json]))
    await addAuditRow(tx, staff, id, { act: 'fictional.change', before, after, at })
    return null
  })
}

/**
 * A paused profile appears nowhere and nobody can write to it; partners of a conversation still see it, with the reason. Credits
 * for messages that wait come back in the same transaction, so a pause never costs a member anything [GUARD-7].
 */
export const pauseFictional = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor | null,
  id: number,
  { paused, reason }: { paused: boolean; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const record = await tx.fictionalProfiles.one(id)
    if (!record) return refuseDesk('not_found')
    if (record.isPaused === paused) return refuseDesk('changed_meanwhile')
    const at = now()
    await tx.notices.setModes(id, { invisible: paused, reserved: false })
    await tx.notices.refreshSearchable(id, at)
    const waiting = paused ? await tx.fictional.waitingFor(id) : []
    for (const row of waiting) await giveBack(tx, row, at)
    await announceStatus(tx, id, at)
    const after = paused ? { returned: waiting.length } : null
    await addAuditRow(tx, staff, id, { act: paused ? 'fictional.pause' : 'fictional.resume', after, reason, at })
    if (waiting.length > 0) tx.deskChanged('answers')
    return null
  })

/** The photo waits for review like a member's, if the site reviews photos. @param receive reads the photo */
export const addFictionalPhoto = async (
  deps: Needs & Pick<Deps, 'env' | 'photos' | 'bus' | 'identityKey' | 'newId'>,
  staff: Actor,
  { id, clientId }: { id: number; clientId: string },
  receive: Receive,
): Promise<DeskRefusal | Refusal | null> => {
  if (!(await deps.read.fictionalProfiles.one(id))) return refuseDesk('not_found')
  const onAdded = async (tx: Tx, photo: number): Promise<void> => {
    await addAuditRow(tx, staff, id, { act: 'fictional.change', after: { photo, is: 'added' }, at: deps.now() })
    tx.deskChanged('photos')
  }
  return addPhoto(deps, { id, paid: true }, { clientId, isPrivate: false, onAdded }, receive)
}

/** The first photo that members see becomes the main one. */
export const orderFictionalPhotos = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  id: number,
  wanted: readonly number[],
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    if (!(await tx.fictionalProfiles.one(id))) return refuseDesk('not_found')
    const order = await orderOf(tx, id, wanted)
    if (!order) return null
    const at = now()
    const before = await tx.photos.idsOf(id)
    await changePhotos(tx, id, at, async () => {
      await placePhotos(tx, order)
      return (await tx.photos.shownOf(id))[0]
    })
    await addAuditRow(tx, staff, id, {
      act: 'fictional.change',
      before: { photos: before },
      after: { photos: order },
      at,
    })
    return null
  })

export const removeFictionalPhoto = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  { id, photo }: { id: number; photo: number },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const at = now()
    if (!(await tx.fictionalProfiles.one(id)) || !(await deleteWithin(tx, { owner: id, id: photo }, at)))
      return refuseDesk('not_found')
    await addAuditRow(tx, staff, id, { act: 'fictional.change', after: { photo, is: 'removed' }, at })
    tx.deskChanged('photos')
    return null
  })
