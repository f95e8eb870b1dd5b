/** Turns a typed text into the text to send, its remaining length, and whether it can be sent. */
import { useEffect } from 'react'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { typedText, visibleText } from '#contract/rules/typed-text.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { useResource } from '../../../state/resource.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { drafts } from '../../../state/drafts.ts'

export type ComposerText = {
  /** The text to send; empty when there is nothing to send. */
  text: string
  /** Characters left, only near the limit; negative when the text is too long. */
  left: number | null
  isTooLong: boolean
  /** The price is known and above the member's credits. */
  isShortOfCredits: boolean
  canSend: boolean
}

/** The counter shows for the last tenth of the length, and for at least 100 characters. */
const COUNTED_FROM = 100

export const writingOf = (
  typed: string,
  limits: { length: number; cost: number | null; credits: number | null },
): ComposerText => {
  const text = sendableText(typed)
  const length = Math.min(limits.length, MESSAGE_MAX)
  const left = length - text.length
  const isTooLong = left < 0
  const isShortOfCredits = limits.cost !== null && limits.credits !== null && limits.credits < limits.cost
  return {
    text,
    left: left <= Math.max(COUNTED_FROM, Math.floor(length / 10)) ? left : null,
    isTooLong,
    isShortOfCredits,
    canSend: text !== '' && !isTooLong && !isShortOfCredits,
  }
}

/** The text as the contract accepts it: well-formed, as the field shows it, trimmed; empty if a reader would see nothing. */
export const sendableText = (typed: string): string => {
  const text = typedText(typed.toWellFormed()).trim()
  return visibleText(text) === '' ? '' : text
}

/**
 * Whether a key press sends, but never while an input method composes: Enter on a device with a keyboard, and with Ctrl or Cmd also on
 * a tablet, whose Enter begins a line.
 */
export const sendsOn = (
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    isComposing,
  }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>,
  hasKeyboard: boolean,
): boolean => key === 'Enter' && !isComposing && (ctrlKey || metaKey || (hasKeyboard && !shiftKey))

/** Returns a message's text to the composer without replacing the current draft. */
export const putBack = (text: string, draft: string): string => (draft.trim() === '' ? text : `${text}\n${draft}`)

/** An older list names a reply that has already joined the draft. */
const joined = new Set<string>()

/** Replies that were typed in a notification and could not be queued. The device stores them until they join the draft [CHAT-2]. */
export const useStoredReplies = (member: number, conversation: string): void => {
  const { data } = useResource('device.drafts', controlled.value ? {} : null)
  useEffect(() => {
    for (const { id, place, text } of data?.drafts ?? []) {
      if (place !== conversation || text === undefined || joined.has(id)) continue
      joined.add(id)
      const draft = drafts.read(member, conversation)
      // Another tab may have put it there just now.
      if (draft !== text && !draft.startsWith(`${text}\n`)) drafts.write(member, conversation, putBack(text, draft))
      void storedPhotos.drop(id)
    }
  }, [data, member, conversation])
}
