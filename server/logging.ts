/** Structured logs without personal data: no message text, password, token or e-mail address [SAFE-9]. */
import { pino, type Logger } from 'pino'

export const createLog = (level: string): Logger =>
  pino({ level, base: null, serializers: { err: nameless } }, pino.destination({ fd: 1, sync: true }))

/** The loggable part of an error: a failed query's own message contains its values, its cause does not. */
export const nameless = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause } = error
  const told = 'params' in error && cause instanceof Error ? cause : error
  return {
    type: told.constructor.name,
    ...('code' in told && typeof told.code === 'string' ? { code: told.code } : {}),
    message: 'params' in told ? 'a query failed' : told.message,
    stack: told.stack?.split('\n').slice(1, 12).join('\n'),
  }
}
