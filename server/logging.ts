/** Structured logs without personal data: no message text, password, token or e-mail address [SAFE-9]. */
import { pino, type Logger } from 'pino'

export const createLog = (level: string): Logger =>
  pino({ level, base: null, serializers: { err: nameless } }, pino.destination({ fd: 1, sync: true }))

/** The loggable part of an error: a failed query's own message contains its values, its cause does not. */
export const nameless = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause } = error
  const reported = 'params' in error && cause instanceof Error ? cause : error
  return {
    type: reported.constructor.name,
    ...('code' in reported && typeof reported.code === 'string' ? { code: reported.code } : {}),
    message: 'params' in reported ? 'a query failed' : reported.message,
    stack: reported.stack?.split('\n').slice(1, 12).join('\n'),
  }
}
