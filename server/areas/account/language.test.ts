import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

test('[SITE-2] only one of the seven languages can be stored for a member', async () => {
  const anna = await server.signUp('Anna')
  const speak = (language: string) => server.as(anna)('user.language', { body: { language: language as never } })
  for (const language of LOCALES) expect((await speak(language)).body).toMatchObject({ user: { language } })
  for (const unknown of ['sv', 'EN', 'de-DE', '', 'constructor'])
    expect(await speak(unknown)).toMatchObject({ status: 400, body: { fields: { language: 'invalid' } } })
  expect((await server.as(anna)('user.get')).body).toMatchObject({ user: { language: LOCALES.at(-1) } })
})
