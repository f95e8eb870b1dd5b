import { forgetSource, storeSource, unstoredSource } from '../../ports/traffic-source.ts'
import { pageStore } from '../chats/storage.ts'
import { TRACKING_CHOICE, type TrackingPorts } from './consent.ts'

export const pageTracking: TrackingPorts = {
  read: () => pageStore.get(TRACKING_CHOICE),
  write: (choice) => pageStore.set(TRACKING_CHOICE, choice),
  unstored: unstoredSource,
  store: storeSource,
  forget: forgetSource,
}
