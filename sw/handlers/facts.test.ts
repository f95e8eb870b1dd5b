/** Every fact of the table goes the whole way through the worker. */
import { describe, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { FACT_NAMES, PROFILE_FACTS, withoutFacts } from '#contract/entities/profile-facts.ts'
import type { OwnProfile, Profile } from '#contract/entities/profile.ts'
import { recordOf } from '#contract/records.ts'
import { completeOwnProfile, completeProfile } from '../store/older-rows.ts'
import { profileOfCard } from '../store/profiles.ts'
import { cardOf, ownProfileOf, profileOf } from '../testing/people.ts'
import { memberWorld, restarted, type World } from '../testing/world.ts'

const ownProfileIn = async ({ worker }: World): Promise<OwnProfile | undefined> =>
  ((await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>).user?.profile

const consent = ({ worker }: World, given: boolean) => worker.call('PUT', '/api/consents/sensitive', { given })

describe.each(FACT_NAMES)('[PROF-1] the fact %s', (name) => {
  const { options, seenBy, sensitive } = PROFILE_FACTS[name]
  const [option] = options

  test('[PWA-2] changed offline shows at once, is sent once online, and stays after a restart', async () => {
    const world = await memberWorld()
    await consent(world, true)
    await world.worker.settled()
    world.browser.network = 'down'
    expect((await world.worker.call('PUT', '/api/profile', { [name]: option })).status).toBe(202)
    expect(await ownProfileIn(world)).toMatchObject({ [name]: option, waiting: true })
    world.worker = await restarted(world)
    world.browser.network = 'up'
    await world.worker.call('POST', '/api/device/sync')
    await world.worker.settled()
    expect(world.server.own.effects).toContain(`profile {"${name}":"${option}"}`)
    expect(await ownProfileIn(world)).toMatchObject({ [name]: option })
  })

  test('[ACC-18] disappears with a withdrawn consent only if it is sensitive', async () => {
    const world = await memberWorld()
    await consent(world, true)
    await world.worker.settled()
    world.browser.network = 'down'
    await world.worker.call('PUT', '/api/profile', { [name]: option })
    await consent(world, false)
    expect(await ownProfileIn(world)).toMatchObject({ [name]: sensitive ? null : option })
  })

  test('[PWA-1] is null in rows that an older version stored without it, and stays where it is stored', () => {
    const [own, other] = [ownProfileOf(1), profileOf(2)]
    expect(completeOwnProfile(withoutFacts([name], own) as OwnProfile)).toMatchObject({ [name]: null })
    expect(completeOwnProfile({ ...own, [name]: option })).toMatchObject({ [name]: option })
    const isShown = seenBy !== 'owner'
    const older = completeProfile(withoutFacts([name], other) as Profile)
    expect([Object.hasOwn(older, name), { ...older }[name as 'sexuality'] ?? null]).toEqual([isShown, null])
    expect(completeProfile({ ...other, [name]: option })).toMatchObject({ [name]: option })
  })

  test('[PWA-1] is null in a profile of which the device knows only the card', () => {
    expect(Object.hasOwn(profileOfCard(cardOf(3)), name)).toBe(seenBy !== 'owner')
  })
})

test('[PWA-1] completing a whole row keeps its JSON text', () => {
  const own = { ...ownProfileOf(1), ...recordOf(FACT_NAMES, (name) => PROFILE_FACTS[name].options[0]) } as OwnProfile
  expect(JSON.stringify(completeOwnProfile(own))).toBe(JSON.stringify(own))
})
