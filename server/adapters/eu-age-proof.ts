/**
 * Verifies the EU proof of age [GUARD-6]: an attestation of ISO 18013-5 that a wallet presents over OpenID4VP 1.0. Its only content
 * is that the holder is over 18. The verifier is @owf/mdoc; here are the cryptography of Node, the trusted list, and the checks
 * that the library leaves to its caller: type of document, element, and number of documents (decision 27).
 */
import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import type { DeviceResponse, MdocContext, SessionTranscript, VerificationAssessment } from '@owf/mdoc'
import * as v from 'valibot'

// Loaded at the first proof: it takes a tenth of a second that a start need not pay.
const library = () => import('@owf/mdoc')

export const AGE_DOCTYPE = 'eu.europa.ec.av.1'
export const AGE_ELEMENT = 'age_over_18'
/** The name of the credential in the query and in the answer. */
const CREDENTIAL = 'proof_of_age'

/** The reasons to refuse a presentation. */
const PROOF_FAULTS = [
  /** The answer is no presentation of one attestation. */
  'unreadable',
  'wrong_document',
  /** Not valid yet, or no longer. */
  'expired',
  /** No issuer of the trusted list signed it. */
  'foreign_issuer',
  /** Its contents differ from what the issuer signed. */
  'altered',
  /** The proof was made for another request, or without the holder's key. */
  'replayed',
  /** The issuer says that the holder is not over 18. */
  'not_over_18',
] as const
export type ProofFault = (typeof PROOF_FAULTS)[number]

/** The query in DCQL (OpenID4VP 1.0 section 6): one document type, one element, not stored. */
const DCQL_QUERY = {
  credentials: [
    {
      id: CREDENTIAL,
      format: 'mso_mdoc',
      meta: { doctype_value: AGE_DOCTYPE },
      claims: [{ path: [AGE_DOCTYPE, AGE_ELEMENT], intent_to_retain: false }],
    },
  ],
}

/** ES256, as COSE names it: what the profile of the EU proof asks every wallet to support. */
const CLIENT_METADATA = {
  vp_formats_supported: { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] } },
}

/**
 * The parameters of a request over `direct_post`, unsigned and by value, as the profile of the EU proof asks (annex A.5).
 * @param responseUri the address for the wallet's answer
 */
export const linkRequest = (nonce: string, state: string, responseUri: string): URLSearchParams =>
  new URLSearchParams({
    client_id: clientIdOf(responseUri),
    response_type: 'vp_token',
    response_mode: 'direct_post',
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(DCQL_QUERY),
    client_metadata: JSON.stringify(CLIENT_METADATA),
  })

export const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`

/** The same request for the Digital Credentials API (OpenID4VP 1.0 appendix A), which adds the origin itself. */
export const browserRequest = (nonce: string): { protocol: string; data: Record<string, unknown> } => ({
  protocol: 'openid4vp-v1-unsigned',
  data: {
    response_type: 'vp_token',
    response_mode: 'dc_api',
    nonce,
    dcql_query: DCQL_QUERY,
    client_metadata: CLIENT_METADATA,
  },
})

/** The channel of a presentation, which the holder's signature covers together with the nonce. */
export type ProofChannel =
  | { kind: 'direct_post'; clientId: string; responseUri: string }
  | { kind: 'dc_api'; origin: string }

type Presentation = { vpToken: unknown; nonce: string; channel: ProofChannel }
type Trust = { trusted: readonly X509Certificate[]; now: Date }

/** @returns null if the holder is proven to be over 18, or why not */
export const faultOfProof = async (
  { vpToken, nonce, channel }: Presentation,
  { trusted, now }: Trust,
): Promise<ProofFault | null> => {
  const response = await responseIn(vpToken)
  const document = response?.documents?.[0]
  if (!response || !document || response.documents?.length !== 1 || response.status !== 0) return 'unreadable'
  const { Verifier } = await library()
  try {
    const { issuerAuth } = document.issuerSigned
    const { docType, validityInfo } = issuerAuth.mobileSecurityObject
    // The holder names the outer type; only the inner one is signed by the issuer.
    if (document.docType !== AGE_DOCTYPE || docType !== AGE_DOCTYPE) return 'wrong_document'
    if (validityInfo.validFrom > now || validityInfo.validUntil < now) return 'expired'
    const failed = new Set<VerificationAssessment['category']>()
    await Verifier.verifyDeviceResponse(
      {
        deviceResponse: response,
        sessionTranscript: await transcriptOf(nonce, channel),
        trustedCertificates: trusted.map(({ raw }) => new Uint8Array(raw)),
        now,
        onCheck: ({ status, category }) => {
          if (status === 'FAILED') failed.add(category)
        },
      },
      CONTEXT,
    )
    if (failed.has('ISSUER_AUTH')) return 'foreign_issuer'
    if (failed.has('DATA_INTEGRITY')) return 'altered'
    if (failed.has('DEVICE_AUTH')) return 'replayed'
    if (failed.size > 0) return 'unreadable'
  } catch {
    // The library throws at structures that it cannot read, such as an unknown algorithm.
    return 'unreadable'
  }
  const items = document.issuerSigned.issuerNamespaces.issuerNamespaces.get(AGE_DOCTYPE) ?? []
  const values = items.filter(({ elementIdentifier }) => elementIdentifier === AGE_ELEMENT)
  const value = values.length === 1 ? values[0]?.elementValue : undefined
  // A proof without the element says nothing about the age; it accuses nobody.
  if (typeof value !== 'boolean') return 'unreadable'
  return value ? null : 'not_over_18'
}

/** OpenID4VP 1.0 section 8.1: an object with an array of presentations for each credential of the query. */
const VpToken = v.object({ [CREDENTIAL]: v.strictTuple([v.pipe(v.string(), v.maxLength(64 * 1_024))]) })

const responseIn = async (vpToken: unknown): Promise<DeviceResponse | null> => {
  const parsed = v.safeParse(VpToken, vpToken)
  if (!parsed.success) return null
  const { DeviceResponse } = await library()
  try {
    return DeviceResponse.fromEncodedForOid4Vp(parsed.output[CREDENTIAL][0])
  } catch {
    return null
  }
}

const transcriptOf = async (nonce: string, channel: ProofChannel): Promise<SessionTranscript> => {
  const { SessionTranscript } = await library()
  return channel.kind === 'dc_api'
    ? SessionTranscript.forOid4VpDcApi({ origin: channel.origin, nonce }, CONTEXT)
    : SessionTranscript.forOid4Vp({ clientId: channel.clientId, responseUri: channel.responseUri, nonce }, CONTEXT)
}

/**
 * The chain is trusted if its first certificate is on the list, or if each is issued by the next and the last by an authority of
 * the list. All are valid now. Only an authority may issue: a listed signer of attestations cannot make signers of its own.
 * @throws if the chain is not trusted
 */
const requireTrusted = (x5chain: readonly Uint8Array[], trusted: readonly Uint8Array[], now: Date): void => {
  const chain = x5chain.map((bytes) => new X509Certificate(bytes))
  const anchors = trusted.map((bytes) => new X509Certificate(bytes))
  for (const [index, certificate] of chain.entries()) {
    if (!isValidAt(certificate, now)) throw new Error('A certificate of the issuer is not valid now')
    const anchor = anchors.find((one) => one.raw.equals(certificate.raw) || isIssuedBy(certificate, one))
    if (anchor && isValidAt(anchor, now)) return
    const next = chain[index + 1]
    if (!next || !isIssuedBy(certificate, next)) break
  }
  throw new Error('The issuer is not on the trusted list')
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate

const DIGESTS: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }
const SIGNATURES: Record<string, string> = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512' }

/** A name such as `digestAlgorithm` that is not in the table is refused. */
const named = (table: Record<string, string>, name: string): string => {
  const found = table[name]
  if (found === undefined) throw new Error(`The algorithm ${name} is not supported`)
  return found
}

const notUsed = (): never => {
  throw new Error('This verifier makes no signature and no MAC')
}

const CONTEXT: MdocContext = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(named(DIGESTS, digestAlgorithm)).update(bytes).digest()),
    calculateEphemeralMacKey: notUsed,
  },
  cose: {
    sign1: {
      sign: notUsed,
      verify: ({ key, sign1 }) => {
        const publicKey = createPublicKey({ key: key.jwk, format: 'jwk' })
        const digest = named(SIGNATURES, sign1.signatureAlgorithmName)
        return verify(digest, sign1.toBeSigned, { key: publicKey, dsaEncoding: 'ieee-p1363' }, sign1.signature)
      },
    },
    mac0: { sign: notUsed, verify: notUsed },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => {
      const lines = new X509Certificate(certificate).subject.split('\n')
      return lines.flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : []))
    },
    getPublicKey: async ({ certificate }) => {
      const { CoseKey } = await library()
      return CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) })
    },
    verifyCertificateChain: ({ trustedCertificates, x5chain, now = new Date() }) =>
      requireTrusted(x5chain, trustedCertificates, now),
    getCertificateData: ({ certificate }) => {
      const one = new X509Certificate(certificate)
      return {
        issuerName: one.issuer,
        subjectName: one.subject,
        serialNumber: one.serialNumber,
        thumbprint: one.fingerprint256,
        notBefore: one.validFromDate,
        notAfter: one.validToDate,
        pem: one.toString(),
      }
    },
  },
}
