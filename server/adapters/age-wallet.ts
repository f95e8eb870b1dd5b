/** A wallet with a proof of age, and the authority that issued it: the sandbox of the demo and the tests use them [GUARD-6]. */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CoseKey, IssuerSigned, MdocContext } from '@owf/mdoc'
import { AGE_DOCTYPE, AGE_ELEMENT, type ProofChannel } from './eu-age-proof.ts'
import { testCertificate, type TestCertificate } from './certificate.ts'

// Loaded at the first proof: it takes a tenth of a second that a start need not pay.
const library = () => import('@owf/mdoc')

const notUsed = (): never => {
  throw new Error('A wallet does not need this')
}

const CONTEXT: Pick<MdocContext, 'cose' | 'crypto'> = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ bytes }) => new Uint8Array(createHash('sha256').update(bytes).digest()),
    calculateEphemeralMacKey: notUsed,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) => {
        const privateKey = createPrivateKey({ key: key.jwk, format: 'jwk' })
        return new Uint8Array(sign('sha256', toBeSigned, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
      },
      verify: notUsed,
    },
    mac0: { sign: notUsed, verify: notUsed },
  },
}

export type AgeIssuer = { authority: TestCertificate; signer: TestCertificate }

/** An authority and a signer of attestations, for the sandbox and for tests. Times are ms since the epoch. */
export const ageIssuer = (now: number, signerUntil?: number): AgeIssuer => {
  const authority = testCertificate({ name: 'Age authority', now, isAuthority: true })
  const until = signerUntil === undefined ? {} : { validUntil: signerUntil }
  return { authority, signer: testCertificate({ name: 'Age signer', now, issuer: authority, ...until }) }
}

export type Attestation = { issued: IssuerSigned; deviceKey: CoseKey; doctype: string; element: string }

type AttestationOptions = {
  now: number
  doctype?: string
  isOver18?: boolean
  element?: string
  validFrom?: number
  validUntil?: number
}

const DAY_MS = 86_400_000

/** An attestation of age as an issuer of the EU scheme signs it. Times are ms since the epoch. */
export const issueAttestation = async (
  { signer }: Pick<AgeIssuer, 'signer'>,
  {
    now,
    doctype = AGE_DOCTYPE,
    isOver18 = true,
    element = AGE_ELEMENT,
    validFrom = now - DAY_MS,
    validUntil = now + 30 * DAY_MS,
  }: AttestationOptions,
): Promise<Attestation> => {
  const { CoseKey, DeviceKey, IssuerSignedBuilder, SignatureAlgorithm } = await library()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const deviceKey = CoseKey.fromJwk({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256' })
  const publicKey = DeviceKey.fromJwk({ ...privateKey.export({ format: 'jwk' }), d: undefined, alg: 'ES256' })
  const issued = await new IssuerSignedBuilder(doctype, CONTEXT)
    .addIssuerNamespace(doctype, { [element]: isOver18 })
    .sign({
      signingKey: CoseKey.fromJwk({ ...signer.key.export({ format: 'jwk' }), alg: 'ES256' }),
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      validityInfo: { signed: new Date(validFrom), validFrom: new Date(validFrom), validUntil: new Date(validUntil) },
      deviceKeyInfo: { deviceKey: publicKey },
      certificates: [new Uint8Array(signer.certificate.raw)],
    })
  return { issued, deviceKey, doctype, element }
}

/** @returns the `vp_token` of a wallet's answer */
export const present = async (
  { issued, deviceKey, doctype, element }: Attestation,
  nonce: string,
  channel: ProofChannel,
): Promise<{ proof_of_age: [string] }> => {
  const { DeviceRequest, DeviceResponse, DocRequest, ItemsRequest, SessionTranscript } = await library()
  const sessionTranscript =
    channel.kind === 'dc_api'
      ? await SessionTranscript.forOid4VpDcApi({ origin: channel.origin, nonce }, CONTEXT)
      : await SessionTranscript.forOid4Vp(
          { clientId: channel.clientId, responseUri: channel.responseUri, nonce },
          CONTEXT,
        )
  const itemsRequest = ItemsRequest.create({ docType: doctype, namespaces: { [doctype]: { [element]: false } } })
  const deviceRequest = DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] })
  const response = await DeviceResponse.createWithDeviceRequest(
    { deviceRequest, sessionTranscript, issuerSigned: [issued], signature: { signingKey: deviceKey } },
    CONTEXT,
  )
  return { proof_of_age: [response.encodedForOid4Vp] }
}
