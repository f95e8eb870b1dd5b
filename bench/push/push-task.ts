/** Encrypts for many made-up subscriptions on one core, by each of three ways in turn. Nothing is sent anywhere. */
import { createECDH, randomBytes } from 'node:crypto'
import webPush from 'web-push'
import { createPushSender, type PushTarget } from '../../server/adapters/push.ts'
import { serveTask } from '../process/task.ts'
import { median } from '../report.ts'
import { PushLoad, type PushRates } from './push-rates.ts'

const TARGETS = 200
const SUBJECT = 'mailto:bench@visavis.test'
const TTL = 3_600
const MANNER = { topic: 'bench', lifeMs: TTL * 1_000, urgency: 'high' } as const
/** About as long as a push that carries a message. */
const PAYLOAD = JSON.stringify({ web_push: 8030, notification: { title: 'Visavis', body: 'x'.repeat(900) } })

serveTask(PushLoad, async ({ rounds, seconds }): Promise<PushRates> => {
  const vapid = webPush.generateVAPIDKeys()
  const targets = Array.from({ length: TARGETS }, (_, index) => madeUpTarget(index))
  const sender = createPushSender({
    vapid,
    subject: SUBJECT,
    now: () => Date.now(),
    post: async () => new Response(null, { status: 201 }),
  })
  const ways = {
    ours: async (target: PushTarget) => void (await sender.send(target, PAYLOAD, MANNER)),
    webPush: async (target: PushTarget) => void raw(target, { ...vapid, subject: SUBJECT }),
    encryptionAlone: async (target: PushTarget) => void raw(target),
  }
  const rates: Record<keyof typeof ways, number[]> = { ours: [], webPush: [], encryptionAlone: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of ['ours', 'webPush', 'encryptionAlone'] as const) {
      const rate = await ratePerSecond(targets, ways[way], seconds)
      // The first round warms up.
      if (round > 0) rates[way].push(rate)
    }
  }
  return { ours: median(rates.ours), webPush: median(rates.webPush), encryptionAlone: median(rates.encryptionAlone) }
})

const madeUpTarget = (index: number): PushTarget => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint: `https://push.example.test/${index}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

const ratePerSecond = async (
  targets: readonly PushTarget[],
  send: (target: PushTarget) => Promise<void>,
  seconds: number,
): Promise<number> => {
  const start = performance.now()
  let count = 0
  while (performance.now() - start < seconds * 1_000) {
    for (const target of targets) await send(target)
    count += targets.length
  }
  return count / ((performance.now() - start) / 1_000)
}

const raw = ({ endpoint, p256dh, auth }: PushTarget, vapidDetails?: webPush.RequestOptions['vapidDetails']) =>
  webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, PAYLOAD, {
    TTL,
    contentEncoding: 'aes128gcm',
    ...(vapidDetails ? { vapidDetails } : {}),
  })
