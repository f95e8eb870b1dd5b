/** Every fact of the table goes the whole way through the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACT_NAMES, PROFILE_FACTS, type Facts } from '#contract/entities/profile-facts.ts'
import { recordOf } from '#contract/records.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** The first option of each fact. */
const ANSWERS = recordOf(FACT_NAMES, (name) => PROFILE_FACTS[name].options[0]) as Facts

let server: TestServer
let hiding: TestServer
let anna: TestMember
let bea: TestMember
beforeAll(async () => {
  server = await createTestServer()
  hiding = await createTestServer({ settings: { visible_profile_fields: [] } })
  ;[anna, bea] = [await server.signUp('Anna'), await server.signUp('Bea')]
  await answer(server, anna)
})
afterAll(async () => {
  await server.close()
  await hiding.close()
})

const consent = (where: TestServer, member: TestMember, given: boolean) =>
  where.as(member)('consents.put', { params: { consent: 'sensitive' }, body: { given } })
const answer = async (where: TestServer, member: TestMember): Promise<void> => {
  await consent(where, member, true)
  expect((await where.as(member)('profile.put', { body: ANSWERS })).status).toBe(200)
}
const ownProfile = async (where: TestServer, member: TestMember) => (await where.as(member)('profile.get')).body.profile
const stored = (where: TestServer, member: TestMember) =>
  where.sql('select * from profile_details where id = ?', member.id)[0]

describe.each(FACT_NAMES)('[PROF-1] the fact %s', (name) => {
  const { seenBy, sensitive } = PROFILE_FACTS[name]

  test('is stored in the column of its name and shown to its owner', async () => {
    expect(stored(server, anna)).toMatchObject({ [name]: ANSWERS[name] })
    expect(await ownProfile(server, anna)).toMatchObject({ [name]: ANSWERS[name] })
  })

  test('is shown to other members unless only its owner sees it', async () => {
    const params = { id: String(anna.id) }
    const seen = (await server.as(bea)('members.get', { params })).body.profile
    expect(new Map<string, unknown>(Object.entries(seen)).get(name)).toBe(
      seenBy === 'owner' ? undefined : ANSWERS[name],
    )
    const asSeen = (await server.as(anna)('members.get', { params })).body.profile
    expect(Object.keys(asSeen).includes(name)).toBe(seenBy !== 'owner')
  })

  test('is shown to visitors only if everyone may see it', async () => {
    const { profile } = (await server.visitor('members.get', { params: { id: String(anna.id) } })).body
    const seen = new Map<string, unknown>(Object.entries(profile)).get(name)
    expect(seen).toBe({ everyone: ANSWERS[name], members: null, owner: undefined }[seenBy])
  })

  test('[FIND-4] is empty for others where the site does not show it', async () => {
    const member = await hiding.signUp(`Hidden ${name}`)
    await answer(hiding, member)
    const { profile } = (await hiding.visitor('members.get', { params: { id: String(member.id) } })).body
    expect(new Map<string, unknown>(Object.entries(profile)).get(name) ?? null).toBe(null)
    expect(await ownProfile(hiding, member)).toMatchObject({ [name]: ANSWERS[name] })
  })

  test('[ACC-17] is in the export', async () => {
    const file = await exportFileOf(server, anna)
    expect(await file.json()).toMatchObject({ profile: { [name]: ANSWERS[name] } })
  })

  test('null clears it and leaves the other facts', async () => {
    const member = await server.signUp(`Cleared ${name}`)
    await answer(server, member)
    await server.as(member)('profile.put', { body: { [name]: null } })
    expect(await ownProfile(server, member)).toMatchObject({ ...ANSWERS, [name]: null })
  })

  test('[ACC-18] needs the consent only if it is sensitive, and is deleted with it', async () => {
    const member = await server.signUp(`Consent ${name}`)
    const refused = await server.as(member)('profile.put', { body: { [name]: ANSWERS[name] } })
    expect(refused.error?.error).toBe(sensitive ? 'consent_required' : undefined)
    await answer(server, member)
    await consent(server, member, false)
    expect(stored(server, member)).toMatchObject({ [name]: sensitive ? null : ANSWERS[name] })
  })
})
