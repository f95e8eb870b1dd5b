/** The messages this page sends, over the app's calls. */
import { call } from '../../../ports/api.ts'
import { protectQuietly } from '../../../ports/protection.ts'
import { keptPhotos } from '../../../state/kept-photos.ts'
import { invalidate } from '../../../state/resource.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { photoDrafts } from '../composer/page-photo-drafts.ts'
import { pageStore } from '../storage.ts'
import { makeOutgoing } from './outgoing.ts'
import { dropUpload, forgetUploads, uploadOf } from './uploads.ts'

export const outgoing = makeOutgoing({
  post: async (send) => {
    const { client_id, profile } = send
    switch (send.type) {
      case 'text':
        return call('messages.send', { body: { client_id, profile, type: 'text', text: send.text } })
      case 'gift':
        return call('messages.send', { body: { client_id, profile, type: 'gift', gift: send.gift } })
      case 'photo': {
        const upload = uploadOf(client_id)
        // Kept by the page alone, and the page has gone since.
        if (!upload) return { ok: false, error: { error: 'photo_broken' } }
        // The device hears that it is kept before it hears that it is sent.
        await photoDrafts.settled(client_id)
        return call('messages.photo', { query: { client_id, profile: String(profile) } }, { upload })
      }
    }
  },
  onAnswer: ({ client_id, conversation, type }, answer) => {
    if (answer.ok) {
      dropUpload(client_id)
      // What was written is worth keeping.
      void protectQuietly()
    }
    // Past the device's own outbox it reached the server; then the device does not know that it is sent.
    if (answer.ok && !answer.queued && type === 'photo') void keptPhotos.drop(client_id)
    // The server's own answer changes the credits, too; when the device has only queued it, nothing was spent yet.
    const spent = answer.ok ? !answer.queued : answer.error.error === 'not_enough_credits'
    invalidate([`messages:${conversation}`, 'chats', ...(spent ? (['user'] as const) : [])])
  },
  store: pageStore,
})

onMemberLeft((member) => {
  outgoing.forget(member)
  forgetUploads()
})
