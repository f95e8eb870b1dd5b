/** Sends the messages of this page through the app's calls. */
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
        // The photo was only in the memory of a page that has since closed.
        if (!upload) return { ok: false, error: { error: 'photo_broken' } }
        // The device must store the photo before it learns that the photo is sent.
        await photoDrafts.settled(client_id)
        return call('messages.photo', { query: { client_id, profile: String(profile) } }, { upload })
      }
    }
  },
  onAnswer: ({ client_id, conversation, type }, answer) => {
    if (answer.ok) {
      dropUpload(client_id)
      // Sent messages are worth protecting: ask the browser for persistent storage.
      void protectQuietly()
    }
    // The send bypassed the outbox, so the device does not know that the photo is sent and would keep it.
    if (answer.ok && !answer.queued && type === 'photo') void keptPhotos.drop(client_id)
    // Only an answer of the server changes the credits; a queued send has spent nothing yet.
    const spent = answer.ok ? !answer.queued : answer.error.error === 'not_enough_credits'
    invalidate([`messages:${conversation}`, 'chats', ...(spent ? (['user'] as const) : [])])
  },
  store: pageStore,
})

onMemberLeft((member) => {
  outgoing.forget(member)
  forgetUploads()
})
