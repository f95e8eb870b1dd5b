/** The data of signup stored in this tab for a reload, never a password. Deleted at logout [PWA-11]. */
import * as v from 'valibot'
import { PROFILE_FACTS } from '#contract/entities/profile-facts.ts'
import { tabStore } from '../../ports/text-store.ts'
import { FIRST_MESSAGE_KEY } from '../../state/login-prompt.ts'
import type { WantedGenderDraft } from '../wanted-gender/wanted-gender-fields.tsx'
import { firstMessageOf, type FirstMessage } from './first-message.ts'

const { get: read, set: write, remove: drop } = tabStore

const ACCOUNT = 'signup-draft'
const WANTED_GENDER = 'signup-whom'
const ABOUT = 'signup-about'
const PUSH_ASKED = 'signup-push-asked'
const OPEN = 'signup-open'
const AT = 'signup-at'
const TOWN_KEY = 'signup-town'
const PHOTO = 'signup-photo'
const JOINED = 'signup-joined'

/** The draft of the account form, which `account-data.ts` reads and writes. */
export const loadDraft = (): string | null => read(ACCOUNT)
export const storeDraft = (draft: string): void => write(ACCOUNT, draft)
/** Drops the answers given before the account. */
export const dropDraft = (): void => [ACCOUNT, AT, TOWN_KEY, PHOTO].forEach(drop)

/** The answer to the first question [ACC-19]: initially nothing is chosen and nothing ticked. */
export const loadWantedGenderDraft = (): WantedGenderDraft => {
  const [answer, consent] = (read(WANTED_GENDER) ?? '').split(' ')
  return {
    gender: PROFILE_FACTS.looking_for.options.find((one) => one === answer) ?? null,
    consented: consent === 'consented',
  }
}
export const storeWantedGenderDraft = ({ gender, consented }: WantedGenderDraft): void =>
  write(WANTED_GENDER, `${gender ?? 'nobody'} ${consented ? 'consented' : ''}`)
export const dropWantedGenderDraft = (): void => drop(WANTED_GENDER)

/** The visitor's step, so that a reload continues there. */
export const loadVisitorStep = (): number => Number(read(AT) ?? Number.NEGATIVE_INFINITY)
export const storeVisitorStep = (at: number): void => write(AT, String(at))

const TownDraft = v.object({ country: v.string(), countryregion: v.string(), city: v.string(), name: v.string() })
export type TownDraft = v.InferOutput<typeof TownDraft>

/** The place before the account, with its name for the card that others will see. */
export const loadTown = (): TownDraft | null => {
  const { output, success } = v.safeParse(TownDraft, tabStore.getJson(TOWN_KEY))
  return success ? output : null
}
export const storeTown = (town: TownDraft | null): void =>
  town === null ? drop(TOWN_KEY) : write(TOWN_KEY, JSON.stringify(town))

/** The prepared photo before the account, as a data URL. */
export const loadPhotoDraft = (): string | null => read(PHOTO)
export const storePhotoDraft = (dataUrl: string | null): void =>
  dataUrl === null ? drop(PHOTO) : write(PHOTO, dataUrl)

/** Whether the questions before the account were answered in this tab: then the completion follows the account. */
export const hasJoined = (): boolean => read(JOINED) !== null
export const noteJoined = (joined: boolean): void => (joined ? write(JOINED, '1') : drop(JOINED))

/** The first message to the member of the lander, or null. */
export const loadMessage = (): FirstMessage | null => firstMessageOf(read(FIRST_MESSAGE_KEY))
export const storeFirstMessage = (message: FirstMessage): void => write(FIRST_MESSAGE_KEY, JSON.stringify(message))
export const dropMessage = (): void => drop(FIRST_MESSAGE_KEY)

/** A description that has not been saved yet, or null. */
export const loadAbout = (): string | null => read(ABOUT)
export const storeAboutMe = (text: string): void => write(ABOUT, text)
export const dropAbout = (): void => drop(ABOUT)

/** Whether this device has already shown the question about notifications, which appears only once. */
export const wasPushAsked = (): boolean => read(PUSH_ASKED) !== null
export const notePushAsked = (): void => write(PUSH_ASKED, '1')

/** Whether the dialog was open: a reload opens it again [ACC-1]. */
export const wasOpen = (): boolean => read(OPEN) !== null
export const noteOpen = (open: boolean): void => (open ? write(OPEN, '1') : drop(OPEN))

export const forgetSignup = (): void =>
  [ACCOUNT, WANTED_GENDER, ABOUT, PUSH_ASKED, OPEN, AT, TOWN_KEY, PHOTO, JOINED, FIRST_MESSAGE_KEY].forEach(drop)
