/** Paths of the files in DATA_DIR. */
import { join } from 'node:path'

export const databaseFile = (dataDir: string): string => join(dataDir, 'visavis.sqlite')

export const photoFolder = (dataDir: string): string => join(dataDir, 'photos')

/** Files of former builds of the app. */
export const assetFolder = (dataDir: string): string => join(dataDir, 'assets')

/** The key pair that signs pushes. */
export const vapidFile = (dataDir: string): string => join(dataDir, 'vapid.json')

/** The keys that encrypt the authenticator secrets of staff. */
export const staffKeysFile = (dataDir: string): string => join(dataDir, 'staff-keys.json')

/** The key of the hashes that refuse banned members. */
export const identityKeyFile = (dataDir: string): string => join(dataDir, 'identity.key')
