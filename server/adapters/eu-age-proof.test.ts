import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { ageIssuer, issueAttestation, present, type AgeIssuer, type Attestation } from './age-wallet.ts'
import { testCertificate } from './certificate.ts'
import { AGE_DOCTYPE, AGE_ELEMENT, faultOfProof, type ProofChannel } from './eu-age-proof.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const NONCE = 'a nonce of this request'
const POST: ProofChannel = {
  kind: 'direct_post',
  clientId: 'redirect_uri:https://visavis.example/api/age/answers/1',
  responseUri: 'https://visavis.example/api/age/answers/1',
}
const BROWSER: ProofChannel = { kind: 'dc_api', origin: 'https://visavis.example' }

let issuer: AgeIssuer
let attestation: Attestation
beforeAll(async () => {
  issuer = ageIssuer(NOW)
  attestation = await issueAttestation(issuer, { now: NOW })
})

type Case = { vpToken: unknown; nonce?: string; channel?: ProofChannel; now?: number; trusted?: AgeIssuer }

const faultOf = ({ vpToken, nonce = NONCE, channel = POST, now = NOW, trusted = issuer }: Case) =>
  faultOfProof({ vpToken, nonce, channel }, { trusted: [trusted.authority.certificate], now: new Date(now) })

describe('[GUARD-6] a proof of age', () => {
  test.each([POST, BROWSER])(
    'that a trusted issuer signed for this request is accepted over $kind',
    async (channel) => {
      expect(await faultOf({ vpToken: await present(attestation, NONCE, channel), channel })).toBeNull()
    },
  )

  test('is accepted if the trusted list names the signer itself', async () => {
    const vpToken = await present(attestation, NONCE, POST)
    const trusted = { ...issuer, authority: issuer.signer }
    expect(await faultOf({ vpToken, trusted })).toBeNull()
  })
})

describe('[GUARD-6] a proof of age is refused', () => {
  test('after its last day and before its first: expired', async () => {
    const vpToken = await present(attestation, NONCE, POST)
    expect(await faultOf({ vpToken, now: NOW + 31 * DAY_MS })).toBe('expired')
    const later = await issueAttestation(issuer, { now: NOW, validFrom: NOW + DAY_MS })
    expect(await faultOf({ vpToken: await present(later, NONCE, POST) })).toBe('expired')
  })

  test('if its issuer is not on the list, also under the same name: foreign_issuer', async () => {
    const foreign = ageIssuer(NOW)
    const own = await issueAttestation(foreign, { now: NOW })
    expect(await faultOf({ vpToken: await present(own, NONCE, POST) })).toBe('foreign_issuer')
  })

  test('that the holder made: foreign_issuer', async () => {
    const signer = testCertificate({ name: 'Age signer', now: NOW })
    const own = await issueAttestation({ signer }, { now: NOW })
    expect(await faultOf({ vpToken: await present(own, NONCE, POST) })).toBe('foreign_issuer')
  })

  test('if another signer, who is no authority, issued its signer: foreign_issuer', async () => {
    const signer = testCertificate({ name: 'Child', now: NOW, issuer: issuer.signer })
    const own = await issueAttestation({ signer }, { now: NOW })
    const trusted = { ...issuer, authority: issuer.signer }
    expect(await faultOf({ vpToken: await present(own, NONCE, POST), trusted })).toBe('foreign_issuer')
  })

  test('if the certificate of its signer has ended: foreign_issuer', async () => {
    const ended = ageIssuer(NOW, NOW - DAY_MS)
    const own = await issueAttestation(ended, { now: NOW })
    expect(await faultOf({ vpToken: await present(own, NONCE, POST), trusted: ended })).toBe('foreign_issuer')
  })

  test('with an empty trusted list: foreign_issuer', async () => {
    const vpToken = await present(attestation, NONCE, POST)
    const presentation = { vpToken, nonce: NONCE, channel: POST }
    expect(await faultOfProof(presentation, { trusted: [], now: new Date(NOW) })).toBe('foreign_issuer')
  })

  test.each<{ difference: string; nonce?: string; channel?: ProofChannel }>([
    { difference: 'nonce', nonce: 'a nonce of an earlier request' },
    { difference: 'address', channel: { ...POST, responseUri: 'https://other.example/api/age/answers/1' } },
    { difference: 'verifier', channel: { ...POST, clientId: 'redirect_uri:https://other.example' } },
    { difference: 'channel', channel: BROWSER },
    { difference: 'origin', channel: { kind: 'dc_api', origin: 'https://other.example' } },
  ])('that was made for another $difference: replayed', async ({ nonce = NONCE, channel }) => {
    const made = channel ?? POST
    const asked = made.kind === 'dc_api' && made.origin !== BROWSER.origin ? BROWSER : POST
    expect(await faultOf({ vpToken: await present(attestation, nonce, made), channel: asked })).toBe('replayed')
  })

  test('signed with another key than that of the holder: replayed', async () => {
    const { deviceKey } = await issueAttestation(issuer, { now: NOW })
    expect(await faultOf({ vpToken: await present({ ...attestation, deviceKey }, NONCE, POST) })).toBe('replayed')
  })

  test('if it is another type of document: wrong_document', async () => {
    const licence = await issueAttestation(issuer, { now: NOW, doctype: 'org.iso.18013.5.1.mDL' })
    expect(await faultOf({ vpToken: await present(licence, NONCE, POST) })).toBe('wrong_document')
  })

  test('that says that the holder is not over 18: not_over_18', async () => {
    const minor = await issueAttestation(issuer, { now: NOW, isOver18: false })
    expect(await faultOf({ vpToken: await present(minor, NONCE, POST) })).toBe('not_over_18')
  })

  test('that says nothing about 18, and so accuses nobody: unreadable', async () => {
    const other = await issueAttestation(issuer, { now: NOW, element: 'age_over_16', isOver18: false })
    expect(await faultOf({ vpToken: await present(other, NONCE, POST) })).toBe('unreadable')
  })

  test('if its value was changed after the signature: altered', async () => {
    const minor = await issueAttestation(issuer, { now: NOW, isOver18: false })
    const {
      proof_of_age: [text],
    } = await present(minor, NONCE, POST)
    const bytes = Buffer.from(text, 'base64url')
    // The element's value follows the key `elementValue` in CBOR: f4 is false, f5 is true.
    const at = bytes.indexOf(Buffer.from('elementValue')) + 'elementValue'.length
    expect(bytes[at]).toBe(0xf4)
    bytes[at] = 0xf5
    expect(await faultOf({ vpToken: { proof_of_age: [bytes.toString('base64url')] } })).toBe('altered')
  })

  test('if it cannot be read: unreadable', async () => {
    const {
      proof_of_age: [text],
    } = await present(attestation, NONCE, POST)
    const tokens = [
      null,
      'text',
      {},
      { proof_of_age: [] },
      { proof_of_age: ['!'] },
      { proof_of_age: [text, text] },
      { proof_of_age: ['oA'] },
      { proof_of_age: [text.slice(0, -40)] },
    ]
    for (const vpToken of tokens) expect(await faultOf({ vpToken })).toBe('unreadable')
  })
})

test('[GUARD-6] the proof has no other element than the age', async () => {
  const names = [...attestation.issued.issuerNamespaces.issuerNamespaces].flatMap(([name, items]) =>
    items.map(({ elementIdentifier }) => [name, elementIdentifier]),
  )
  expect(names).toEqual([[AGE_DOCTYPE, AGE_ELEMENT]])
})
