/** [GUARD-6] The EU proof of age through its calls: from a wallet and through the browser, and what is stored of it. */
import { existsSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGE_REQUEST_MINUTES, DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { ageIssuer, issueAttestation, present, type AgeIssuer } from '../../adapters/age-wallet.ts'
import { clientIdOf, type ProofChannel } from '../../adapters/eu-age-proof.ts'
import { armRecurring } from '../../jobs/recurring.ts'
import { runJobs } from '../../testing/post-office.ts'
import type { TestMember } from '../../testing/members.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { setDue } from './demand.ts'

const ORIGIN = 'http://localhost:3000'

let server: TestServer
let anna: TestMember
let bert: TestMember
let logged: string
beforeEach(async () => {
  logged = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  server = await createTestServer({ settings: { age_check: { IE: 'both' } }, log: pino({ level: 'trace' }, stream) })
  anna = await server.signUp('Anna', { country: 'IE', region: '', city: '', credits: 50 })
  bert = await server.signUp('Bert', { gender: 'male' })
  await demand(anna)
})
afterEach(() => server.close())

const demand = (member: TestMember): Promise<void> =>
  server.deps.write((tx) => setDue(tx, member.id, server.clock.now(), server.clock.now()))

const stateOf = async (member: TestMember) => (await server.as(member)('age.get')).body

const proofRequest = async (member = anna) => {
  const { body } = await server.as(member)('age.proof', { body: {} })
  const asked = new URLSearchParams(body.link.slice('av://?'.length))
  const responseUri = asked.get('response_uri') ?? ''
  return { ...body, asked, nonce: asked.get('nonce') ?? '', responseUri }
}

type AskedProof = Awaited<ReturnType<typeof proofRequest>>

const byPost = ({ responseUri }: Pick<AskedProof, 'responseUri'>): ProofChannel => ({
  kind: 'direct_post',
  clientId: clientIdOf(responseUri),
  responseUri,
})

const sandboxIssuer = (): AgeIssuer => {
  const { sandboxIssuer: issuer } = server.deps.age
  if (!issuer) throw new Error('The test server has no sandbox')
  return issuer
}

type AttestationWish = Partial<Parameters<typeof issueAttestation>[1]> & { issuer?: Pick<AgeIssuer, 'signer'> }

const proofFor = async (asked: AskedProof, { issuer = sandboxIssuer(), ...wanted }: AttestationWish = {}) =>
  present(await issueAttestation(issuer, { now: server.clock.now(), ...wanted }), asked.nonce, byPost(asked))

/** As a wallet posts it: to the address of the request, without a session. */
const post = (responseUri: string, fields: Record<string, string>): Promise<Response> =>
  Promise.resolve(
    server.app.request(responseUri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  )

const answer = async (asked: AskedProof, vpToken: unknown): Promise<number> =>
  (await post(asked.responseUri, { state: asked.id, vp_token: JSON.stringify(vpToken) })).status

describe('[GUARD-6] the EU proof of age', () => {
  test('is asked for as its profile says: unsigned, by value, one element that is not retained', async () => {
    const { asked, link, general_link, browser, responseUri } = await proofRequest()
    expect(link.replace('av://', 'openid4vp://')).toBe(general_link)
    expect(Object.fromEntries(asked)).toEqual({
      client_id: `redirect_uri:${responseUri}`,
      response_type: 'vp_token',
      response_mode: 'direct_post',
      response_uri: responseUri,
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      state: expect.stringMatching(/^[\w-]{22}$/),
      dcql_query: expect.any(String),
      client_metadata: expect.any(String),
    })
    expect(JSON.parse(asked.get('dcql_query') ?? '')).toEqual({
      credentials: [
        {
          id: 'proof_of_age',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.av.1' },
          claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'], intent_to_retain: false }],
        },
      ],
    })
    expect(browser).toMatchObject({
      protocol: 'openid4vp-v1-unsigned',
      data: { response_mode: 'dc_api', nonce: asked.get('nonce') },
    })
  })

  test('that a wallet sends opens everything', async () => {
    const asked = await proofRequest()
    expect((await stateOf(anna)).waiting).toBe(true)
    expect(await answer(asked, await proofFor(asked))).toBe(200)
    expect(await stateOf(anna)).toMatchObject({ state: 'passed', passed: { way: 'eu_proof' }, waiting: false })
    expect((await server.as(anna)('likes.put', { params: { profile: String(bert.id) } })).error).toBeUndefined()
  })

  test('that the browser sends opens everything, for the member who asked alone', async () => {
    const carla = await server.signUp('Carla', { country: 'IE' })
    await demand(carla)
    const asked = await proofRequest()
    const attestation = await issueAttestation(sandboxIssuer(), { now: server.clock.now() })
    const vp_token = JSON.stringify(await present(attestation, asked.nonce, { kind: 'dc_api', origin: ORIGIN }))
    const input = { params: { id: asked.id }, body: { vp_token } }
    expect((await server.as(carla)('age.proof_answer', input)).error?.error).toBe('link_invalid')
    expect((await server.as(anna)('age.proof_answer', input)).body).toMatchObject({ state: 'passed' })
    expect((await stateOf(carla)).state).toBe('needed')
  })

  test.each([
    { proof: 'expired', wanted: () => ({ validFrom: -1, validUntil: server.clock.now() - 1 }), fault: 'expired' },
    { proof: 'not yet valid', wanted: () => ({ validFrom: server.clock.now() + DAY_MS }), fault: 'expired' },
    { proof: 'foreign', wanted: () => ({ issuer: ageIssuer(server.clock.now()) }), fault: 'untrusted' },
    { proof: 'of another type', wanted: () => ({ doctype: 'org.iso.18013.5.1.mDL' }), fault: 'refused' },
  ])('that is $proof is refused, and the next may pass', async ({ wanted, fault }) => {
    const asked = await proofRequest()
    expect(await answer(asked, await proofFor(asked, wanted()))).toBe(400)
    expect(await stateOf(anna)).toMatchObject({ state: 'needed', fault })
    // A refused request is over, so nobody can try proof after proof on one.
    expect(await answer(asked, await proofFor(asked))).toBe(410)
    const again = await proofRequest()
    expect(await answer(again, await proofFor(again))).toBe(200)
    expect((await stateOf(anna)).state).toBe('passed')
  })

  test('that was altered, self-made for this request, or is no proof at all is refused', async () => {
    const minor = await proofRequest()
    const {
      proof_of_age: [text],
    } = await proofFor(minor, { isOver18: false })
    const bytes = Buffer.from(text, 'base64url')
    bytes[bytes.indexOf(Buffer.from('elementValue')) + 'elementValue'.length] = 0xf5
    expect(await answer(minor, { proof_of_age: [bytes.toString('base64url')] })).toBe(400)
    for (const vpToken of [null, {}, { proof_of_age: [] }, { proof_of_age: ['oA'] }, 'text']) {
      const asked = await proofRequest()
      expect(await answer(asked, vpToken)).toBe(400)
    }
    const broken = await proofRequest()
    expect((await post(broken.responseUri, { vp_token: '{' })).status).toBe(400)
    expect(server.sql('select * from age_checks')).toEqual([])
  })

  test('made for another request is refused: for an earlier one, and for that of another member', async () => {
    const carla = await server.signUp('Carla', { country: 'IE' })
    await demand(carla)
    const first = await proofRequest()
    const proof = await proofFor(first)
    const second = await proofRequest()
    expect(await answer(second, proof)).toBe(400)
    expect(await answer(first, proof)).toBe(410)
    const hers = await proofRequest(carla)
    const mine = await proofRequest()
    expect(await answer(hers, await proofFor(mine))).toBe(400)
    expect([(await stateOf(anna)).state, (await stateOf(carla)).state]).toEqual(['needed', 'needed'])
  })

  test('that a wallet sent cannot be sent again after the result', async () => {
    const asked = await proofRequest()
    const proof = await proofFor(asked)
    await answer(asked, proof)
    server.sql('delete from age_checks')
    await demand(anna)
    expect(await answer(asked, proof)).toBe(410)
    expect((await stateOf(anna)).state).toBe('needed')
  })

  test('comes too late after ten minutes', async () => {
    const asked = await proofRequest()
    server.clock.advance(AGE_REQUEST_MINUTES * MINUTE_MS)
    expect(await answer(asked, await proofFor(asked))).toBe(410)
    expect(await stateOf(anna)).toMatchObject({ state: 'needed', waiting: false })
  })

  test('that the holder declines, or with a wrong state, says nothing', async () => {
    const asked = await proofRequest()
    expect((await post(asked.responseUri, { state: 'another', vp_token: '{}' })).status).toBe(410)
    expect((await post(asked.responseUri, { state: asked.id, error: 'access_denied' })).status).toBe(200)
    expect(await stateOf(anna)).toMatchObject({ state: 'needed', fault: 'abandoned' })
    server.clock.advance(1_000)
    const again = await proofRequest()
    expect((await post(again.responseUri, { state: again.id, error: 'invalid_request' })).status).toBe(200)
    expect(await stateOf(anna)).toMatchObject({ state: 'needed', fault: 'failed' })
  })

  test('that says under 18 is a doubt', async () => {
    const asked = await proofRequest()
    expect(await answer(asked, await proofFor(asked, { isOver18: false }))).toBe(200)
    expect((await stateOf(anna)).state).toBe('doubt')
  })

  // The test reads SQLite's file.
  test('leaves nothing of itself: not in the database, not in the log', { skip: isPostgres }, async () => {
    const asked = await proofRequest()
    const proof = await proofFor(asked)
    const refused = await proofRequest()
    const foreign = await proofFor(refused, { issuer: ageIssuer(server.clock.now()) })
    await answer(refused, foreign)
    const last = await proofRequest()
    const accepted = await proofFor(last)
    await answer(last, accepted)
    await server.deps.settled()
    const file = String(server.sql('pragma database_list')[0]?.['file'])
    const database = Buffer.concat([file, `${file}-wal`].filter(existsSync).map((path) => readFileSync(path)))
    const isStored = (part: Buffer): boolean => database.indexOf(part) >= 0
    // The search finds what is there.
    expect(isStored(Buffer.from(anna.email))).toBe(true)
    for (const {
      proof_of_age: [text],
    } of [proof, foreign, accepted]) {
      const bytes = Buffer.from(text, 'base64url')
      for (let at = 0; at + 24 <= bytes.length; at += 24) {
        const part = bytes.subarray(at, at + 24)
        expect(isStored(part)).toBe(false)
      }
      for (let at = 0; at + 32 <= text.length; at += 32) {
        expect(isStored(Buffer.from(text.slice(at, at + 32)))).toBe(false)
        expect(logged.includes(text.slice(at, at + 32))).toBe(false)
      }
    }
    for (const secret of [last.id, refused.id, asked.id]) expect(logged).not.toContain(secret)
    expect(logged).toContain('age_checked')
    server.clock.advance(DAY_MS)
    await server.deps.write((tx) => armRecurring(tx, server.clock.now()))
    await runJobs(server)
    expect(server.sql('select * from age_requests')).toEqual([])
  })
})
