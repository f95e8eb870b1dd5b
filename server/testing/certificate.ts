/** A self-signed X.509 certificate for the push stand-in's TLS, made anew for each run: node:crypto only makes keys. */
import { generateKeyPairSync, sign } from 'node:crypto'

const YEAR_MS = 365 * 86_400_000
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'

/** @returns private key and certificate, both PEM */
export const selfSigned = (host: string, now: number): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, Buffer.from(ECDSA_WITH_SHA256, 'hex'))
  const name = der(0x30, der(0x31, der(0x30, Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from(host)))))
  // TBSCertificate version 1 (RFC 5280 §4.1): no extensions, so no version field.
  const content = der(
    0x30,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, utcTime(now - YEAR_MS), utcTime(now + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = der(0x30, content, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** One DER value: tag, length, contents. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...derLength(content.length)]), content])
}

const derLength = (length: number): number[] => {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/** YYMMDDhhmmssZ */
const utcTime = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
