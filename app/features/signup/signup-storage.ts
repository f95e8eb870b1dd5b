/** The data of signup stored in this tab for a reload, never a password. Deleted at logout [PWA-11]. */
import * as v from 'valibot'
import type { CallInput } from '#contract/calls.ts'
import { PROFILE_FACTS } from '#contract/entities/profile-facts.ts'
import { parseJson } from '#contract/json.ts'
import { tabStore } from '../../ports/text-store.ts'
import { FIRST_MESSAGE_KEY } from '../../state/login-prompt.ts'
import type { WantedGenderDraft } from '../wanted-gender/wanted-gender-fields.tsx'

/** Every key of signup; a logout deletes them all. */
const KEYS = {
  account: 'signup-draft',
  wantedGender: 'signup-whom',
  about: 'signup-about',
  pushAsked: 'signup-push-asked',
  open: 'signup-open',
  visitorStep: 'signup-at',
  town: 'signup-town',
  photo: 'signup-photo',
  joined: 'signup-joined',
  firstMessage: FIRST_MESSAGE_KEY,
} as const

type Key = keyof typeof KEYS

const read = (key: Key): string | null => tabStore.get(KEYS[key])
const write = (key: Key, text: string): void => tabStore.set(KEYS[key], text)
const drop = (key: Key): void => tabStore.remove(KEYS[key])

/** The draft of the account form, which `account-data.ts` reads and writes. */
export const loadDraft = (): string | null => read('account')
export const storeDraft = (draft: string): void => write('account', draft)
/** Drops the answers given before the account. */
export const dropDraft = (): void => (['account', 'visitorStep', 'town', 'photo'] as const).forEach(drop)

/** The answer to the first question [ACC-19]: initially nothing is chosen and nothing ticked. */
export const loadWantedGenderDraft = (): WantedGenderDraft => {
  const [answer, consent] = (read('wantedGender') ?? '').split(' ')
  return {
    gender: PROFILE_FACTS.looking_for.options.find((one) => one === answer) ?? null,
    consented: consent === 'consented',
  }
}
export const storeWantedGenderDraft = ({ gender, consented }: WantedGenderDraft): void =>
  write('wantedGender', `${gender ?? 'nobody'} ${consented ? 'consented' : ''}`)
export const dropWantedGenderDraft = (): void => drop('wantedGender')

/** The visitor's step, so that a reload continues there. */
export const loadVisitorStep = (): number => Number(read('visitorStep') ?? Number.NEGATIVE_INFINITY)
export const storeVisitorStep = (at: number): void => write('visitorStep', String(at))

const TownDraft = v.object({ country: v.string(), countryregion: v.string(), city: v.string(), name: v.string() })
export type TownDraft = v.InferOutput<typeof TownDraft>

/** The place before the account, with its name for the card that others will see. */
export const loadTown = (): TownDraft | null => {
  const { output, success } = v.safeParse(TownDraft, tabStore.getJson(KEYS.town))
  return success ? output : null
}
export const storeTown = (town: TownDraft | null): void =>
  town === null ? drop('town') : write('town', JSON.stringify(town))

/** The prepared photo before the account, as a data URL. */
export const loadPhotoDraft = (): string | null => read('photo')
export const storePhotoDraft = (dataUrl: string | null): void =>
  dataUrl === null ? drop('photo') : write('photo', dataUrl)

/** Whether the questions before the account were answered in this tab: then the completion follows the account. */
export const hasJoined = (): boolean => read('joined') !== null
export const noteJoined = (joined: boolean): void => (joined ? write('joined', '1') : drop('joined'))

/** A visitor's first message to the member of the lander [ACC-1]: it goes with the signup and is sent once the address is confirmed. */
const FirstMessage = v.object({
  profile: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.string(),
  fictional: v.boolean(),
  text: v.string(),
})
export type FirstMessage = v.InferOutput<typeof FirstMessage>

export const firstMessageOf = (stored: string | null): FirstMessage | null => {
  const { output, success } = v.safeParse(FirstMessage, parseJson(stored ?? 'null')?.value)
  return success ? output : null
}

/** The first message to the member of the lander, or null. */
export const loadMessage = (): FirstMessage | null => firstMessageOf(read('firstMessage'))
export const storeFirstMessage = (message: FirstMessage): void => write('firstMessage', JSON.stringify(message))
export const dropMessage = (): void => drop('firstMessage')

/** A description that has not been saved yet, or null. */
export const loadAbout = (): string | null => read('about')
export const storeAboutMe = (text: string): void => write('about', text)
export const dropAbout = (): void => drop('about')

/** Whether this device has already shown the question about notifications, which appears only once. */
export const wasPushAsked = (): boolean => read('pushAsked') !== null
export const notePushAsked = (): void => write('pushAsked', '1')

/** Whether the dialog was open: a reload opens it again [ACC-1]. */
export const wasOpen = (): boolean => read('open') !== null
export const noteOpen = (open: boolean): void => (open ? write('open', '1') : drop('open'))

export const forgetSignup = (): void => Object.values(KEYS).forEach(tabStore.remove)

/** The message as part of the signup's input; empty without a text. */
export const messageInput = (
  message: FirstMessage | null,
): Pick<CallInput<'signup'>['body'], 'signup_message' | 'signup_profile'> =>
  message && message.text.trim() !== '' ? { signup_message: message.text.trim(), signup_profile: message.profile } : {}
