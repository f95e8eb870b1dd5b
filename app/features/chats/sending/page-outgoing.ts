/** Posts the messages of this page through the app's calls. */
import type { MessagePhoto } from '#contract/entities/chat.ts'
import { messageCost } from '#contract/rules/message-cost.ts'
import { call } from '../../../ports/api.ts'
import { uploadPhoto } from '../../../ports/photo-upload.ts'
import { protectQuietly } from '../../../ports/device-storage.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { invalidate } from '../../../state/resource.ts'
import { settings } from '../../../state/site.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { photoDrafts } from '../composer/page-photo-drafts.ts'
import type { ReadyPhoto } from '../composer/photo-draft.ts'
import { deviceStore } from '../../../ports/text-store.ts'
import { makeOutgoing } from './outgoing.ts'

/** Photos in memory until the device or the server has taken them: a text store has no room for them. */
const uploads = new Map<string, { photo: Blob; address: string }>()

/** Addresses of photos that were taken. Their bubbles show them until the lists bring the photos of the device or the server. */
const shown: string[] = []
const SHOWN_MAX = 10

/** @param max how many addresses stay valid: each keeps its photo in memory, and an installed app stays open for days */
const release = (max: number): void => {
  for (const address of shown.splice(0, Math.max(0, shown.length - max))) URL.revokeObjectURL(address)
}

/** Stores the photo of a message and returns the picture that its bubble shows until then. */
export const storeUpload = (clientId: string, { photo, colours, width, height }: ReadyPhoto): MessagePhoto => {
  const address = URL.createObjectURL(photo)
  uploads.set(clientId, { photo, address })
  return { filename: address, thumb_filename: address, colours, width, height }
}

export const outgoing = makeOutgoing({
  post: async (send, arrived) => {
    const { client_id, profile } = send
    const prices = settings.peek()
    // At a higher price nothing is sent [CHAT-15].
    const stated = prices === null ? {} : { cost: messageCost(send.type, prices) }
    switch (send.type) {
      case 'text':
        return call('messages.send', { body: { client_id, profile, ...stated, type: 'text', text: send.text } })
      case 'gift':
        return call('messages.send', { body: { client_id, profile, ...stated, type: 'gift', gift: send.gift } })
      case 'photo': {
        const upload = uploads.get(client_id)?.photo
        // The photo was only in the memory of a page that has since closed.
        if (!upload) return { ok: false, error: { error: 'photo_broken' } }
        // The device must store the photo before it learns that the photo is sent.
        await photoDrafts.settled(client_id)
        const { cost } = stated
        const query = { client_id, profile: String(profile), ...(cost !== undefined && { cost: String(cost) }) }
        return uploadPhoto('messages.photo', query, upload, { arrived })
      }
    }
  },
  onAnswer: ({ client_id, conversation, type }, answer) => {
    if (answer.ok) {
      const upload = uploads.get(client_id)
      if (upload) shown.push(upload.address)
      release(SHOWN_MAX)
      uploads.delete(client_id)
      // Sent messages are worth protecting: ask the browser for persistent storage.
      void protectQuietly()
    }
    // The message bypassed the outbox, so the device does not know that the photo is sent and would keep it.
    if (answer.ok && !answer.queued && type === 'photo') void storedPhotos.drop(client_id)
    // Only an answer of the server changes the credits; a queued message has spent nothing yet.
    const spent = answer.ok ? !answer.queued : answer.error.error === 'not_enough_credits'
    invalidate([`messages:${conversation}`, 'chats', ...(spent ? (['user'] as const) : [])])
    if (!answer.ok && answer.error.error === 'cost_changed') invalidate(['settings'])
  },
  store: deviceStore,
})

onMemberLeft((member) => {
  outgoing.forget(member)
  for (const { address } of uploads.values()) shown.push(address)
  uploads.clear()
  release(0)
})
