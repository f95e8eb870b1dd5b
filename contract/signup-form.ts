/** The signup form [ACC-1], [ACC-2]; the app checks it before it sends it. */
import * as v from 'valibot'
import { GENDERS } from './entities/profile.ts'
import { hasPasswordOrPasskey, PasskeyAnswer } from './entities/passkey.ts'
import { isWholePlaceOrNone } from './entities/place.ts'
import { PROFILE_FACTS } from './entities/profile-facts.ts'
import {
  BirthDate,
  CityId,
  Count,
  CountryCode,
  Id,
  MessageText,
  Name,
  NewEmail,
  Password,
  RegionCode,
} from './fields.ts'
import { TRAFFIC_SOURCE_MAX } from './limits.ts'
import { LOCALES } from './locales.ts'
import { isContactAddress } from './rules/contact-address.ts'
import { PROOF_BITS_MAX, PROOF_PARTS } from './rules/proof-of-work.ts'

export const SignupForm = v.pipe(
  v.object({
    email: NewEmail,
    name: Name,
    /** The password or a passkey [ACC-20]. Older app builds send a password. */
    password: v.optional(Password),
    passkey: v.optional(PasskeyAnswer),
    date_of_birth: BirthDate,
    gender: v.picklist(GENDERS, 'required'),
    language: v.picklist(LOCALES, 'invalid'),
    /**
     * The gender the member wants to meet [ACC-19]. It is sent only with the consent, and the server stores both.
     * Without the consent the answer stays on the device [ACC-18].
     */
    looking_for: v.optional(v.picklist(PROFILE_FACTS.looking_for.options, 'invalid')),
    consent_sensitive: v.optional(v.boolean('invalid')),
    /** The place, if already known: all three fields together. A later step can add it. */
    country: v.optional(CountryCode),
    countryregion: v.optional(RegionCode),
    city: v.optional(CityId),
    /**
     * The text that the visitor wrote while joining. With `signup_profile` it is a message to that member, sent after
     * the e-mail is confirmed, at the usual cost. Otherwise it begins the about-me text.
     */
    signup_message: v.optional(MessageText),
    signup_profile: v.optional(Id),
    /** [ACC-21] The form showed the links to terms and privacy at its button. Older app builds omit this. */
    accepts_terms: v.optional(v.literal(true, 'invalid')),
    /**
     * The traffic source from the address, if the visitor did not allow storing it. It may open signups [ACC-15] and is
     * not stored [SITE-9].
     */
    traffic_source: v.optional(v.pipe(v.string('invalid'), v.maxLength(TRAFFIC_SOURCE_MAX, 'too_long'))),
    /** [GUARD-5] The solved proof of work, where `signup.challenge` has asked for one. */
    proof: v.optional(
      v.object({
        challenge: v.pipe(v.string('required'), v.maxLength(100, 'too_long')),
        bits: v.pipe(Count, v.minValue(1, 'out_of_range'), v.maxValue(PROOF_BITS_MAX, 'out_of_range')),
        numbers: v.pipe(
          v.array(v.pipe(Count, v.maxValue(2 ** 32 - 1, 'out_of_range'))),
          v.length(PROOF_PARTS, 'invalid'),
        ),
      }),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['name'], ['email']],
      ({ name, email }) => name.toLowerCase() !== email.toLowerCase(),
      'name_is_email',
    ),
    ['name'],
  ),
  // Not a rule of `Name`: members with such a name keep it until they change it.
  v.forward(
    v.partialCheck([['name']], ({ name }) => !isContactAddress(name), 'name_is_address'),
    ['name'],
  ),
  v.forward(v.partialCheck([['password'], ['passkey']], hasPasswordOrPasskey, 'required'), ['password']),
  v.forward(
    v.partialCheck(
      [['looking_for'], ['consent_sensitive']],
      ({ looking_for, consent_sensitive }) => looking_for === undefined || consent_sensitive === true,
      'required',
    ),
    ['consent_sensitive'],
  ),
  v.forward(v.partialCheck([['country'], ['countryregion'], ['city']], isWholePlaceOrNone, 'place_unknown'), ['city']),
)
