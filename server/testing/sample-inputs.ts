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
    'user.delete': { body: { password: 'who knows' } },
    'reactivate.open': { query: { token: 'made-up' } },
    reactivate: { body: { token: 'made-up' } },
    'password.reset': { body: { email: 'who@example.test' } },
    'password.reset_do': {
      body: { token: 'made-up', password: 'bicycles under water', password_repeat: 'bicycles under water' },
    },
    'password.change': {
      body: {
        old_password: 'who knows',
        password: 'bicycles under water',
        password_repeat: 'bicycles under water',
      },
    },
    'mail_change.ask': { body: { email: 'new@example.test', password: 'who knows' } },
    'mail_change.do': { body: { token: 'made-up' } },
    'sessions.list': {},
    'sessions.end': { params: { id: 'made-up-session' } },
    'sessions.end_others': {},
    'export.get': {},
    'notifications.get': {},
    'notifications.put': { body: { invisible_mode: false } },
    'notifications.enable': {},
    'consents.put': { params: { consent: 'sensitive' }, body: { given: true } },
    'unsubscribe.open': { query: { token: 'made-up' } },
    unsubscribe: { query: { token: 'made-up' } },
    'mail.feedback': { body: { secret: 'made-up', email: 'who@example.test', kind: 'bounce' } },
    'members.search': { query: {} },
    'members.related': { params: { id: profile } },
    'match_finder.get': {},
    'members.get': { params: { id: profile } },
    'profile.get': {},
    'profile.put': { body: { about_me: 'Hello' } },
    'photos.add': { query: { client_id: '01890a5d-ac96-774b-bcce-b302099a8058' } },
    'photos.change': { params: { id: '1' }, body: { private: true } },
    'photos.order': { body: { ids: [] } },
    'photos.delete': { params: { id: '1' } },
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
    'geocode.get': { query: { lat: '45.46', lon: '9.19' } },
    'complaints.send': { body: { name: 'Carla', email: 'who@example.test', text: 'Something is not right here.' } },
    'reports.send': { body: { profile: other, reason: 'spam' } },
    'decisions.list': {},
    'decisions.appeal': { params: { id: '1' }, body: { text: 'I see it in another way.' } },
  }
}
