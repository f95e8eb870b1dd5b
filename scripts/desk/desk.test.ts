import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import type { TestMember } from '../../server/testing/members.ts'
import { addDemoStaff } from '../../server/areas/desk/demo-staff.ts'
import { addPhoto } from '../../server/testing/photo-rows.ts'
import { jpegOf, uploadMessage } from '../../server/testing/photos.ts'
import { createTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { NotACommand } from '../cli.ts'
import { commandFrom } from './command.ts'
import { runDesk } from './run.ts'

const read = (text: string) => commandFrom(text.split(' ').filter((word) => word !== ''))

describe('[SAFE-8] the words of the desk', () => {
  test('say what to do', () => {
    expect(read('')).toEqual({ do: 'list' })
    expect(read('photo approve 7')).toEqual({ do: 'photo approve', id: 7 })
    expect(read('photo reject 7 quality Too dark, sorry')).toEqual({
      do: 'photo reject',
      id: 7,
      reason: 'quality',
      note: 'Too dark, sorry',
    })
    expect(read('letter answer A-000012 upheld')).toEqual({
      do: 'letter answer',
      id: 12,
      upheld: true,
      text: '',
    })
    expect(read('letter answer N-000003 dismissed Thank you.\\nWe looked.')).toMatchObject({
      id: 3,
      text: 'Thank you.\nWe looked.',
    })
    expect(read('letter answer 12 dismissed')).toMatchObject({ upheld: false })
    expect(read('block-iban IT60 X054 2811')).toEqual({ do: 'block', payer: 'iban', written: 'IT60 X054 2811' })
    expect(read('unblock-phone +39 347 1234567')).toMatchObject({ do: 'unblock', payer: 'phone' })
    expect(read('member restrict 3 fake Uses a stock photo')).toEqual({
      do: 'member restrict',
      id: 3,
      days: null,
      reason: 'fake',
      note: 'Uses a stock photo',
    })
    expect(read('member suspend 3 14 scam Asks for money')).toEqual({
      do: 'member suspend',
      id: 3,
      days: 14,
      reason: 'scam',
      note: 'Asks for money',
    })
    expect(() => read('member suspend 3 scam')).toThrow('For how many days?')
    expect(() => read('member ban 3 scam')).toThrow('On which facts?')
    expect(() => read('member ban 3 14 scam')).toThrow('has no end')
  })

  test.each([
    'photo',
    'photo burn 7',
    'photo approve',
    'photo approve x',
    'photo reject 7 ugly',
    'letter answer 7 no',
    'block-iban',
  ])('refuse “%s” before anything is done', (text) => {
    expect(() => read(text)).toThrow(NotACommand)
  })
})

describe('[SAFE-8] [PROF-5] the desk', () => {
  let server: TestServer
  let anna: TestMember
  let bert: TestMember
  const saved = new Map<string, Uint8Array>()
  const desk = (...words: string[]) =>
    runDesk(server.deps, commandFrom(words), async (name, bytes) => {
      saved.set(name, bytes)
      return `/tmp/${name}`
    })

  beforeEach(async () => {
    server = await createTestServer({ settings: { photo_review: 'desk' } })
    anna = await server.signUp('Anna')
    bert = await server.signUp('Bert')
  })
  afterEach(() => server.close())

  const sendBad = (count: number) =>
    server.as(anna)('messages.send', {
      body: {
        client_id: `01890a5d-ac96-774b-bcce-00000000000${count}`,
        profile: bert.id,
        type: 'text',
        text: 'I earn 500 a day with bitcoin, see btc-profit.top',
      },
    })

  test('[DESK-14] lists fictional profiles, pauses one with a reason, and resumes it', async () => {
    const { id } = await server.signUp('Luna', { fictional: true, country: 'DE' })
    expect(await desk('fictional', 'list')).toBe(
      `1 fictional profiles:\n  profile ${id}  Luna, DE, it, active, 0 messages, 0 wait`,
    )
    expect(await desk('fictional', 'pause', `${id}`, 'new', 'texts', 'come')).toBe(`Profile ${id} is paused.`)
    expect(await desk('fictional', 'pause', `${id}`, 'new', 'texts', 'come')).toContain('Nothing to do')
    expect(await desk('fictional', 'resume', `${id}`, 'new', 'texts', 'are', 'there')).toBe(
      `Profile ${id} is active again.`,
    )
    await expect(desk('fictional', 'pause', `${anna.id}`, 'she', 'is', 'a', 'member')).rejects.toThrow('There is none')
    expect(() => read(`fictional pause ${id} why`)).toThrow('Why?')
    expect(server.sql('select act, reason from audit order by id')).toEqual([
      { act: 'fictional.pause', reason: 'new texts come' },
      { act: 'fictional.resume', reason: 'new texts are there' },
    ])
  })

  test('[GUARD-1] lists a held message, releases it or rejects it', async () => {
    await sendBad(1)
    await sendBad(2)
    expect(await desk()).toContain('2 flags of automatic checks wait: npm run desk -- flag list')
    expect(await desk('flag', 'list')).toContain('see btc-profit.top')
    expect(await desk('flag', 'release', '1')).toBe('Flag 1 is answered: nothing was wrong.')
    expect(await desk('flag', 'reject', '2', 'scam', 'No', 'offers')).toBe('Flag 2 is upheld: scam.')
    expect(await desk('flag', 'reject', '2', 'scam')).toMatch(/^Nothing to do/)
    expect(await desk('flag', 'list')).toBe('0 flags wait:')
    expect(() => read('flag reject 2')).toThrow(NotACommand)
  })

  test('lists what waits, until it is done', async () => {
    expect(await desk()).toBe('0 photos wait:\n0 letters wait:')
    const photo = addPhoto(server, bert, { status: 'pending' })
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'scam', text: 'Asked for money.' } })
    expect(await desk()).toBe(
      [
        '1 photos wait:',
        `  photo ${photo}  1970-01-01 00:00  of member ${bert.id}, Bert`,
        '1 letters wait:',
        `  letter 1  2026-06-15 12:00  R-000001 report, scam, about member ${bert.id}`,
      ].join('\n'),
    )
    expect(await desk('photo', 'reject', photo, 'quality', 'Too', 'dark')).toBe(`Photo ${photo} is rejected: quality.`)
    expect(await desk('letter', 'answer', 'R-000001', 'dismissed')).toBe(
      'Letter 1 is dismissed. The answer is being mailed.',
    )
    expect(await desk('letter', 'answer', '1', 'upheld')).toMatch(/^Nothing to do/)
    expect(await desk()).toBe('0 photos wait:\n0 letters wait:')
    expect(server.sql('select status, reason from photos')).toEqual([{ status: 'rejected', reason: 'quality' }])
    expect(server.sql('select note from decisions')).toEqual([{ note: 'Too dark' }])
  })

  test('shows a letter with all it is about', async () => {
    const client_id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const text = 'Send me a voucher'
    const { body } = await server.as(bert)('messages.send', {
      body: { client_id, profile: anna.id, type: 'text', text },
    })
    await server.as(anna)('reports.send', {
      body: { profile: bert.id, reason: 'scam', text: 'Look at this.', message: body.message.id },
    })
    const shown = await desk('letter', 'show', '1')
    for (const part of ['R-000001 report', `member ${anna.id}, Anna`, `member ${bert.id}, Bert`, text, 'Look at this.'])
      expect(shown).toContain(part)
    await expect(desk('letter', 'show', '9')).rejects.toThrow('There is none of this number.')
  })

  test('[SITE-10] a complaint or a notice is answered with a text or not at all', async () => {
    const complaint = { name: 'Carla Rossi', email: 'carla@example.test', text: 'A profile uses my photos.' }
    await server.visitor('complaints.send', { body: complaint })
    const notice = { profile: String(bert.id), reason: 'fake', good_faith: true } as const
    await server.visitor('complaints.send', { body: { ...complaint, ...notice } })
    await expect(desk('letter', 'answer', 'C-000001', 'upheld')).rejects.toThrow(/^Not answered/)
    await expect(desk('letter', 'answer', 'N-000002', 'dismissed')).rejects.toThrow(/^Not answered/)
    expect(server.sql('select answered_at from letters')).toEqual([{ answered_at: null }, { answered_at: null }])
    await desk('letter', 'answer', 'N-000002', 'upheld', 'The', 'profile', 'is', 'gone.')
    const shown = await desk('letter', 'show', 'N-000002')
    for (const part of [`about member ${bert.id}, Bert`, 'reason: fake', 'good faith: yes', 'The profile is gone.'])
      expect(shown).toContain(part)
  })

  test('gives a copy of a photo that was sent and reported', async () => {
    const { body } = await uploadMessage(server, bert, anna, await jpegOf())
    await server.as(anna)('reports.send', {
      body: { profile: bert.id, reason: 'nudity', text: 'I did not ask for it.', message: body.message.id },
    })
    const shown = await desk('letter', 'show', '1')
    expect(shown).toContain(`about message ${body.message.id} of 2026-06-15 12:00, a photo: `)
    expect(shown).toContain('/tmp/visavis-message-1.webp')
    const response = await server.app.request(`/photos/m${body.message.id}/full`, { headers: { cookie: bert.cookie } })
    expect(saved.get('visavis-message-1.webp')).toEqual(Buffer.from(await response.arrayBuffer()))
  })

  test('gives a copy of a photo to look at', async () => {
    const picture = new Uint8Array([1, 2, 3])
    const hash = await server.photos.put({ full: picture, card: picture, thumb: picture, blur: picture })
    const photo = addPhoto(server, bert, { status: 'pending', hash })
    expect(await desk('photo', 'show', photo)).toContain(`/tmp/visavis-photo-${photo}.webp`)
    expect([...(saved.get(`visavis-photo-${photo}.webp`) ?? [])]).toEqual([1, 2, 3])
    expect(await desk('photo', 'approve', photo)).toBe(`Photo ${photo} is shown.`)
    await expect(desk('photo', 'approve', '99')).rejects.toThrow('There is none of this number.')
  })

  test('[PAY-10] blocks payers and takes it back, and keeps neither account nor number', async () => {
    expect(await desk('block-iban', 'IT60 X054 2811 1010 0000 0123 456')).toBe('Blocked.')
    expect(await desk('block-iban', 'it60x0542811101000000123456')).toMatch(/^Nothing to do/)
    expect(await desk('block-phone', '+39 347 123 4567')).toBe('Blocked.')
    await expect(desk('block-iban', 'IT60')).rejects.toThrow('That is no IBAN.')
    await expect(desk('block-phone', '347 123 4567')).rejects.toThrow('That is no mobile number with its +.')
    const rows = JSON.stringify(server.sql('select kind, hash from blocked_payers'))
    expect(rows).toMatch(/"iban".*"phone"/)
    expect(rows).not.toMatch(/123456|IT60/)
    expect(await desk('unblock-iban', 'IT60X0542811101000000123456')).toBe('No longer blocked.')
    expect(await desk('unblock-phone', '+393471234567')).toBe('No longer blocked.')
    expect(server.sql('select * from blocked_payers')).toEqual([])
  })

  test('[DESK-3] every act and every look of a command is a row of the audit, in the name after --as', async () => {
    await addDemoStaff(server.deps, 'a long password')
    await sendBad(1)
    await sendBad(2)
    const { body } = await server.as(bert)('messages.send', {
      body: { client_id: '01890a5d-ac96-774b-bcce-b302099a8057', profile: anna.id, type: 'text', text: 'Ciao' },
    })
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'scam', message: body.message.id } })
    await server.visitor('complaints.send', {
      body: { name: 'Carla', email: 'carla@example.test', text: 'It is wrong.' },
    })
    const photo = addPhoto(server, bert, { status: 'pending' })
    const commands = [
      'flag list',
      'flag release 1',
      'flag reject 2 scam',
      'letter show 1',
      'letter show 2',
      'letter answer 1 dismissed',
      `photo show ${photo}`,
      `photo reject ${photo} quality`,
      `member mute ${bert.id} 3 scam Asks for money`,
      `member release ${bert.id}`,
      'block-iban IT60X0542811101000000123456',
      'unblock-iban IT60X0542811101000000123456',
    ]
    const before = server.sql('select max(id) as id from audit')[0]?.['id']
    for (const command of commands) await desk(...command.split(' '), '--as', 'desk@demo.test')
    const rows = server.sql('select staff, act from audit where id > ? order by id', before)
    expect(rows.map(({ act }) => act)).toEqual([
      'case.open_conversation',
      'case.open_conversation',
      'flag.answer',
      'member.sanction',
      'flag.answer',
      'case.open_conversation',
      'member.show_mail',
      'letter.answer',
      'case.open_photo',
      'photo.reject',
      'member.sanction',
      'member.release',
      'payer.block',
      'payer.unblock',
    ])
    expect(new Set(rows.map(({ staff }) => staff))).toEqual(new Set([1]))
    expect(JSON.stringify(server.sql('select * from audit'))).not.toContain('IT60')
  })

  test('[DESK-2] a command needs a name, and the role that the same call of the desk needs', async () => {
    await addDemoStaff(server.deps, 'a long password')
    server.sql(`update staff set mail = 'orla@staff.test' where id = 1`)
    await expect(desk()).rejects.toThrow('In whose name?')
    const ban = (mail: string) => desk('member', 'ban', String(bert.id), 'scam', 'Asks for money', '--as', mail)
    await expect(ban('sinead@demo.test')).rejects.toThrow('this needs')
    expect(server.sql('select id from decisions')).toEqual([])
    expect(await ban('jonas@demo.test')).toBe(`Member ${bert.id} is banned.`)
    expect(server.sql('select staff from decisions')).toEqual([{ staff: 3 }])
  })

  test('[DESK-7] nobody decides about their own member account by command', async () => {
    await addDemoStaff(server.deps, 'a long password')
    server.sql(`update users set email = 'desk@demo.test' where id = ?`, bert.id)
    const warn = (mail: string) => desk('member', 'warn', String(bert.id), 'scam', 'Asks for money', '--as', mail)
    await expect(warn('desk@demo.test')).rejects.toThrow('your own member account')
    expect(server.sql('select id from decisions')).toEqual([])
    expect(await warn('jonas@demo.test')).toBe(`Member ${bert.id} is warned.`)
  })

  test('[DESK-9] an appeal against a decision of the same name is refused', async () => {
    await addDemoStaff(server.deps, 'a long password')
    await desk('member', 'mute', String(bert.id), '3', 'scam', 'Asks for money', '--as', 'desk@demo.test')
    await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'Please look again.' } })
    const answer = (mail: string) => desk('letter', 'answer', '1', 'upheld', '--as', mail)
    await expect(answer('desk@demo.test')).rejects.toThrow('somebody else must decide')
    expect(await answer('jonas@demo.test')).toContain('Letter 1 is upheld')
  })

  const mute = (id: number, mail: string) => desk('member', 'mute', String(id), 'scam', 'Asks for money', '--as', mail)
  const lift = (by: string, since: string) =>
    desk('decision', 'lift', by, since, 'The', 'wrong', 'rule', '--as', 'desk@demo.test')

  test('[DESK-7] the decisions of a colleague since a time are lifted together, but for those with an appeal', async () => {
    await addDemoStaff(server.deps, 'a long password')
    const carl = await server.signUp('Carl')
    await mute(carl.id, 'jonas@demo.test')
    server.clock.advance(HOUR_MS)
    for (const { id } of [anna, bert]) await mute(id, 'jonas@demo.test')
    await mute(carl.id, 'desk@demo.test')
    await server.as(bert)('decisions.appeal', { params: { id: '3' }, body: { text: 'Please look again.' } })
    server.clock.advance(HOUR_MS)
    server.sql(`update staff set ended_at = 1 where mail = 'jonas@demo.test'`)
    await expect(lift('nobody@demo.test', '2026-06-15T13:00Z')).rejects.toThrow('There is no staff account')
    expect(await desk('decision', 'list', 'jonas@demo.test', '2026-06-15T13:00Z', '--as', 'desk@demo.test')).toBe(
      [
        '1 of 2 decisions can be lifted together:',
        `  decision 2  2026-06-15T13:00:00.000Z  member ${anna.id}, muted, scam`,
        `  decision 3  2026-06-15T13:00:00.000Z  member ${bert.id}, muted, scam  left to a colleague: an appeal waits`,
      ].join('\n'),
    )
    expect(server.sql('select id from decisions where lifted_at is not null')).toEqual([])
    expect(await lift('jonas@demo.test', '2026-06-15T13:00Z')).toMatch(/^1 decisions are lifted.* 1 are left/)
    expect(server.sql('select id from decisions where lifted_at is not null')).toEqual([{ id: 2 }])
    expect(server.sql(`select payload from jobs where kind = 'mail.lifted'`)).toHaveLength(1)
    expect(server.sql(`select staff, reason from audit where act = 'decision.lift'`)).toEqual([
      { staff: 1, reason: 'The wrong rule' },
    ])
  })

  test('[GUARD-4] the decisions of the automatic checks are lifted together', async () => {
    for (const name of ['Carl', 'Dora', 'Emil'])
      await server.as(await server.signUp(name))('reports.send', { body: { profile: bert.id, reason: 'spam' } })
    expect(server.sql('select kind, staff from decisions')).toEqual([{ kind: 'muted', staff: null }])
    expect(await desk('decision', 'lift', 'checks', '2026-06-15T11:59Z', 'A', 'raid', 'of', 'reports')).toMatch(
      /^1 decisions/,
    )
    expect(server.sql('select sanction from users where id = ?', bert.id)).toEqual([{ sanction: null }])
    expect(() => read('decision lift checks yesterday it was wrong')).toThrow('Since when?')
  })

  test('[DESK-7] a release by command is mailed to the member', async () => {
    await desk('member', 'ban', String(bert.id), 'scam', 'Asks for money')
    server.clock.advance(HOUR_MS)
    expect(await desk('member', 'release', String(bert.id))).toBe(`Member ${bert.id} is free again.`)
    expect(server.sql(`select payload from jobs where kind = 'mail.lifted'`)).toHaveLength(1)
  })
})
