/** The text of a failure that a log may contain [SHELL-5], [SAFE-9]: the error without personal data. */

export const FAILURE_WORDS_MAX = 300

/** Mail addresses, query strings, and everything long enough to be a token or a phone number. */
const PERSONAL = /\S+@\S+|\?\S*|[\w-]{32,}|\+?\d[\d\s./-]{5,}\d/g

/** The name and message of an error in one line, without the stack. */
export const failureWords = (failure: unknown): string => withoutPersonal(String(failure))

/** Replaces what may be personal, such as addresses and long numbers, by an ellipsis, and cuts the text. */
export const withoutPersonal = (text: string): string =>
  text.replaceAll(PERSONAL, '…').replaceAll(/\s+/g, ' ').trim().slice(0, FAILURE_WORDS_MAX)
