/** X.509 certificates for tests and sandboxes, made anew for each run: node:crypto only makes keys. */
import { generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'

const YEAR_MS = 365 * 86_400_000
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const COUNTRY_NAME = '0603550406'
const BASIC_CONSTRAINTS = '0603551d13'

/** For the TLS of the push stand-in. @returns private key and certificate, both PEM */
export const selfSigned = (host: string, now: number): { key: string; cert: string } => {
  const { key, certificate } = testCertificate({ name: host, now })
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString() }
}

export type TestCertificate = { key: KeyObject; certificate: X509Certificate; subject: Buffer }

type CertificateOptions = {
  name: string
  now: number
  /** Signs itself if left out. */
  issuer?: TestCertificate
  /** Whether it may issue others. */
  isAuthority?: boolean
  validUntil?: number
}

/** A certificate of a chain, for tests and the sandbox's proof of age, with a country and with basic constraints (RFC 5280 §4.2.1.9). */
export const testCertificate = ({
  name,
  now,
  issuer,
  isAuthority = false,
  validUntil = now + YEAR_MS,
}: CertificateOptions): TestCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, Buffer.from(ECDSA_WITH_SHA256, 'hex'))
  const part = (oid: string, value: string) =>
    der(0x31, der(0x30, Buffer.from(oid, 'hex'), der(0x0c, Buffer.from(value))))
  const subject = der(0x30, part(COUNTRY_NAME, 'IE'), part(COMMON_NAME, name))
  const constraints = der(0x30, ...(isAuthority ? [der(0x01, Buffer.from([0xff]))] : []))
  const extension = der(
    0x30,
    Buffer.from(BASIC_CONSTRAINTS, 'hex'),
    der(0x01, Buffer.from([0xff])),
    der(0x04, constraints),
  )
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1 + Math.floor(now % 97)])),
    algorithm,
    issuer?.subject ?? subject,
    der(0x30, utcTime(now - YEAR_MS), utcTime(validUntil)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  )
  const signature = sign('sha256', content, issuer?.key ?? privateKey)
  const certificate = new X509Certificate(der(0x30, content, algorithm, der(0x03, Buffer.from([0]), signature)))
  return { key: privateKey, certificate, subject }
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
