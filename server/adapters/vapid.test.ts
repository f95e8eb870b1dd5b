import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { DAY_MS } from '#contract/limits.ts'
import { pushDevice } from '../testing/push-device.ts'
import { createPushSender, type PushOutcome } from './push.ts'
import type { PushPost } from './push-post.ts'
import { dropFormerKeys, openVapidKeys, rotateVapidKeys } from './vapid.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-vapid-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('the push keys are made once, and only their owner can read them', () => {
  const keys = openVapidKeys(join(dir, 'data'))
  expect(openVapidKeys(join(dir, 'data'))).toEqual(keys)
  expect(statSync(join(dir, 'data', 'vapid.json')).mode & 0o777).toBe(0o600)
})

test('a damaged key file is an error and never replaced, since all subscriptions depend on it', () => {
  writeFileSync(join(dir, 'vapid.json'), '{"publicKey":')
  expect(() => openVapidKeys(dir)).toThrow('is damaged')
})

test('[OPS-15] key files from before the rotation command are read as keys without former ones', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  writeFileSync(join(dir, 'vapid.json'), JSON.stringify({ publicKey, privateKey }))
  expect(openVapidKeys(dir)).toEqual({ publicKey, privateKey, former: [] })
})

test('[OPS-15] a replaced push key serves until no subscription of a device is left from before or soon after its end', () => {
  const first = openVapidKeys(dir)
  const second = rotateVapidKeys(dir, 10 * DAY_MS)
  expect(second.publicKey).not.toBe(first.publicKey)
  expect(second.former).toEqual([{ publicKey: first.publicKey, privateKey: first.privateKey, replacedAt: 10 * DAY_MS }])
  expect(statSync(join(dir, 'vapid.json')).mode & 0o777).toBe(0o600)

  const kept = (oldest: number | null, now: number) => dropFormerKeys(dir, oldest, now).former.length
  // A device may subscribe with a key that it read before the rotation.
  expect(kept(null, 11 * DAY_MS)).toBe(1)
  expect(kept(9 * DAY_MS, 300 * DAY_MS)).toBe(1)
  expect(kept(18 * DAY_MS, 300 * DAY_MS)).toBe(0)
  expect(openVapidKeys(dir)).toEqual({ ...second, former: [] })
})

/** A push service that accepts a push only with the key of its subscription, as RFC 8292 demands. */
const strictService = (keyOf: Record<string, string>, wrongKeyStatus: number) => {
  const asked: number[] = []
  const post: PushPost = (url, { headers }) => {
    const isRight = headers['authorization']?.includes(`k=${keyOf[url.pathname] ?? ''}`) === true
    const status = isRight ? 201 : wrongKeyStatus
    asked.push(status)
    return Promise.resolve({ status, headers: new Headers() })
  }
  return { post, asked }
}

test.for([400, 401, 403])(
  '[OPS-15] after a rotation, old and new devices get pushes where a wrong key is answered with %i',
  async (status) => {
    const first = openVapidKeys(dir)
    const vapid = rotateVapidKeys(dir, 1)
    const { post, asked } = strictService({ '/old': first.publicKey, '/new': vapid.publicKey, '/never': 'x' }, status)
    const sender = createPushSender({ vapid, subject: 'mailto:a@visavis.test', now: () => 1_000, post })
    const send = (path: string): Promise<PushOutcome> => {
      const { endpoint, keys } = pushDevice(`https://push.example.org${path}`).subscription
      return sender.send({ endpoint, ...keys }, '{}', { topic: 't', lifeMs: 60_000, urgency: 'normal' })
    }
    expect(await send('/new')).toEqual({ kind: 'sent' })
    expect(await send('/old')).toEqual({ kind: 'sent' })
    // The key that worked is tried first from now on.
    expect(await send('/old')).toEqual({ kind: 'sent' })
    expect(asked).toEqual([201, status, 201, 201])
    expect(await send('/never')).toEqual({ kind: 'refused', status })
  },
)
