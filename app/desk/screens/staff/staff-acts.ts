/** The acts of an owner on staff accounts. Two of them answer with a first password [DESK-1]. */
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/desk/roles.ts'
import type { StaffMember } from '#contract/desk/entities/staff.ts'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Answer, type Failure } from '../../calls.ts'

export type FirstPassword = { name: string; password: string }
type Outcome = { failure: Failure | null; made: FirstPassword | null }

const reasonOf = (data: FormData): string => textOf(data, 'reason').trim()

/** The chosen role. A value that the form does not offer becomes the role with the fewest rights. */
const roleOf = (data: FormData): StaffRole => STAFF_ROLES.find((role) => role === textOf(data, 'role')) ?? 'marketing'

const outcomeOf = (answer: Answer<'staff.role'>): Outcome => ({
  failure: answer.ok ? null : answer.failure,
  made: null,
})

const passwordOf = (answer: Answer<'staff.add'>): Outcome =>
  answer.ok ? { failure: null, made: firstPassword(answer.data) } : { failure: answer.failure, made: null }

const firstPassword = ({ staff, password }: DeskAnswer<'staff.add'>): FirstPassword => ({ name: staff.name, password })

export const addPerson = async (data: FormData): Promise<Outcome> =>
  passwordOf(
    await call('staff.add', {
      body: { mail: textOf(data, 'mail'), name: textOf(data, 'name'), role: roleOf(data), reason: reasonOf(data) },
    }),
  )

export const changeRole = async ({ id }: StaffMember, data: FormData): Promise<Outcome> =>
  outcomeOf(
    await call('staff.role', { params: { id: String(id) }, body: { role: roleOf(data), reason: reasonOf(data) } }),
  )

export const endAccount = async ({ id }: StaffMember, data: FormData): Promise<Outcome> =>
  outcomeOf(await call('staff.end', { params: { id: String(id) }, body: { reason: reasonOf(data) } }))

export const resetAccount = async ({ id }: StaffMember, data: FormData): Promise<Outcome> =>
  passwordOf(await call('staff.reset', { params: { id: String(id) }, body: { reason: reasonOf(data) } }))
