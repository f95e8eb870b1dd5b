/** For every call an input that is right in form; whether the server grants it is another matter. */
import type { CallInput } from '#contract/calls.ts'
import type { ServerCall } from '../http/mount.ts'
import { signupForm } from './forms.ts'

/** @param other a member who is not the caller */
export const sampleInputs = (me: number, other: number): { [Name in ServerCall]: CallInput<Name> } => {
  const conversation = `${Math.min(me, other)}-${Math.max(me, other)}`
  const profile = String(other)
  return {
    'user.get': {},
    'user.login': { body: { email: 'who@example.test', password: 'who knows' } },
    'user.language': { body: { language: 'en' } },
    'user.push': { body: { subscription: null } },
    logout: {},
    signup: { body: signupForm() },
    'activation.send': {},
    'activation.use': { query: { token: 'made-up' } },
    'members.search': { query: {} },
    'members.get': { params: { id: profile } },
    'profile.get': {},
    'likes.get': {},
    'likes.put': { params: { profile } },
    'likes.delete': { params: { profile } },
    'likes.seen': { params: { profile } },
    'chats.get': {},
    'messages.list': { params: { conversation }, query: {} },
    'messages.send': {
      body: { client_id: '01890a5d-ac96-774b-bcce-b302099a8057', profile: other, type: 'text', text: 'Hello' },
    },
    'chats.read': { params: { conversation }, body: { up_to: 1 } },
    'blocks.put': { params: { profile } },
    'blocks.delete': { params: { profile } },
    sync: { query: { after: '0' } },
    events: {},
    'settings.get': {},
    'regions.get': {},
  }
}
