/**
 * Names and words written from right to left, inside texts that are written from left to right. Without isolation a browser, a mail
 * program or a notification draws their neighbours on the wrong side: `27 ,נועה` instead of the name and then the age.
 */

/** Hebrew, Arabic, Syriac, Thaana, N’Ko and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A value to insert into a text, with its own direction if it contains letters from right to left (UAX #9, FSI and PDI). */
export const isolated = (value: string): string => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value)
