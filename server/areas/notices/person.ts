/** A member as someone who gets mail: where to, in which language, and what they want to hear of. */
import type { Preference } from '#contract/entities/member-settings.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { PersonRow } from './queries.ts'

type Addressee = Pick<PersonRow, 'status' | 'fictional' | 'notificationsDisabled' | 'settings'>

/**
 * Only a confirmed address, only while it takes our mail, only what is switched on. What an account cannot do without
 * (activation, reset, change of address, deletion, receipts) does not ask this.
 */
export const wantsMail = (person: Addressee, preference: Preference): boolean =>
  person.status === 'active' &&
  // Nobody behind it waits for mail.
  !person.fictional &&
  person.notificationsDisabled.length === 0 &&
  wants(person, preference, 'mail')

/** Only while the account is in use; nobody behind a fictional one has a device. */
export const wantsPush = (
  person: Pick<Addressee, 'status' | 'fictional' | 'settings'>,
  preference: Preference,
): boolean =>
  (person.status === 'active' || person.status === 'not_confirmed') &&
  !person.fictional &&
  wants(person, preference, 'push')

/** @returns whether the member has a channel switched on for a preference */
export const wants = (
  { settings }: Pick<Addressee, 'settings'>,
  preference: Preference,
  channel: 'mail' | 'push',
): boolean => withChange(DEFAULT_MEMBER_SETTINGS, settings).notifications[preference][channel]
