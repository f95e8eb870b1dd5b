/**
 * Answers for builds of the app that know cards in their first form alone, with a gender and a country for everybody.
 * Their worker takes an answer that it cannot parse for a foreign one, and its device would be offline for good.
 */
import { FIRST_REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'

/** Such a build runs in a browser, so a script that sends the same header is none. */
export const isOlderBuild = (headers: Headers): boolean =>
  headers.get(REQUEST_TYPE_HEADER) === FIRST_REQUEST_TYPE && headers.has('sec-fetch-site')

/** No screen of those builds shows the gender of a card; ZZ is the CLDR code that they show as an unknown region. */
const IN_FIRST_FORM = { gender: 'female', country: 'ZZ' }

/** A replacer for `JSON.stringify`. */
export const inFirstForm = (_key: string, value: unknown): unknown =>
  isReservedCard(value) && value.gender === null ? { ...value, ...IN_FIRST_FORM } : value

const isReservedCard = (value: unknown): value is { gender: unknown } =>
  typeof value === 'object' && value !== null && 'reserved' in value && value.reserved === true && 'gender' in value
