/**
 * The calls about passkeys [ACC-20]. Each act has two: the options with a challenge that counts once and for minutes, and
 * the act with the browser's answer to them.
 */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { LoginWays, ownerProof, PasskeyAnswer, PasskeyId, PasskeyName, PasskeyOptions } from '../entities/passkey.ts'
import { LinkToken, Name, NewEmail } from '../fields.ts'
import { Empty, SessionAnswer } from './parts.ts'

export const passkeyCalls = {
  /** The answer is the same for every address and name, known or not. */
  'passkeys.options': {
    method: 'POST',
    path: 'passkeys/options',
    who: 'visitor',
    offline: 'network',
    body: v.variant(
      'for',
      [
        /** Names no account: the browser offers what it has. */
        v.object({ for: v.literal('login') }),
        v.object({ for: v.literal('signup'), email: NewEmail, name: Name }),
        /** Instead of a new password [ACC-9]. */
        v.object({ for: v.literal('reset'), token: LinkToken }),
      ],
      'invalid',
    ),
    response: PasskeyOptions,
    errors: ['link_invalid', 'rate_limited'],
  },
  'passkeys.login': {
    method: 'POST',
    path: 'passkeys/login',
    who: 'visitor',
    offline: 'network',
    body: v.object({ passkey: PasskeyAnswer }),
    response: SessionAnswer,
    errors: ['passkey_refused', 'passkey_unknown', 'email_being_deleted', 'rate_limited'],
  },
  'passkeys.list': {
    method: 'GET',
    path: 'passkeys',
    who: 'member',
    offline: 'network',
    response: LoginWays,
    errors: [],
  },
  /** `prove`: to answer with a passkey where a call asks for the password. `add`: for a new passkey; needs that proof. */
  'passkeys.own_options': {
    method: 'POST',
    path: 'passkeys/own-options',
    who: 'member',
    offline: 'network',
    body: v.variant(
      'for',
      [
        v.object({ for: v.literal('prove') }),
        /** `quiet`: the browser makes it right after a login by password, and asks nothing. */
        v.object({ for: v.literal('add'), quiet: v.optional(v.literal(true, 'invalid')), ...ownerProof }),
      ],
      'invalid',
    ),
    response: PasskeyOptions,
    errors: ['not_found', 'passkey_refused', 'passkey_limit', 'account_blocked', 'server_busy', 'rate_limited'],
  },
  'passkeys.add': {
    method: 'POST',
    path: 'passkeys',
    who: 'member',
    offline: 'network',
    /** Without a name the passkey gets those of browser and system. */
    body: v.object({
      passkey: PasskeyAnswer,
      name: v.optional(PasskeyName),
      quiet: v.optional(v.literal(true, 'invalid')),
    }),
    response: LoginWays,
    errors: ['passkey_refused', 'passkey_limit', 'rate_limited'],
  },
  'passkeys.rename': {
    method: 'PUT',
    path: 'passkeys/:id',
    who: 'member',
    offline: 'network',
    params: v.object({ id: PasskeyId }),
    body: v.object({ name: PasskeyName }),
    response: LoginWays,
    errors: ['not_found'],
  },
  /** The last way to log in stays. */
  'passkeys.remove': {
    method: 'DELETE',
    path: 'passkeys/:id',
    who: 'member',
    offline: 'network',
    params: v.object({ id: PasskeyId }),
    body: v.object(ownerProof),
    response: Empty,
    errors: ['not_found', 'last_way_in', 'passkey_refused', 'account_blocked', 'server_busy', 'rate_limited'],
  },
} as const satisfies Record<string, Call>
