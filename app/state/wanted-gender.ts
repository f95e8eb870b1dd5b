/**
 * The gender that the member wants to meet [ACC-19]. With the consent, the answer is in the profile. Without it, the answer stays
 * on this device and is deleted when the member leaves [ACC-18], [PWA-11].
 */
import { signal } from '@preact/signals-react'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { PROFILE_FACTS, type FactValue } from '#contract/entities/profile-facts.ts'
import { deviceStore } from '../ports/text-store.ts'

export type WantedGender = FactValue<'looking_for'>

type Member = { id: number; profile: Pick<OwnProfile, 'looking_for'> }

const KEY = 'whom'

/** `7 female`: the member, then the answer. */
const storedAnswer = signal(deviceStore.get(KEY) ?? '')

const storedGenderOf = (member: number): WantedGender | null => {
  const [id, answer] = storedAnswer.value.split(' ')
  return id === String(member) ? (PROFILE_FACTS.looking_for.options.find((one) => one === answer) ?? null) : null
}

/** The member's answer, or null. A component that calls this needs `useSignals`. */
export const wantedGenderOf = ({ id, profile }: Member): WantedGender | null =>
  profile.looking_for ?? storedGenderOf(id)

/** The `gender` parameter for calls. Empty if the profile has the answer, or the member wants to meet both. */
export const genderParameter = (me: Member | null): { gender?: 'female' | 'male' } => {
  const answer = me === null || me.profile.looking_for !== null ? null : storedGenderOf(me.id)
  return answer === null || answer === 'both' ? {} : { gender: answer }
}

/** Stores the answer on this device only; without storage, until the page is closed. */
export const storeWantedGender = (member: number, answer: WantedGender): void => {
  storedAnswer.value = `${member} ${answer}`
  deviceStore.set(KEY, storedAnswer.value)
}

export const forgetWantedGender = (): void => {
  storedAnswer.value = ''
  deviceStore.remove(KEY)
}
