/**
 * Answers for builds of the app that know only the first form of cards, with a gender and a country for everybody.
 * Their worker treats an answer that it cannot parse as a foreign one, and its device would stay offline for ever.
 */
import { FIRST_REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'

/** Old builds run in a browser, so a script that sends the same header does not count. */
export const isOlderBuild = (headers: Headers): boolean =>
  headers.get(REQUEST_TYPE_HEADER) === FIRST_REQUEST_TYPE && headers.has('sec-fetch-site')

/** Older builds show a card's gender nowhere; they show ZZ, a CLDR code, as an unknown region. */
const IN_FIRST_FORM = { gender: 'female', country: 'ZZ' }

/** A replacer for `JSON.stringify`. */
export const inFirstForm = (_key: string, value: unknown): unknown =>
  isReservedCard(value) && value.gender === null ? { ...value, ...IN_FIRST_FORM } : value

const isReservedCard = (value: unknown): value is { gender: unknown } =>
  typeof value === 'object' && value !== null && 'reserved' in value && value.reserved === true && 'gender' in value
