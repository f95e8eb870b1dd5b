/** Signup: creates account, profile, first credits, session and activation mail in one transaction. */
import type { CallParsed } from '#contract/calls.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { legalVersions } from '#contract/rules/page-values.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { faultOfBirthDate } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { isTrafficSource, type TrafficSource } from '../../http/traffic-source.ts'
import { isAsked } from '../age/demand.ts'
import { isBanned } from '../safety/identity.ts'
import { faultOfName } from '../profile/change-profile.ts'
import { isPlace } from '../site/places.ts'
import { delayedActivationJob } from './activation.ts'
import { beginAttempt, forgiveAttempt, loginCounts } from './attempts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { emailKey, hasDomain, isDisposable } from './email-key.ts'
import { serverBusy } from './login.ts'
import { addressReservedFor } from './mail-change.ts'
import { giveFirstCredits, mailboxHash } from './mailbox.ts'
import { isStillNew, passkeyNameOf, passkeyOfSignup, storePasskey, type NewPasskey } from './passkeys.ts'
import { checkProof, countSignup } from './signup-proof.ts'
import { beginSession, type NewLogin, type Origin } from './session.ts'

type Form = CallParsed<'signup'>['body']

/** A visitor's request, with country and traffic source. */
export type SignupVisit = Origin & { country: string; source: TrafficSource | null }

/** The same form within this time counts as the same signup, because the first answer may have been lost. */
const REPEAT_MS = 10 * MINUTE_MS

export const signUp = async (deps: Deps, form: Form, from: SignupVisit): Promise<NewLogin | Refusal> => {
  const settings = deps.settings()
  const hasSource = from.source !== null || isTrafficSource(form.traffic_source ?? '')
  if (!isOpen(settings.signups, hasSource)) return refuse('signups_closed')
  const now = deps.now()
  const country = form.country ?? from.country
  const fields = wrongFields(form, settings, todayIn(country, now))
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields })
  const proof = await checkProof(deps, form.proof, from.address)
  if (isRefusal(proof)) return proof
  const limited = await deps.bus.use('signup', from.address)
  if (limited) return limited

  const passkey = form.passkey ? await passkeyOfSignup(deps, form.passkey) : null
  if (form.passkey && !passkey) return refuse('passkey_refused')
  const passwordHash = form.password === undefined ? '' : await deps.passwords.hash(form.password, 'unknown')
  if (passwordHash === null) return serverBusy()
  const email = emailKey(form.email)
  const outcome = await deps.write(async (tx) => {
    const taken = await tx.account.userByEmail(email)
    if (taken) return { taken }
    if ((await addressReservedFor(tx, email, now)) !== null) return refuse('email_taken')
    if (await isRefused(deps, tx, email, from)) return refuse('signup_refused')
    const unproven = await countSignup(tx, deps, proof, from.address)
    if (unproven) return unproven
    if (passkey && !(await isStillNew(tx, passkey))) return refuse('passkey_refused')
    const ageDue = isAsked(deps, country) ? now : null
    const made = { email, mailbox: mailboxHash(deps, email), passwordHash, country, domain: deps.domain, now, ageDue }
    const member = await addMember(tx, form, made, settings, from.source)
    if (passkey) await storePasskey(tx, member, passkey, { name: passkeyNameOf(from.userAgent), now })
    if (form.accepts_terms) await tx.account.acceptDocuments(member, legalVersions(settings.company), now)
    await tx.jobs.add(delayedActivationJob(member, now), now)
    tx.happened('signed_up')
    return beginSession(tx, deps, member, from)
  })
  if (isRefusal(outcome)) return outcome
  return 'taken' in outcome ? takenBy(deps, outcome.taken, { password: form.password, passkey }, from) : outcome
}

/** [DESK-10] A ban refuses the address, and every device that has logged in to the banned account. */
const isRefused = (deps: Deps, tx: Tx, email: string, from: Origin): Promise<boolean> =>
  isBanned(deps, tx, [
    { kind: 'mail', value: email },
    ...from.devices.map((token) => ({ kind: 'device' as const, value: hashToken(token) })),
  ])

/** [ACC-15] */
const isOpen = (signups: Settings['signups'], hasSource: boolean): boolean =>
  signups === 'all' || (signups === 'with_trafficsource' && hasSource)

const wrongFields = (form: Form, settings: SiteSettings, today: string): Record<string, FieldError> => {
  const fields: Record<string, FieldError> = {}
  if (!hasDomain(form.email)) fields['email'] = 'email_invalid'
  else if (isDisposable(form.email, settings)) fields['email'] = 'email_disposable'
  const nameFault = faultOfName(form.name, settings.name)
  if (nameFault) fields['name'] = nameFault
  const dateFault = faultOfBirthDate(form.date_of_birth, today, settings.min_age)
  if (dateFault) fields['date_of_birth'] = dateFault
  const { country, countryregion, city } = form
  const isOffered = country === undefined || settings.countries.includes(country)
  if (!isOffered || (country !== undefined && !isPlace(country, countryregion ?? '', city ?? '')))
    fields['city'] = 'place_unknown'
  if (form.password !== undefined && isCommonPassword(form.password, form, settings.name))
    fields['password'] = 'password_common'
  return fields
}

type NewAccount = {
  email: string
  mailbox: string
  passwordHash: string
  country: string
  domain: string
  now: number
  ageDue: number | null
}

const addMember = async (
  tx: Tx,
  form: Form,
  { email, mailbox, passwordHash, country, domain, now, ageDue }: NewAccount,
  settings: Settings,
  source: TrafficSource | null,
): Promise<number> => {
  const { signup_message: text, signup_profile: profile } = form
  const member = await tx.account.addUser({
    email,
    mailbox,
    passwordHash,
    status: 'not_confirmed',
    language: form.language,
    signupAt: now,
    ageDue,
    paidUser: false,
    settings: { signup_step: 1 },
    tracking: { ...source },
    domain,
    signupMessage: text === undefined || profile === undefined ? null : { text, profile },
  })
  const born = { birthDate: form.date_of_birth, birthYear: Number(form.date_of_birth.slice(0, 4)) }
  const place = { country, region: form.countryregion ?? '', city: form.city ?? '' }
  await tx.account.addProfile(
    // Search does not find the member until the link in the mail is used [ACC-6].
    { id: member, name: form.name, gender: form.gender, ...born, ...place, searchable: false, lastActive: now },
    profile === undefined ? text?.trim() : undefined,
  )
  if (form.consent_sensitive === true) {
    await tx.profile.giveConsent(member, 'sensitive', now)
    if (form.looking_for !== undefined) await tx.profile.setDetails(member, { looking_for: form.looking_for })
  }
  await giveFirstCredits(tx, { member, mailbox }, settings.signup_credits, now)
  return member
}

type ExistingAccount = { id: number; email: string; passwordHash: string; status: string; signupAt: number }

type Secret = { password: string | undefined; passkey: NewPasskey | null }

/** The same form with the same password or passkey within minutes comes from the same person, whose first answer was lost. */
const takenBy = async (
  deps: Deps,
  taken: ExistingAccount,
  { password, passkey }: Secret,
  from: Origin,
): Promise<NewLogin | Refusal> => {
  if (taken.status === 'deleting') return refuse('email_being_deleted')
  const isRepeat = taken.status === 'not_confirmed' && deps.now() - taken.signupAt < REPEAT_MS
  if (!isRepeat) return refuse('email_taken')
  if (passkey) {
    const stored = await deps.read.account.passkey(passkey.id)
    if (stored?.userId !== taken.id) return refuse('email_taken')
    return deps.write((tx) => beginSession(tx, deps, taken.id, from))
  }
  if (password === undefined) return refuse('email_taken')
  // A password attempt here counts like one at login [ACC-8].
  const counts = loginCounts(deps, { door: 'login', email: taken.email, address: from.address, device: null })
  if (await beginAttempt(deps, counts)) return refuse('email_taken')
  if ((await deps.passwords.verify(taken.passwordHash, password, 'unknown')) !== true) return refuse('email_taken')
  return deps.write(async (tx) => {
    await forgiveAttempt(tx, counts)
    return beginSession(tx, deps, taken.id, from)
  })
}
