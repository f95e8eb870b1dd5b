import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { scamCase, type ScamCase } from '../../testing/scam-case.ts'
import { markOf } from '../safety/identity.ts'

let scam: ScamCase
beforeEach(async () => {
  scam = await scamCase()
})
afterEach(() => scam.close())

test('[DESK-6] a case names the places of before and now', async () => {
  const { server, helen, victor, report, readCase } = scam
  await report(helen)
  server.sql(`update profiles set region = 'IT-62', city = 'IT-62/roma' where id = ?`, victor.id)
  expect((await readCase()).changed).toEqual([
    { field: 'region', before: 'Lombardia', after: 'Lazio' },
    { field: 'city', before: 'Milano', after: 'Roma' },
  ])
})

test('[DESK-6] a case says which photos there were at the report and are now, once that has changed', async () => {
  const { server, helen, victor, report, readCase } = scam
  const [first, second] = [addPhoto(server, victor), addPhoto(server, victor, { position: 1 })]
  await report(helen)
  expect((await readCase()).changed).toEqual([])
  await server.as(victor)('photos.delete', { params: { id: first } })
  expect((await readCase()).changed).toEqual([{ field: 'photos', before: `${first} ${second}`, after: second }])
})

test('[DESK-6] a case links accounts with the same bank account, phone or photo, a banned one by its hash, and no others', async () => {
  const { server, helen, ruth, victor, readCase } = scam
  const [olga, paul, rita] = [await server.signUp('Olga'), await server.signUp('Paul'), await server.signUp('Rita')]
  let debits = 0
  const debit = ({ id: userId }: TestMember, iban: string, phone: string, confirmedAt: number | null = 1) => {
    debits += 1
    const paid = { id: `debit-${debits}`, userId, iban, phone, confirmedAt, createdAt: 1, codeHash: '', mandate: '' }
    const home = { accountHolder: 'V', street: 'Quay', houseNumber: '1', zip: '1', city: 'Galway' }
    return server.deps.write((tx) =>
      tx.directDebits.put({
        ...paid,
        ...home,
        credits: 15,
        amount: 999,
        currency: 'EUR',
        discountCode: null,
        failures: 0,
      }),
    )
  }
  await debit(victor, 'IE01', '+3531')
  await debit(helen, 'IE01', '+3532')
  await debit(ruth, 'IE02', '+3531')
  // Nobody has confirmed that this account and this phone are Rita's.
  await debit(rita, 'IE01', '+3531', null)
  for (const member of [victor, olga]) addPhoto(server, member, { hash: 'same-file' })
  addPhoto(server, paul, { hash: 'other-file' })
  await server.deps.write((tx) =>
    tx.identity.mark(999, [markOf(server.deps, 'iban', 'IE01'), markOf(server.deps, 'mail', victor.email)], 7, 1),
  )
  const { links } = await readCase()
  expect(links.map(({ member, kind, banned }) => `${member} ${kind} ${banned}`).toSorted()).toEqual(
    [
      `${helen.id} iban false`,
      `${ruth.id} phone false`,
      `${olga.id} photo false`,
      '999 iban true',
      '999 mail true',
    ].toSorted(),
  )
})

describe('[DESK-9] the case of an appeal', () => {
  test('has the rejected photo, covered if it may be harmful, and null once its owner has deleted it', async () => {
    const { server, victor, jonas, decide, readCase } = scam
    const photo = Number(addPhoto(server, victor))
    await decide('remove_photo', { photo, photo_reason: 'nudity' })
    expect((await readCase(jonas)).decisions).toMatchObject([{ photo: { id: photo, covered: true }, removed_text: '' }])
    await server.as(victor)('photos.delete', { params: { id: String(photo) } })
    expect((await readCase(jonas)).decisions).toMatchObject([{ photo: null }])
  })

  test('has the removed text of the profile, and no message', async () => {
    const { server, helen, victor, jonas, decide, readCase } = scam
    const message = (await server.sendText(victor, helen, 'Send me codes.')).body.message.id
    await decide('remove_text')
    server.clock.advance(1)
    await decide('remove_text', { message })
    expect((await readCase(jonas)).decisions.map((one) => one.removed_text)).toEqual(['', 'I believe in signs.'])
  })
})
