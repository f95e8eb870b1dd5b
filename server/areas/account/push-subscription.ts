/** Push subscriptions: one per session, at known push services only [SAFE-11]. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'

export const setSubscription = async (
  deps: Deps,
  { subscription, time_zone }: CallParsed<'user.push'>['body'],
  caller: Caller,
): Promise<Record<string, never> | Refusal> => {
  if (subscription === null) {
    await deps.write((tx) => tx.account.unsubscribe(caller.sessionHash))
    return {}
  }
  const { endpoint, keys } = subscription
  if (deps.env.PUSH_STAND_IN === undefined && !isKnownService(endpoint, deps.settings().push_services))
    return refuse('invalid_input', { fields: { 'subscription.endpoint': 'push_service_unknown' } })
  const row = { endpoint, userId: caller.id, sessionHash: caller.sessionHash, p256dh: keys.p256dh, auth: keys.auth }
  // A device posts its subscription every day, and mostly nothing has changed.
  if (await deps.read.account.isSubscribed(row)) return {}
  await deps.write(async (tx) => {
    await tx.account.subscribe({ ...row, createdAt: deps.now() })
    if (time_zone !== undefined) await tx.notices.learnZone(caller.id, time_zone)
  })
  return {}
}

/** Names with dots that end in letters: no IP address, no `localhost`, no trailing dot, whatever the setting allows. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * The server posts to this host, so it must be a public push service [SAFE-11]. `adapters/push-post.ts` checks the
 * host's IP address when it sends.
 * @param services host names; `*.` at the start matches any subdomain
 */
export const isKnownService = (endpoint: string, services: readonly string[]): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  if (!HOST.test(url.hostname)) return false
  return services.some((service) =>
    service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  )
}
