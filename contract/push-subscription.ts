/** The schema of a browser's `PushSubscription.toJSON()`. */
import * as v from 'valibot'

export const PushSubscription = v.object({
  endpoint: v.pipe(
    v.string('required'),
    v.url('invalid'),
    v.startsWith('https://', 'invalid'),
    v.maxLength(1_000, 'too_long'),
  ),
  keys: v.object({
    // A point of 65 bytes and a secret of 16 (RFC 8291 §3); encryption needs exactly these.
    p256dh: v.pipe(v.string('required'), v.regex(/^[\w-]{87}=?$/, 'invalid')),
    auth: v.pipe(v.string('required'), v.regex(/^[\w-]{22}(==)?$/, 'invalid')),
  }),
})
