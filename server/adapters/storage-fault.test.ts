import { expect, test } from 'vitest'
import { StorageError, storageErrorOf } from './storage-fault.ts'

const failure = (fields: object): Error => Object.assign(new Error('failed'), fields)

test.each([
  [{ code: 'SQLITE_CANTOPEN' }, '/data'],
  [{ code: 'SQLITE_READONLY_DIRECTORY' }, '/data'],
  [{ code: 'EACCES', path: '/data/vapid.json' }, '/data/vapid.json'],
  [{ code: 'EROFS', path: '/data/lock.json' }, '/data/lock.json'],
])('[OPS-2] a file of DATA_DIR that another account owns is named with the remedy: %o', (fields, place) => {
  const error = storageErrorOf(failure(fields), '/data')
  expect(error).toBeInstanceOf(StorageError)
  expect(String(error)).toContain(`cannot read and write ${place} (${fields.code}): give all of DATA_DIR`)
})

test.each([
  { code: 'SQLITE_FULL' },
  // The start after a clean stop makes the index of the WAL first.
  { code: 'SQLITE_IOERR_SHMSIZE' },
  { code: 'ENOSPC', path: '/data/lock.json' },
  // A write names no path.
  { code: 'ENOSPC' },
])('[OPS-2] a full disk is named with the entry of the runbook: %o', (fields) => {
  const error = storageErrorOf(failure(fields), '/data')
  expect(error).toBeInstanceOf(StorageError)
  expect(String(error)).toContain(`The disk of /data is full (${fields.code}): see docs/operations.md, Disk full.`)
})

test('[OPS-2] a damaged database is named, and other faults stay as they are', () => {
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'])
    expect(String(storageErrorOf(failure({ code }), '/data'))).toContain(`The database in /data is damaged (${code})`)
  // The first is a port below 1024, the second a file of the installation.
  for (const fields of [
    { code: 'EACCES', port: 80 },
    { code: 'EACCES', path: '/opt/dist' },
    { code: 'ENOSPC', path: '/var/backups/copy' },
    { code: 'SQLITE_BUSY' },
    {},
  ]) {
    const error = failure(fields)
    expect(storageErrorOf(error, '/data')).toBe(error)
  }
})
