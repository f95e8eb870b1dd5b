/** A visitor becomes a member: account, profile, first credits, session and activation mail, all or nothing. */
import type { CallParsed } from '#contract/calls.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { dateOf, isOldEnough } from '#contract/rules/age.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { isPlace } from '../site/places.ts'
import { activationJob } from './activation.ts'
import { isCommonPassword } from './common-passwords.ts'
import { emailKey } from './email-key.ts'
import { beginSession, newToken, type Origin } from './session.ts'

type Form = CallParsed<'signup'>['body']
export type SignedUp = { member: number; token: string }

/** How long the same form, sent again because its answer was lost, still counts as the same signup. */
const REPEAT_MS = 10 * MINUTE_MS

export const signUp = async (deps: Deps, form: Form, from: Origin): Promise<SignedUp | Refusal> => {
  const settings = deps.settings()
  // A traffic source opens signups too where the setting says so [ACC-15]; none is known yet.
  if (settings.signups !== 'all') return refuse('signups_closed')
  const now = deps.now()
  const fields = wrongFields(form, settings, dateOf(now))
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields })

  const passwordHash = await deps.passwords.hash(form.password)
  const token = newToken(deps)
  const email = emailKey(form.email)
  const outcome = await deps.write(async (tx) => {
    const taken = await tx.account.userByEmail(email)
    if (taken) return { taken }
    const member = await addMember(tx, form, email, passwordHash, now, settings)
    await beginSession(tx, member, token, now, from)
    await tx.jobs.add(activationJob(member), now)
    tx.jobWaits()
    return { member, token }
  })
  return 'taken' in outcome ? takenBy(deps, outcome.taken, form.password, from) : outcome
}

const wrongFields = (form: Form, settings: Settings, today: string): Record<string, FieldError> => {
  const fields: Record<string, FieldError> = {}
  if (!isOldEnough(form.date_of_birth, today, settings.min_age)) fields['date_of_birth'] = 'too_young'
  const { country, countryregion, city } = form
  const isOffered = country === undefined || settings.countries.includes(country)
  if (!isOffered || (country !== undefined && !isPlace(country, countryregion ?? '', city ?? '')))
    fields['city'] = 'place_unknown'
  const mailbox = form.email.split('@')[0] ?? ''
  if (isCommonPassword(form.password, [form.name, form.email, mailbox, settings.name]))
    fields['password'] = 'password_common'
  return fields
}

const addMember = async (
  tx: Tx,
  form: Form,
  email: string,
  passwordHash: string,
  now: number,
  settings: Settings,
): Promise<number> => {
  const member = await tx.account.addUser({
    email,
    passwordHash,
    status: 'not_confirmed',
    language: form.language,
    signupAt: now,
    paidUser: false,
  })
  await tx.account.addProfile({
    id: member,
    name: form.name,
    gender: form.gender,
    birthDate: form.date_of_birth,
    birthYear: Number(form.date_of_birth.slice(0, 4)),
    country: form.country ?? settings.countries[0] ?? '',
    region: form.countryregion ?? '',
    city: form.city ?? '',
    // Found by nobody until the link in the mail is used [ACC-6].
    searchable: false,
    lastActive: now,
  })
  if (settings.signup_credits > 0)
    await tx.money.addEntry({
      userId: member,
      amount: settings.signup_credits,
      reason: 'signup',
      reference: 'signup',
      at: now,
    })
  return member
}

type Taken = { id: number; passwordHash: string; status: string; signupAt: number }

/** The same form again within minutes, with the same password, is the same person whose first answer was lost. */
const takenBy = async (deps: Deps, taken: Taken, password: string, from: Origin): Promise<SignedUp | Refusal> => {
  if (taken.status === 'deleting') return refuse('email_being_deleted')
  const isRepeat = taken.status === 'not_confirmed' && deps.now() - taken.signupAt < REPEAT_MS
  if (!isRepeat || !(await deps.passwords.verify(taken.passwordHash, password))) return refuse('email_taken')
  const token = newToken(deps)
  await deps.write((tx) => beginSession(tx, taken.id, token, deps.now(), from))
  return { member: taken.id, token }
}
