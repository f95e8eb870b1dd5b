/** The server's Web Push identity (RFC 8292): made at the first start, stored in DATA_DIR, readable only by its owner. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import webPush from 'web-push'
import { vapidFile } from './data-dir.ts'

const VapidKeys = v.object({ publicKey: v.string(), privateKey: v.string() })
export type VapidKeys = v.InferOutput<typeof VapidKeys>

/** A lost key ends every subscription that was made with it, so an unreadable file is an error, never replaced. */
export const openVapidKeys = (dataDir: string): VapidKeys => {
  const file = vapidFile(dataDir)
  if (existsSync(file)) return v.parse(VapidKeys, JSON.parse(readFileSync(file, 'utf8')))
  mkdirSync(dataDir, { recursive: true })
  const keys = webPush.generateVAPIDKeys()
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return keys
}
