import { forgetSource, storeSource, unstoredSource } from '../../ports/traffic-source.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { TRACKING_CHOICE, type TrackingPorts } from './consent.ts'

export const pageTracking: TrackingPorts = {
  read: () => deviceStore.get(TRACKING_CHOICE),
  write: (choice) => deviceStore.set(TRACKING_CHOICE, choice),
  unstored: unstoredSource,
  store: storeSource,
  forget: forgetSource,
}
