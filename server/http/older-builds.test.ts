import { expect, test } from 'vitest'
import { FIRST_REQUEST_TYPE, REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { createTestServer } from '../testing/test-server.ts'

test('[PWA-10] [PROF-11] an old build gets a card in privacy mode that it can parse and that reveals nothing', async () => {
  const server = await createTestServer()
  const ada = await server.signUp('Ada', { gender: 'male', country: 'DE' })
  const bert = await server.signUp('Bert')
  server.sql('update profiles set reserved = 1 where id = ?', ada.id)
  const cardFor = async (headers: Record<string, string>) => {
    const answer = await server.app.request(`http://localhost/api/members/${ada.id}`, {
      headers: { cookie: bert.cookie, ...headers },
    })
    return ((await answer.json()) as { profile: Record<string, unknown> }).profile
  }
  const site = { 'sec-fetch-site': 'same-origin' }
  expect(await cardFor({ ...site, [REQUEST_TYPE_HEADER]: FIRST_REQUEST_TYPE })).toMatchObject({
    name: 'Ada',
    gender: 'female',
    country: 'ZZ',
    last_active: 0,
  })
  for (const headers of [{ ...site, [REQUEST_TYPE_HEADER]: REQUEST_TYPE }, { [REQUEST_TYPE_HEADER]: 'client' }, site])
    expect(await cardFor(headers)).toMatchObject({ name: 'Ada', gender: null, country: null, last_active: 0 })
  await server.close()
})
