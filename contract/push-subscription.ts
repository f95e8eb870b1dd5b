/** What a browser's `PushSubscription.toJSON()` gives. */
import * as v from 'valibot'

export const PushSubscription = v.object({
  endpoint: v.pipe(
    v.string('required'),
    v.url('invalid'),
    v.startsWith('https://', 'invalid'),
    v.maxLength(1_000, 'too_long'),
  ),
  keys: v.object({
    p256dh: v.pipe(v.string('required'), v.regex(/^[\w-]{80,100}={0,2}$/, 'invalid')),
    auth: v.pipe(v.string('required'), v.regex(/^[\w-]{20,30}={0,2}$/, 'invalid')),
  }),
})
