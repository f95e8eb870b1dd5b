import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROMPT_ANSWER_MAX, type PromptAnswer } from '#contract/entities/prompts.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { deskMemberOf } from '../desk/member-view.ts'
import { removeText } from '../safety/desk.ts'
import { profileNow } from '../safety/evidence.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { aboutMe: 'I paint the sea.' })
  bert = await server.signUp('Bert', { gender: 'male' })
})
afterEach(() => server.close())

const SUNDAY: PromptAnswer = { prompt: 'sunday', answer: 'Early market, long lunch, then the sea.' }
const DINNER: PromptAnswer = { prompt: 'dinner', answer: 'I bring the wine.' }

const put = (prompts: unknown) => server.as(anna)('profile.put', { body: { prompts: prompts as PromptAnswer[] } })
const seenByBert = async () =>
  (await server.as(bert)('members.get', { params: { id: String(anna.id) } })).body.profile.prompts

describe('[PROF-15] the prompts of a profile', () => {
  test('are stored in the member’s order and shown to others', async () => {
    const { status, body } = await put([DINNER, { ...SUNDAY, answer: ` ${SUNDAY.answer} ` }])
    expect(status).toBe(200)
    expect(body.profile.prompts).toEqual([DINNER, SUNDAY])
    expect(await seenByBert()).toEqual([DINNER, SUNDAY])
    // As pasted from a PDF file, with an accent of its own.
    await put([{ ...SUNDAY, answer: 'A cafe\u0301 by the \u0002sea' }])
    expect(await seenByBert()).toEqual([{ ...SUNDAY, answer: 'A café by the sea' }])
    expect((await put([])).status).toBe(200)
    expect(await seenByBert()).toEqual([])
  })

  test('are at most three, each once, known, answered, and of limited length', async () => {
    const all = (['sunday', 'dinner', 'laugh', 'place'] as const).map((prompt) => ({ prompt, answer: 'yes' }))
    expect((await put(all)).error?.fields).toEqual({ prompts: 'too_many' })
    expect((await put(all.slice(0, 3))).status).toBe(200)
    const wrong = [
      [SUNDAY, SUNDAY],
      [{ prompt: 'unheard', answer: 'of' }],
      [{ ...SUNDAY, answer: '  ' }],
      [{ ...SUNDAY, answer: 'x'.repeat(PROMPT_ANSWER_MAX + 1) }],
    ]
    for (const prompts of wrong) expect((await put(prompts)).error?.error).toBe('invalid_input')
  })

  test.each([
    'See www.example.com',
    'Call me: +39 333 123 4567',
    'me at mail.com, anna@mail.com',
    'Write me on telegram',
  ])('with a contact inside are refused: %s', async (answer) => {
    expect((await put([{ ...SUNDAY, answer }])).error?.fields).toEqual({ prompts: 'contact_inside' })
    expect(await seenByBert()).toEqual([])
  })

  test('are taken with a sentence that begins after the word at', async () => {
    expect((await put([{ ...SUNDAY, answer: 'I stay at home. And you?' }])).status).toBe(200)
  })

  test('are not shown to visitors where the site hides the texts of profiles', async () => {
    await put([SUNDAY])
    const hiding = await createTestServer({ settings: { visible_profile_fields: [] } })
    const owner = await hiding.signUp('Owner')
    await hiding.as(owner)('profile.put', { body: { prompts: [SUNDAY] } })
    const viewer = await hiding.signUp('Viewer')
    const { body } = await hiding.as(viewer)('members.get', { params: { id: String(owner.id) } })
    expect(body.profile.prompts).toEqual([])
    await hiding.close()
  })

  test('[DESK-6] [DESK-7] are part of the words that the desk sees, keeps with a report, and removes', async () => {
    await put([SUNDAY])
    const words = `I paint the sea.\n\n${SUNDAY.answer}`
    expect((await profileNow(server.deps.read, anna.id))?.about_me).toBe(words)
    expect((await deskMemberOf(server.deps, anna.id))?.about_me).toBe(words)
    expect(await server.deps.write((tx) => removeText(tx, anna.id, null))).toEqual({ text: words })
    const { profile } = (await server.as(anna)('profile.get')).body
    expect([profile.about_me, profile.prompts]).toEqual(['', []])
  })
})
