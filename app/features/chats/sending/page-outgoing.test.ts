// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { retainResource } from '../../../state/resource.ts'
import { settings } from '../../../state/site.ts'
import { answerCalls, setSite, setUpScreens } from '../../../testing/screen-page.tsx'
import { outgoing, storeUpload } from './page-outgoing.ts'

setUpScreens()

const ID = '01932b1c-8a4f-7c3d-9e2b-00000000000'

test('[CHAT-15] a message states the price that was on the screen, and a higher one at the server shows the new prices', async () => {
  retainResource('settings.get', {})
  setSite({ message_credits: 2, gift_credits: 4 })
  const raised = { settings: { ...settings.value, message_credits: 3 }, domain_language: 'en' }
  const asked = answerCalls({
    'messages.send': { error: 'cost_changed', cost: 3 },
    'settings.get': raised as never,
  })
  const from = { conversation: '1-7', sender: 1, profile: 7, sent_at: 0 }
  outgoing.send({ ...from, client_id: `${ID}1`, type: 'text', text: 'Ciao' })
  await vi.waitFor(() => expect(settings.value?.message_credits).toBe(3))
  outgoing.send({ ...from, client_id: `${ID}2`, type: 'gift', gift: 'rose' })
  outgoing.retry(`${ID}1`)
  const sent = () => asked.flatMap(({ name, body }) => (name === 'messages.send' ? [body] : []))
  await vi.waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toMatchObject([{ cost: 2 }, { type: 'gift', cost: 4 }, { type: 'text', cost: 3 }])
})

test('[PWA-13] a page that stays open for days releases the pictures of photos that it has sent, except the last ten', async () => {
  const released = vi.spyOn(URL, 'revokeObjectURL')
  vi.stubGlobal('fetch', async () => Response.json({ queued: true }, { status: 202 }))
  const from = { conversation: '1-7', sender: 1, profile: 7, sent_at: 0 }
  const addresses: string[] = []
  for (let n = 10; n < 22; n += 1) {
    const client_id = `${ID.slice(0, -1)}${n}`
    const photo = storeUpload(client_id, { photo: new Blob(['x']), colours: '', width: 1, height: 1 })
    addresses.push(photo.filename)
    outgoing.send({ ...from, client_id, type: 'photo', photo })
  }
  await vi.waitFor(() => expect(released.mock.calls.flat()).toEqual(addresses.slice(0, 2)))
})
