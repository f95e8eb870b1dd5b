/** What the composer makes of a text: what would be sent, what it costs, what stands in the way. */
import { MESSAGE_MAX } from '#contract/limits.ts'

export type Writing = {
  /** What would be sent; empty when there is nothing to send. */
  text: string
  /** Characters left, once that is worth knowing; negative when it is too long. */
  left: number | null
  isTooLong: boolean
  /** The price is known and more than what is there. */
  isShortOfCredits: boolean
  canSend: boolean
}

/** The counter shows over the last tenth, at least a hundred characters before the end. */
const COUNTED_FROM = 100

export const writingOf = (
  typed: string,
  limits: { length: number; cost: number | null; credits: number | null },
): Writing => {
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

/** As the contract takes it: well-formed, NFC, no control characters but line breaks and tabs, no space around. */
export const sendableText = (typed: string): string =>
  typed
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/gu, '\n')
    // eslint-disable-next-line no-control-regex -- the control characters are what goes
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '')
    .trim()

/** Whether a key press sends: Enter on its own, where there is a keyboard, and never while an input method composes. */
export const sendsOn = (
  press: { key: string; shiftKey: boolean; isComposing: boolean },
  hasKeyboard: boolean,
): boolean => hasKeyboard && press.key === 'Enter' && !press.shiftKey && !press.isComposing

/** A text put back into the composer does not push out what is being written there. */
export const putBack = (text: string, draft: string): string => (draft.trim() === '' ? text : `${text}\n${draft}`)
