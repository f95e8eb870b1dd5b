/** A date that the member writes down for a friend. It stays on this device until it is shared or discarded. */
import * as v from 'valibot'
import { datesOf, type TextStore } from '../chats/storage.ts'

/** `when` is a local date and time as the field writes it (`2026-05-04T20:30`), or empty. */
const DateDraft = v.object({ when: v.string(), where: v.string(), note: v.string() })
export type DateDraft = v.InferOutput<typeof DateDraft>

export const EMPTY_DATE: DateDraft = { when: '', where: '', note: '' }

export const isEmptyDate = (draft: DateDraft): boolean => Object.values(draft).every((text) => text.trim() === '')

const keyOf = (member: number, conversation: string): string => `${datesOf(member)}${conversation}`

export const loadDate = (store: TextStore, member: number, conversation: string): DateDraft => {
  try {
    return v.parse(DateDraft, JSON.parse(store.get(keyOf(member, conversation)) ?? 'null'))
  } catch {
    return EMPTY_DATE
  }
}

export const keepDate = (store: TextStore, member: number, conversation: string, draft: DateDraft): void => {
  const key = keyOf(member, conversation)
  if (isEmptyDate(draft)) store.remove(key)
  else store.set(key, JSON.stringify(draft))
}
