/** The browser's side of Web Push: a subscription with its own keys, and the decryption of pushes. */
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

export type PushDevice = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypts one `aes128gcm` body (RFC 8188, RFC 8291). */
  decrypt: (body: Buffer) => string
}

export const pushDevice = (endpoint: string): PushDevice => {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt: (body) => {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = derive(auth, keys.computeSecret(senderKey), info, 32)
      const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // One record, which ends with a delimiter and padding.
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}

/** HKDF with one block of output (RFC 5869). */
const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer => {
  const key = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
}
