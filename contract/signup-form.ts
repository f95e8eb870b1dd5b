/** What a visitor joins with [ACC-1], [ACC-2]; the form looks at it before it asks. */
import * as v from 'valibot'
import { GENDERS, LOOKING_FOR } from './entities/profile.ts'
import { BirthDate, CityId, CountryCode, Email, Id, MessageText, Name, Password, RegionCode } from './fields.ts'
import { TRAFFIC_SOURCE_MAX } from './limits.ts'
import { LOCALES } from './locales.ts'
import { isContactAddress } from './rules/contact-address.ts'

export const SignupForm = v.pipe(
  v.object({
    email: Email,
    name: Name,
    password: Password,
    date_of_birth: BirthDate,
    gender: v.picklist(GENDERS, 'required'),
    language: v.picklist(LOCALES, 'invalid'),
    /**
     * Whom the member wants to meet [ACC-19]: sent only with the consent, which stores both. Without it the answer stays
     * on the device [ACC-18].
     */
    looking_for: v.optional(v.picklist(LOOKING_FOR, 'invalid')),
    consent_sensitive: v.optional(v.boolean('invalid')),
    /** Where known already; it can be told in a later step. All three together. */
    country: v.optional(CountryCode),
    countryregion: v.optional(RegionCode),
    city: v.optional(CityId),
    /**
     * What the visitor wrote when they joined: to the member whose page led here (sent once the e-mail is confirmed,
     * at the usual cost), else the beginning of their about-me text.
     */
    signup_message: v.optional(MessageText),
    signup_profile: v.optional(Id),
    /** [ACC-21] The form showed the links to terms and privacy at its button. An app from before does not say so. */
    accepts_terms: v.optional(v.literal(true, 'invalid')),
    /**
     * What the address said of where the visitor came from, where they did not let it be stored: it may open signups
     * [ACC-15], and is not kept [SITE-9].
     */
    traffic_source: v.optional(v.pipe(v.string('invalid'), v.maxLength(TRAFFIC_SOURCE_MAX, 'too_long'))),
  }),
  v.forward(
    v.partialCheck(
      [['name'], ['email']],
      ({ name, email }) => name.toLowerCase() !== email.toLowerCase(),
      'name_is_email',
    ),
    ['name'],
  ),
  // Not a rule of `Name`: members who have such a name from before keep it until they change it.
  v.forward(
    v.partialCheck([['name']], ({ name }) => !isContactAddress(name), 'name_is_address'),
    ['name'],
  ),
  v.forward(
    v.partialCheck(
      [['looking_for'], ['consent_sensitive']],
      ({ looking_for, consent_sensitive }) => looking_for === undefined || consent_sensitive === true,
      'required',
    ),
    ['consent_sensitive'],
  ),
  v.forward(
    v.partialCheck(
      [['country'], ['countryregion'], ['city']],
      ({ country, countryregion, city }) =>
        new Set([country, countryregion, city].map((part) => part === undefined)).size === 1,
      'place_unknown',
    ),
    ['city'],
  ),
)
