import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { shareMetadata } from './share-metadata.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
})
afterEach(() => server.close())

const photoOf = (owner: number, status: string): void => {
  const [row] = server.sql(
    "insert into photos (owner, hash, status, created_at) values (?, 'ab', ?, 1) returning id",
    owner,
    status,
  )
  server.sql('update profiles set main_photo = ? where id = ?', row?.['id'], owner)
}
const tagsOf = (id: number, path = `/members/${id}`) => shareMetadata(server.deps, path, 'en')

test('[PROF-5] an active main photo is shared, with name and age', async () => {
  const anna = await server.signUp('Anna "A" <b>')
  photoOf(anna.id, 'active')
  const tags = await tagsOf(anna.id)
  expect(tags).toContain('og:image" content="https://visavis.test/photos/')
  expect(tags).toContain('/card"')
  expect(tags).not.toContain('<b>')
})

test.each(['pending', 'rejected'])('[PROF-5] a %s one is not', async (status) => {
  const anna = await server.signUp('Anna')
  photoOf(anna.id, status)
  const tags = await tagsOf(anna.id)
  expect(tags).toContain('og:title')
  expect(tags).not.toContain('og:image')
})

test('[SAFE-7] a fictional profile is marked in the preview', async () => {
  const ines = await server.signUp('Ines', { fictional: true })
  expect(await tagsOf(ines.id)).toContain('Fictional profile')
})

test('[PROF-11] a member in privacy mode shares no photo', async () => {
  const anna = await server.signUp('Anna')
  photoOf(anna.id, 'active')
  server.sql('update profiles set reserved = 1 where id = ?', anna.id)
  expect(await tagsOf(anna.id)).not.toContain('og:image')
})

test('[FIND-4] there is no preview if visitors see no profiles, for a missing profile, and on other pages', async () => {
  const [anna, bea] = [await server.signUp('Anna'), await server.signUp('Bea', { invisible: true })]
  expect(await tagsOf(bea.id)).toBeNull()
  expect(await tagsOf(999)).toBeNull()
  expect(await tagsOf(anna.id, `/members/${anna.id}/chat`)).toBeNull()
  await server.close()
  server = await createTestServer({ settings: { logged_out_search: 'none' } })
  const carla = await server.signUp('Carla')
  expect(await tagsOf(carla.id)).toBeNull()
})
