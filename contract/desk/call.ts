/** The type of an entry in the table of the desk's calls. */
import type { AnySchema } from '../call.ts'
import type { DeskErrorCode } from './errors.ts'
import type { StaffRole } from './roles.ts'

/**
 * The callers that a call allows: `anyone` before the login · `entering` with a right password, also without the second
 * factor · `staff` of every role · or staff of the listed roles [DESK-2].
 */
export type DeskCallers = readonly StaffRole[] | 'anyone' | 'entering' | 'staff'

/** The parts of an input that lead to a member. */
export const ABOUT = [
  'member',
  'subject',
  'letter',
  'flag',
  'decision',
  'photo',
  'payment',
  'approval',
  'authority_export',
] as const
export type About = (typeof ABOUT)[number]

export type DeskCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api/desk/`; `:name` marks a parameter that `params` parses. */
  path: string
  roles: DeskCallers
  /** The part of the input, by this name or `id`, that leads to a member: nobody makes the call about their own account [DESK-7]. */
  about?: About
  /** The page makes this call by itself, so it does not count as use of the session [DESK-1]. */
  background?: true
  /** Schemas of the input; a missing schema means empty input. Params and query arrive as text. */
  params?: AnySchema
  query?: AnySchema
  body?: AnySchema
  /** The body is a file of at most `bytesMax` bytes; the handler reads it. */
  upload?: { bytesMax: number; types: readonly string[] }
  /** The schema of the JSON answer, or: the call returns a file to save, or streams events. */
  response: AnySchema | 'file' | 'stream'
  /** The errors of this call; each call may also answer with those of the login, the input and the server. */
  errors: readonly DeskErrorCode[]
}
