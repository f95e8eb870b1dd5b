/**
 * Stores files in a bucket that several machines share [OPS-8], by the protocol of S3: each request is signed with the key of
 * FILES_URL. Every request may be repeated, because a name is only ever written with one content.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { HOUR_MS } from '#contract/limits.ts'
import { FilesUnavailableError, photosIn, type FileStore } from './file-store.ts'

export type BucketOptions = {
  /** `https://KEY:SECRET@host/bucket?region=…`; folders may follow the bucket */
  url: string
  log: Pick<Logger, 'warn'>
  fetch?: (request: Request, options: RequestInit) => Promise<Response>
  timeoutMs?: number
  /** Waits this long before the next try. */
  pause?: (ms: number) => Promise<unknown>
  now?: () => number
}

type Method = 'GET' | 'PUT' | 'DELETE'

const TIMEOUT_MS = 4_000
const TRIES = 3
const PAUSE_MS = 200
/** On a quiet site hours may pass before the next photo: an old failure says nothing about now. Devices repeat an upload within minutes. */
const COUNTS_MS = HOUR_MS
/** A path for the proxy is used at once. */
const PROXY_SECONDS = 60
/** An error's description is short; more of it is not read. */
const REASON_BYTES = 4_096

type Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer>; code: string }

/** The bucket refuses a request, and would refuse it again. The message contains no name of a file [SAFE-9]. */
class BucketRefusedError extends FilesUnavailableError {}

/** A file of a bucket, by its name within the folder of FILES_URL. */
export type StoredFile = { name: string; size: number }

/** Its functions throw `FilesUnavailableError`, or `BucketRefusedError` if a retry is useless. `url` is the value of FILES_URL. */
export const openBucket = ({
  url,
  log,
  fetch: send = fetch,
  timeoutMs = TIMEOUT_MS,
  pause = sleep,
  now = Date.now,
}: BucketOptions) => {
  const { origin, pathname, username, password, searchParams } = new URL(url)
  const folder = `${origin}${pathname.replace(/\/$/, '')}`
  const [, name = '', inBucket = ''] = /^\/([^/]*)(?:\/(.*?))?\/?$/.exec(decodeURIComponent(pathname)) ?? []
  const prefixOfAll = inBucket === '' ? '' : `${inBucket}/`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  })
  /** The last failure of each method. A full bucket stores nothing and still shows what it has. */
  const failed = new Map<Method, { at: number; nth: number }>()
  let failures = 0

  const sent = async (method: Method, address: string, body?: Uint8Array<ArrayBuffer>): Promise<Answer> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const request = await client.sign(address, {
      method,
      // The bucket checks the hash: it stores no file that was damaged on its way.
      headers: { 'x-amz-content-sha256': hash, ...(body && { 'content-type': 'image/webp' }) },
      ...(body && { body }),
    })
    const response = await send(request, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const reason = response.ok ? '' : Buffer.from(bytes.subarray(0, REASON_BYTES)).toString()
    const code = /<Code>(\w+)<\/Code>/.exec(reason)?.[1] ?? ''
    return { status: response.status, headers: response.headers, bytes, code }
  }

  /** @returns an answer that is final @throws FilesUnavailableError */
  const ask = async (method: Method, address: string, body?: Uint8Array<ArrayBuffer>): Promise<Answer> => {
    let reason = ''
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await pause(PAUSE_MS * 4 ** (tries - 1) * (1 + Math.random()))
      try {
        const answer = await sent(method, address, body)
        if (!PASSING.has(answer.status) && answer.status < 500) return answer
        reason = reasonOf(answer)
      } catch (error) {
        reason = codeOf(error)
      }
    }
    throw new FilesUnavailableError(`The bucket does not answer: ${reason}`)
  }

  /** @returns the answer, or null for a missing file @throws FilesUnavailableError */
  const doneAt = async (method: Method, address: string, body?: Uint8Array<ArrayBuffer>): Promise<Answer | null> => {
    const before = failures
    try {
      const answer = await ask(method, address, body)
      // Without its bucket, too, a file is not found.
      const isMissing = answer.status === 404 && answer.code === 'NoSuchKey'
      if (!isMissing && (answer.status < 200 || answer.status > 299)) throw new BucketRefusedError(reasonOf(answer))
      // The four files of a photo are stored at once, and a bucket that is nearly full takes the small ones.
      if ((failed.get(method)?.nth ?? Infinity) <= before) {
        failed.delete(method)
        log.warn({ method }, 'the bucket is back')
      }
      return isMissing ? null : answer
    } catch (error) {
      if (!failed.has(method)) log.warn({ method, err: error }, CONSEQUENCES[method])
      failures += 1
      failed.set(method, { at: now(), nth: failures })
      throw error
    }
  }

  const done = (method: Method, name: string, body?: Uint8Array<ArrayBuffer>) =>
    doneAt(method, `${folder}/${name}`, body)

  return {
    /** The next files in the order of their names, at most 1,000; empty after the last one. */
    list: async (after: string): Promise<StoredFile[]> => {
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefixOfAll })
      if (after !== '') query.set('start-after', prefixOfAll + after)
      const answer = await doneAt('GET', `${origin}/${name}?${query.toString()}`)
      const files = filesIn(Buffer.from(answer?.bytes ?? '').toString(), prefixOfAll)
      // A service that does not know `start-after` would be listed for ever.
      if (files.some((file) => file.name <= after))
        throw new BucketRefusedError('The bucket lists its files in no order')
      return files
    },
    write: async (name: string, bytes: Uint8Array) => {
      const answer = await done('PUT', name, new Uint8Array(bytes))
      if (answer === null) throw new BucketRefusedError('The bucket has no place for a file')
      return answer
    },
    read: async (name: string) => (await done('GET', name))?.bytes ?? null,
    remove: async (name: string) => {
      const answer = await done('DELETE', name)
      if (answer?.headers.get('x-amz-delete-marker') === 'true') throw new BucketRefusedError(KEEPS_VERSIONS)
    },
    pathForProxy: async (name: string) => {
      const signed = await client.sign(`${folder}/${name}?X-Amz-Expires=${PROXY_SECONDS}`, {
        method: 'GET',
        aws: { signQuery: true },
      })
      const { pathname: path, search } = new URL(signed.url)
      return path + search
    },
    isAway: () => [...failed.values()].some(({ at }) => now() - at < COUNTS_MS),
  }
}

const CONSEQUENCES: Record<Method, string> = {
  GET: 'the bucket is away: photos are not shown',
  PUT: 'the bucket is away: photos are not stored, devices send them again',
  DELETE: 'the bucket is away: photos are not deleted, the job tries again',
}

/** The protocol's schema fixes this order of the answer's elements; names of photos need no escapes. */
const LISTED = /<Contents>\s*<Key>([^<]*)<\/Key>.*?<Size>(\d+)<\/Size>.*?<\/Contents>/gs

const filesIn = (listed: string, prefix: string): StoredFile[] =>
  [...listed.matchAll(LISTED)].map(([, key = '', size]) => ({ name: key.slice(prefix.length), size: Number(size) }))

const KEEPS_VERSIONS = 'The bucket keeps old versions, so a deleted photo would stay: switch versioning off'

/** The photos of the site in a bucket; fails as `openBucket` does. */
export const bucketFiles = (options: BucketOptions): FileStore => {
  const bucket = openBucket(options)
  return photosIn({ ...bucket, write: async (name, bytes) => void (await bucket.write(name, bytes)) })
}

/** `away`: it may answer later. `refused`: the settings of the bucket or of its key are wrong. */
export type BucketFault = { kind: 'away' | 'refused'; reason: string }

/** Stores, reads and removes a file, as photos will be. @returns null if all of it worked */
export const examineBucket = async (options: BucketOptions, name: string): Promise<BucketFault | null> => {
  const bucket = openBucket(options)
  try {
    // A key that may not list the bucket gets "denied" instead of "missing".
    await bucket.read(`${name}-missing`)
    const { headers } = await bucket.write(name, Buffer.from(name))
    if ((headers.get('x-amz-version-id') ?? 'null') !== 'null') return { kind: 'refused', reason: KEEPS_VERSIONS }
    const stored = await bucket.read(name)
    await bucket.remove(name)
    return stored !== null && String(Buffer.from(stored)) === name
      ? null
      : { kind: 'refused', reason: 'The bucket did not return the file that it stored' }
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error
    return { kind: error instanceof BucketRefusedError ? 'refused' : 'away', reason: error.message }
  }
}

/** Answers below 500 that may differ a moment later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

const reasonOf = ({ status, code }: Answer): string => `The bucket answered ${status} ${code}`.trim()

/** `ECONNREFUSED`, `TimeoutError`: no words of the other side. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
