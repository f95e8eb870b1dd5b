/** A member as a recipient: address, language and preferences. */
import type { Preference } from '#contract/entities/member-settings.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { PersonRow } from './queries.ts'

type Addressee = Pick<PersonRow, 'shownStatus' | 'fictional' | 'notificationsDisabled' | 'settings'>

/**
 * True for a member who is neither leaving nor suspended, has a confirmed address that accepts our mail, and wants mails of
 * this preference. Mails that an account needs (activation, reset, change of address, deletion, receipts) do not ask this.
 */
export const wantsMail = (person: Addressee, preference: Preference): boolean =>
  person.shownStatus === 'active' &&
  // A fictional profile has no person who reads mail.
  !person.fictional &&
  person.notificationsDisabled.length === 0 &&
  hasChannelOn(person, preference, 'mail')

/**
 * An announcement of `service`, such as new terms, also goes to members who switched optional mails off, called one
 * spam or are suspended, since the terms hold for them too, but not to an address that bounced.
 */
export const getsAnnouncementMail = (
  person: Addressee & Pick<PersonRow, 'status'>,
  about: Preference | 'service',
): boolean =>
  about === 'service'
    ? person.status === 'active' && !person.fictional && !person.notificationsDisabled.includes('bounce')
    : wantsMail(person, about)

/** `service` is never pushed: it can wait, and a lock screen is no place for it. */
export const getsAnnouncementPush = (
  person: Parameters<typeof wantsPush>[0] & Pick<PersonRow, 'status'>,
  about: Preference | 'service',
): boolean => about !== 'service' && person.status === 'active' && wantsPush(person, about)

/** Only while the account is in use; a fictional profile has no device. */
export const wantsPush = (
  person: Pick<Addressee, 'shownStatus' | 'fictional' | 'settings'>,
  preference: Preference,
): boolean =>
  (person.shownStatus === 'active' || person.shownStatus === 'not_confirmed') &&
  !person.fictional &&
  hasChannelOn(person, preference, 'push')

/** @returns whether the member has a channel switched on for a preference */
const hasChannelOn = (
  { settings }: Pick<Addressee, 'settings'>,
  preference: Preference,
  channel: 'mail' | 'push',
): boolean => withChange(DEFAULT_MEMBER_SETTINGS, settings).notifications[preference][channel]
