import { expect, test } from 'vitest'
import { signupForm } from '../../testing/forms.ts'
import { createTestServer } from '../../testing/test-server.ts'

/** @returns the status, and the refusal or the stored traffic source of the new member */
const join = async (signups: 'all' | 'with_trafficsource' | 'none', cookie?: string, unstored?: string) => {
  const site = await createTestServer({ settings: { signups } })
  const response = await site.app.request('http://localhost/api/signup', {
    method: 'POST',
    headers: cookie === undefined ? {} : { cookie: `trafficsource=${cookie}` },
    body: JSON.stringify({ ...signupForm(), traffic_source: unstored }),
  })
  const [row] = site.sql('select tracking from users')
  await site.close()
  return [response.status, row === undefined ? await response.json() : JSON.parse(String(row['tracking']))]
}
const SOURCE = 'network=search&ref=summer&sub1=a&other=x'
const CLOSED = [403, { error: 'signups_closed' }]

test('[ACC-15] all: everyone can join, and the traffic source is stored with the account', async () => {
  expect(await join('all')).toEqual([200, {}])
  expect(await join('all', SOURCE)).toEqual([200, { network: 'search', ref: 'summer', sub1: 'a' }])
})

test('[ACC-15] with_trafficsource: only visitors with a traffic source, stored or in the address', async () => {
  expect(await join('with_trafficsource')).toEqual(CLOSED)
  expect(await join('with_trafficsource', 'sub1=a')).toEqual(CLOSED)
  expect(await join('with_trafficsource', SOURCE)).toEqual([200, { network: 'search', ref: 'summer', sub1: 'a' }])
  expect(await join('with_trafficsource', undefined, 'sub1=a')).toEqual(CLOSED)
})

test('[ACC-15]a traffic source that the visitor did not allow to store opens signups, but is not stored', async () => {
  expect(await join('with_trafficsource', undefined, 'ref=friend')).toEqual([200, {}])
})

test('[ACC-15] none: nobody can join', async () => {
  expect(await join('none')).toEqual(CLOSED)
  expect(await join('none', SOURCE)).toEqual(CLOSED)
})
