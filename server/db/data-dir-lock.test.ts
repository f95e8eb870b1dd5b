import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InUseError, lockDataDir } from './data-dir-lock.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const NOW = Date.parse('2026-05-01T10:00:00Z')

test('[OPS-10] a second process is refused with an error that names the holder of the DATA_DIR', () => {
  const lock = lockDataDir(dir, 'server', NOW)
  const second = () => lockDataDir(dir, 'migrate', NOW)
  expect(second).toThrow(InUseError)
  expect(second).toThrow(`the server with process id ${process.pid}`)
  expect(second).toThrow('running since 2026-05-01T10:00:00.000Z')
  lock.release()
  second().release()
})

test('[OPS-9] a new DATA_DIR is readable by its owner alone', () => {
  const folder = join(dir, 'new')
  lockDataDir(folder, 'server', NOW).release()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})
