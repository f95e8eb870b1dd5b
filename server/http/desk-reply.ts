/** A refusal by a call of the desk; its codes are a closed list of their own (`contract/desk/errors.ts`). */
import type { DeskErrorBody, DeskErrorCode } from '#contract/desk/errors.ts'

export class DeskRefusal {
  readonly body: DeskErrorBody
  constructor(body: DeskErrorBody) {
    this.body = body
  }
}

export const refuseDesk = (error: DeskErrorCode, details: Omit<DeskErrorBody, 'error'> = {}): DeskRefusal =>
  new DeskRefusal({ error, ...details })

export const isDeskRefusal = (value: unknown): value is DeskRefusal => value instanceof DeskRefusal
