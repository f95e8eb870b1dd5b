/** Push subscriptions: one a session, at known push services only [SAFE-11]. */
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
  // A device posts what it has every day: mostly it is what stands here already.
  if (await deps.read.account.isSubscribed(row)) return {}
  await deps.write(async (tx) => {
    await tx.account.subscribe({ ...row, createdAt: deps.now() })
    if (time_zone !== undefined) await tx.notices.learnZone(caller.id, time_zone)
  })
  return {}
}

/** Names with a dot that end in letters: no address, no `localhost`, no trailing dot, whatever the setting says. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * The server posts there, so it is a public push service or nothing [SAFE-11]. Where such a name leads is looked at when
 * something is sent (`adapters/push-post.ts`).
 * @param services host names; `*.` in front stands for any host below
 */
export const isKnownService = (endpoint: string, services: readonly string[]): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  if (!HOST.test(url.hostname)) return false
  return services.some((service) =>
    service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  )
}
