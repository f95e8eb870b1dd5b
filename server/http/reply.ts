/** A handler's result: data, a refusal from the closed list, or a response of its own (redirect, stream, cookie). */
import type { DeskErrorBody, DeskErrorCode } from '#contract/desk/errors.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

export class Refusal {
  readonly body: ErrorBody
  constructor(body: ErrorBody) {
    this.body = body
  }
}

/** A refusal is a value: the use case returns it to the mount, which builds status and body from it. */
export const refuse = (error: ErrorCode, details: Omit<ErrorBody, 'error'> = {}): Refusal =>
  new Refusal({ error, ...details })

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal

/** A refusal by a call of the desk; its codes are a closed list of their own (`contract/desk/errors.ts`). */
export class DeskRefusal {
  readonly body: DeskErrorBody
  constructor(body: DeskErrorBody) {
    this.body = body
  }
}

export const refuseDesk = (error: DeskErrorCode, details: Omit<DeskErrorBody, 'error'> = {}): DeskRefusal =>
  new DeskRefusal({ error, ...details })

export const isDeskRefusal = (value: unknown): value is DeskRefusal => value instanceof DeskRefusal

/** Data with a status other than 200, or with headers (cookies). */
export class Reply<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: [string, string][]
  constructor(data: Data, status: number, headers: [string, string][] = []) {
    this.data = data
    this.status = status
    this.headers = headers
  }
}
