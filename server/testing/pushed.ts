/** A member with a device: pushes are encrypted, sent to a push service on loopback, and decrypted there. */
import * as v from 'valibot'
import webPush from 'web-push'
import { PushPayload } from '#contract/push.ts'
import { createPushSender, type PushSender } from '../adapters/push.ts'
import { openPushPost } from '../adapters/push-post.ts'
import type { TestMember } from './members.ts'
import { runJobs } from './post-office.ts'
import { pushDevice } from './push-device.ts'
import { pushService, type PushService } from './push-service.ts'
import type { TestServer } from './test-server.ts'

const VAPID = webPush.generateVAPIDKeys()
/** The push service in this test runs on loopback. */
const post = openPushPost({ mayBeOwn: true })

export type PushOffice = {
  service: PushService
  push: PushSender
  /** The key that signs the pushes. */
  publicKey: string
  /** The device's subscription and keys. */
  device: ReturnType<typeof pushDevice>
  subscribe: (member: TestMember) => Promise<unknown>
  runJobs: () => Promise<void>
  /** The decrypted pushes, the oldest first. */
  payloads: () => PushPayload[]
  /** The notification of the last push. */
  last: () => PushPayload['notification'] | undefined
}

export const pushOffice = async (server: TestServer): Promise<PushOffice> => {
  const service = await pushService()
  const device = pushDevice('https://fcm.googleapis.com/fcm/send/anna-1')
  const { now } = server.deps
  const push = createPushSender({ vapid: VAPID, subject: 'mailto:a@visavis.test', standIn: service.origin, now, post })
  const payloads = () => service.pushed.map(({ body }) => v.parse(PushPayload, JSON.parse(device.decrypt(body))))
  return {
    service,
    push,
    publicKey: VAPID.publicKey,
    device,
    subscribe: (member) => server.as(member)('user.push', { body: { subscription: device.subscription } }),
    runJobs: () => runJobs(server, { push, log: server.deps.log }),
    payloads,
    last: () => payloads().at(-1)?.notification,
  }
}
