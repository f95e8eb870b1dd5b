import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import { pushDevice } from '../testing/push-device.ts'
import { encryptPush } from './push-encryption.ts'

const ENDPOINT = 'https://push.example.test/1'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  device: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  payload: 'When I grow up, I want to be a watermelon',
  privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
/** A random source that returns these, one after the other. */
const drawing = (...drawn: Buffer[]) => {
  const left = drawn.values()
  return (count: number): Uint8Array => {
    const { value: next } = left.next()
    if (next?.length !== count) throw new Error('Another number of random bytes was expected')
    return next
  }
}

describe('the encryption of a push', () => {
  test('gives the body of the example in RFC 8291, appendix A', () => {
    const { device, payload, privateKey, salt, body } = EXAMPLE
    expect(encryptPush(device, payload, drawing(privateKey, salt)).toString('base64url')).toBe(body)
  })

  test('draws again if a random number is no private key: zero, or not below the order of the curve', () => {
    const { device, payload, privateKey, salt, body } = EXAMPLE
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
    const random = drawing(Buffer.alloc(32), Buffer.alloc(32, 255), order, privateKey, salt)
    expect(encryptPush(device, payload, random).toString('base64url')).toBe(body)
  })

  test('can be read by the device, up to the longest payload that fits one record', () => {
    const { subscription, decrypt } = pushDevice(ENDPOINT)
    for (const payload of ['', 'Grüße 👋', 'x'.repeat(PUSH_BYTES_MAX)]) {
      const body = encryptPush(subscription.keys, payload)
      expect(decrypt(body)).toBe(payload)
      expect(body.length).toBeLessThanOrEqual(4_096)
    }
  })

  test('takes a new key and a new salt for each push', () => {
    const { subscription } = pushDevice(ENDPOINT)
    const heads = [1, 2].map(() => encryptPush(subscription.keys, 'same').toString('hex'))
    const [salts, keys] = [heads.map((head) => head.slice(0, 32)), heads.map((head) => head.slice(42, 172))]
    expect(new Set(salts).size).toBe(2)
    expect(new Set(keys).size).toBe(2)
  })

  test('refuses keys of the wrong length, and a key that is no point of the curve', () => {
    const { keys } = pushDevice(ENDPOINT).subscription
    const shortAuth = { ...keys, auth: randomBytes(15).toString('base64url') }
    expect(() => encryptPush(shortAuth, 'x')).toThrow('wrong length')
    expect(() => encryptPush({ ...keys, p256dh: keys.p256dh.slice(4) }, 'x')).toThrow('wrong length')
    const noPoint = Buffer.alloc(65, 1)
    noPoint[0] = 4
    expect(() => encryptPush({ ...keys, p256dh: noPoint.toString('base64url') }, 'x')).toThrow(
      'Public key is not valid for specified curve',
    )
  })
})
