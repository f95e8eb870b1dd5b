/** A passkey in software (WebAuthn level 3 §6), to make and use one as a browser would. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

type Options = { challenge: string; [option: string]: unknown }

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url')

/** Flags of authenticator data: the user was present and verified, and (at creation) a key is included. */
const PRESENT_AND_VERIFIED = 0b101
const HAS_KEY = 0b1000000
/** The passkey may be copied to other devices, and is. */
const BACKED_UP = 0b11000

/** CBOR (RFC 8949) of the few types that an attestation needs. */
const cbor = (value: number | string | Uint8Array | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, part]) => [cbor(key), cbor(part as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const head = (type: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(type << 5) | length])
    : length < 256
      ? Buffer.from([(type << 5) | 24, length])
      : Buffer.from([(type << 5) | 25, length >> 8, length & 0xff])

const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [kty, alg, crv] = [2, -7, 1]
  return cbor(
    new Map<number, unknown>([
      [1, kty],
      [3, alg],
      [-1, crv],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** @param origin of the page that asks. @param isBackedUp a password manager copies the passkey to other devices */
export const softwareAuthenticator = (origin: string, { isBackedUp = false } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle: string | undefined
  const ownFlags = PRESENT_AND_VERIFIED | (isBackedUp ? BACKED_UP : 0)

  const clientData = (type: string, { challenge }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, key: Uint8Array = new Uint8Array()): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, key])
  }
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id: base64url(id),
    /** A copy of the key that was used less often. */
    turnBack: (uses: number): void => {
      counter -= uses
    },
    /** @param quiet the browser asked nobody (conditional mediation) */
    create: (options: Options, { quiet = false } = {}) => {
      const { user } = options as { user?: { id: string } }
      userHandle = user?.id
      const length = Buffer.from([0, id.length])
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData((quiet ? ownFlags & ~PRESENT_AND_VERIFIED : ownFlags) | HAS_KEY, key)],
        ]),
      )
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    use: (options: Options) => {
      const client = clientData('webauthn.get', options)
      const data = authenticatorData(ownFlags)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}
