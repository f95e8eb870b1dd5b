/** The starting point of tests of the desk's cases: Victor may write to Helen and Ruth, Orla owns the site, and Jonas moderates. */
import { UNDO_MS } from '#contract/desk/limits.ts'
import type { DeskInput } from '#contract/desk/calls.ts'
import { armRecurring } from '../jobs/recurring.ts'
import { addTestStaff, deskOn } from './desk.ts'
import type { TestMember } from './members.ts'
import { inboxOf, runJobs } from './post-office.ts'
import { pushOffice } from './pushed.ts'
import { createTestServer } from './test-server.ts'

export type ScamCase = Awaited<ReturnType<typeof scamCase>>

type Choice = Omit<DeskInput<'case.decide'>['body'], 'act'>

export const scamCase = async () => {
  const server = await createTestServer()
  const office = await pushOffice(server)
  const helen = await server.signUp('Helen', { credits: 100, language: 'en' })
  const ruth = await server.signUp('Ruth', { credits: 100, language: 'en' })
  const victor = await server.signUp('Victor', {
    gender: 'male',
    credits: 100,
    language: 'en',
    aboutMe: 'I believe in signs.',
  })
  const orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  const jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
  const params = { member: String(victor.id) }
  return {
    server,
    office,
    helen,
    ruth,
    victor,
    orla,
    jonas,
    /** Reports Victor for a scam. */
    report: (by: TestMember, message?: number) =>
      server.as(by)('reports.send', {
        body: { profile: victor.id, reason: 'scam', text: 'He wants gift cards.', ...(message ? { message } : {}) },
      }),
    reportFor: (by: TestMember, reason: 'harassment' | 'blackmail' | 'nudity', subject: { photo?: string } = {}) =>
      server.as(by)('reports.send', { body: { profile: victor.id, reason, text: '', ...subject } }),
    decide: (act: DeskInput<'case.decide'>['body']['act'], choice: Choice = {}, by = orla) =>
      by('case.decide', { params, body: { act, reason: 'scam', facts: 'Asked for cards.', ...choice } }),
    undo: (at: number, by = orla) => by('case.undo', { params, body: { at } }),
    lift: (decision: number | null) =>
      orla('decisions.lift', { params: { decision: String(decision) }, body: { reason: 'The wrong Victor.' } }),
    readCase: async (by = orla) => (await by('case.get', { params })).body,
    queue: async () => (await orla('queue.list', { query: {} })).body,
    /** Each letter's number, and whether it was upheld. */
    outcomes: () => server.sql('select id, upheld from letters order by id').map(({ id, upheld }) => [id, upheld]),
    subjectsTo: (member: TestMember) =>
      inboxOf(server)
        .filter(({ recipient }) => recipient === member.email)
        .map(({ subject }) => subject),
    /** The texts of all mails to a member, since the mails of two jobs come in any order. */
    mailsTo: ({ email }: TestMember) =>
      inboxOf(server)
        .filter(({ recipient }) => recipient === email)
        .map(({ text }) => text)
        .join('\n'),
    /** Runs the jobs of the night. */
    round: async () => {
      await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
      await runJobs(server)
    },
    /** Lets the time for an undo pass, so that statements and answers are sent. */
    statementLeaves: async () => {
      server.clock.advance(UNDO_MS)
      await office.runJobs()
      await office.runJobs()
    },
    close: async () => {
      await office.service.close()
      await server.close()
    },
  }
}
