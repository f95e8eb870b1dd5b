/**
 * The server's Web Push identity (RFC 8292): made at the first start, stored in DATA_DIR, readable only by its owner. A browser's
 * subscription accepts pushes only from the key it was made with, so a replaced key serves until every device has subscribed again.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import webPush from 'web-push'
import { DAY_MS } from '#contract/limits.ts'
import { vapidFile } from './data-dir.ts'
import { damagedKeyFile } from './storage-fault.ts'

const KeyPair = v.object({ publicKey: v.string(), privateKey: v.string() })
const VapidKeys = v.object({
  ...KeyPair.entries,
  /** Replaced keys, the newest first; `replacedAt` in ms since the epoch. */
  former: v.optional(v.array(v.object({ ...KeyPair.entries, replacedAt: v.number() })), []),
})
const VapidFile = v.pipe(v.string(), v.parseJson(), VapidKeys)
export type KeyPair = v.InferOutput<typeof KeyPair>
export type VapidKeys = v.InferOutput<typeof VapidKeys>

/** @throws StorageError if the file is damaged */
export const openVapidKeys = (dataDir: string): VapidKeys => {
  const file = vapidFile(dataDir)
  if (!existsSync(file)) make(dataDir, file)
  const parsed = v.safeParse(VapidFile, readFileSync(file, 'utf8'))
  if (!parsed.success) throw damagedKeyFile(file)
  return parsed.output
}

/** Two processes of one site may make the file at the same moment: the first one's keys stay, for both [OPS-8]. */
const make = (dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ ...webPush.generateVAPIDKeys(), former: [] }), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

/** Makes a new key; the present one becomes a former key. A running server reads it at its next start. */
export const rotateVapidKeys = (dataDir: string, now: number): VapidKeys => {
  const { former, ...current } = openVapidKeys(dataDir)
  const keys = { ...webPush.generateVAPIDKeys(), former: [{ ...current, replacedAt: now }, ...former] }
  store(dataDir, keys)
  return keys
}

/** A device learns the new key from the site's settings; one that was on its way may still subscribe with the old key. */
const LATE_MS = 7 * DAY_MS

/** A subscription made before this moment may need the key that was replaced at `replacedAt`. */
export const neededUntil = (replacedAt: number): number => replacedAt + LATE_MS

/**
 * Deletes former keys that no device needs any more.
 * @param oldest when the oldest subscription was made, or null without subscriptions
 */
export const dropFormerKeys = (dataDir: string, oldest: number | null, now: number): VapidKeys => {
  const keys = openVapidKeys(dataDir)
  const former = keys.former.filter(
    ({ replacedAt }) => now < neededUntil(replacedAt) || (oldest !== null && oldest < neededUntil(replacedAt)),
  )
  const current = { ...keys, former }
  if (former.length < keys.former.length) store(dataDir, current)
  return current
}

const store = (dataDir: string, keys: VapidKeys): void => {
  const file = vapidFile(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
