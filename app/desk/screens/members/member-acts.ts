/** The acts of support on a member's page, as one table: who may do each, when it is offered, and its call [DESK-11]. */
import type { DeskMember } from '#contract/desk/members.ts'
import { textOf } from '../../../ui/use-form.ts'
import { call, saveFile, type Answer, type Failure } from '../../calls.ts'
import { mayCall } from '../../session.ts'
import type { DeskIconName } from '../../ui/desk-icon.tsx'

/** The texts of an act are `memberAct.<name>`, `memberActDo.<name>`, `memberActNote.<name>` and `memberActDone.<name>`. */
export type MemberAct = {
  name: string
  call: Parameters<typeof mayCall>[0]
  icon: DeskIconName
  key?: string
  isDanger?: boolean
  /** The form also asks for the corrected address. */
  hasMail?: boolean
  /** Whether the member's state allows the act. */
  isOffered: (member: DeskMember) => boolean
  send: (id: string, reason: string, data: FormData) => Promise<Failure | null>
}

const failureOf = (answer: Answer<'members.get' | 'authority_exports.ask'>): Failure | null =>
  answer.ok ? null : answer.failure

const always = (): boolean => true
const isUnconfirmed = ({ status }: DeskMember): boolean => status === 'not_confirmed'

/** Acts that help a member to log in. */
export const SUPPORT_ACTS: readonly MemberAct[] = [
  {
    name: 'end_sessions',
    call: 'members.end_sessions',
    icon: 'log-out',
    key: 'e',
    isOffered: ({ sessions }) => sessions.length > 0,
    send: async (id, reason) => failureOf(await call('members.end_sessions', { params: { id }, body: { reason } })),
  },
  {
    name: 'reset',
    call: 'members.force_reset',
    icon: 'key',
    isOffered: ({ status }) => status === 'active',
    send: async (id, reason) => failureOf(await call('members.force_reset', { params: { id }, body: { reason } })),
  },
  {
    name: 'unlock',
    call: 'members.unlock',
    icon: 'lock',
    isOffered: always,
    send: async (id, reason) => failureOf(await call('members.unlock', { params: { id }, body: { reason } })),
  },
  {
    name: 'resend',
    call: 'members.resend',
    icon: 'mail',
    isOffered: isUnconfirmed,
    send: async (id, reason) => failureOf(await call('members.resend', { params: { id }, body: { reason } })),
  },
  {
    name: 'correct_mail',
    call: 'members.correct_mail',
    icon: 'pencil',
    hasMail: true,
    isOffered: isUnconfirmed,
    send: async (id, reason, data) =>
      failureOf(
        await call('members.correct_mail', {
          params: { id },
          body: { mail: textOf(data, 'mail'), reason },
        }),
      ),
  },
]

/** Acts on request of the member or of an authority. */
export const REQUEST_ACTS: readonly MemberAct[] = [
  {
    name: 'export',
    call: 'members.export',
    icon: 'download',
    isOffered: always,
    send: (id, reason) => saveFile('members.export', { params: { id }, body: { reason } }, `member-${id}.json`),
  },
  {
    name: 'ask_export',
    call: 'authority_exports.ask',
    icon: 'landmark',
    isOffered: always,
    send: async (id, reason) => failureOf(await call('authority_exports.ask', { params: { id }, body: { reason } })),
  },
  {
    name: 'hold',
    call: 'members.hold',
    icon: 'gavel',
    isOffered: ({ evidence }) => evidence.held > evidence.legal,
    send: async (id, reason) => failureOf(await call('members.hold', { params: { id }, body: { held: true, reason } })),
  },
  {
    name: 'end_hold',
    call: 'members.hold',
    icon: 'gavel',
    isOffered: ({ evidence }) => evidence.legal > 0,
    send: async (id, reason) =>
      failureOf(await call('members.hold', { params: { id }, body: { held: false, reason } })),
  },
  {
    name: 'delete',
    call: 'members.delete',
    icon: 'trash',
    isDanger: true,
    isOffered: ({ status }) => status !== 'deleting' && status !== 'deleted',
    send: async (id, reason) => failureOf(await call('members.delete', { params: { id }, body: { reason } })),
  },
]

/** The acts that this role may do and this member's state allows. */
export const offeredActs = (acts: readonly MemberAct[], member: DeskMember): readonly MemberAct[] =>
  acts.filter((act) => mayCall(act.call) && act.isOffered(member))
