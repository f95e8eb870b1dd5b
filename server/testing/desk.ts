/** Staff for tests, and calls of the desk on an app without a port. */
import type { Hono } from 'hono'
import { deskCallOf, deskPathOf, type DeskAnswer, type DeskCallName, type DeskInput } from '#contract/desk/calls.ts'
import type { DeskErrorBody } from '#contract/desk/errors.ts'
import type { StaffRole } from '#contract/desk/roles.ts'
import type { AllDeps } from '../deps.ts'
import { hashToken } from '../http/caller.ts'
import { DESK_SESSION_MS } from '../http/desk-caller.ts'
import { isPostgres } from './test-engine.ts'
import type { TestServer } from './test-server.ts'

export type TestStaff = { id: number; mail: string; name: string; role: StaffRole; cookie: string; sessionHash: string }

type DeskAnswered<Name extends DeskCallName> = {
  status: number
  /** The answer of a success; for another `status`, read `error`. */
  body: DeskAnswer<Name>
  error: DeskErrorBody | undefined
  headers: Headers
}

type Args<Name extends DeskCallName> = keyof DeskInput<Name> extends never ? [] : [input: DeskInput<Name>]
export type DeskCaller = <Name extends DeskCallName>(name: Name, ...input: Args<Name>) => Promise<DeskAnswered<Name>>

type AnyInput = { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown }

/** @param cookie of a session; left out before the login */
export const deskOn =
  (app: Hono, cookie?: string, headers: Record<string, string> = {}): DeskCaller =>
  async (name, ...input) => {
    const call = deskCallOf(name)
    const { params, query, body } = (input[0] ?? {}) as AnyInput
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    const response = await app.request(`http://localhost${deskPathOf(call, params)}${search}`, {
      method: call.method,
      headers: {
        origin: 'http://localhost',
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const json: unknown = isJson ? await response.json() : null
    return {
      status: response.status,
      headers: response.headers,
      // The test states which type it expects.
      body: json as never,
      error: response.status >= 400 ? (json as DeskErrorBody) : undefined,
    }
  }

/** From now on the audit accepts no row, as on a full disk. */
export const breakAudit = ({ sql }: Pick<TestServer, 'sql'>): void => {
  if (isPostgres) sql('alter table audit add constraint full_disk check (false) not valid')
  else sql(`create trigger full before insert on audit begin select raise(abort, 'disk full'); end`)
}

/** Adds a member of staff with an open session, straight into the database. */
export const addTestStaff = (deps: AllDeps, name: string, role: StaffRole): Promise<TestStaff> =>
  deps.write(async (tx) => {
    const [token, now] = [Buffer.from(deps.random(32)).toString('base64url'), deps.now()]
    const mail = `${name.toLowerCase()}@staff.test`
    const id = await tx.staff.add({
      mail,
      name,
      role,
      passwordHash: '',
      mustChangePassword: false,
      totpSecret: 'JBSWY3DPEHPK3PXP',
      totpConfirmedAt: now,
      createdAt: now,
    })
    await tx.staff.addSession({
      tokenHash: hashToken(token),
      staffId: id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + DESK_SESSION_MS,
      enteredAt: now,
    })
    return { id, mail, name, role, cookie: `desk=${token}`, sessionHash: hashToken(token) }
  })
