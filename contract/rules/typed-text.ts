/**
 * The text that a person sees in a field: Unicode NFC, line breaks as LF, no control characters but tabs. Texts pasted from word
 * processors and PDF files contain some that no field shows.
 */
export const typedText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f]/g, '\n')
    // eslint-disable-next-line no-control-regex -- the control characters are removed here
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')

/** Zero-width spaces and marks of direction are copied with an address, number or code, and are no part of it. */
export const withoutCopied = (text: string): string =>
  text.replaceAll(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()

/** Invisible characters: joiners, soft hyphens, zero-width spaces, variation selectors, and blanks that count as letters. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The part of the text that a reader sees; empty for a message that would be an empty bubble. */
export const visibleText = (text: string): string => text.replaceAll(UNSEEN, '').trim()
