/** Structured logs without personal data: no message text, password, token or e-mail address [SAFE-9]. */
import { pino, type DestinationStream, type Logger } from 'pino'
import { isUnavailable } from './db/engine.ts'

/**
 * @param errors counts the lines of the level error by their constant text, for `/metrics` [OPS-12]. While the database does not answer,
 * many parts say so in their own words: `/readyz` counts that, and a failover of seconds is nobody's ticket.
 */
export const createLog = (
  level: string,
  errors = new Map<string, number>(),
  destination: DestinationStream = standardOutput(),
): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: { err: nameless },
      hooks: {
        logMethod(args, method, number) {
          const [first, second] = args as unknown[]
          if (number >= ERROR && !isOutage(first)) {
            const text = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
            errors.set(text, (errors.get(text) ?? 0) + 1)
          }
          return method.apply(this, args)
        },
      },
    },
    destination,
  )

/** The length of the lines that wait while they cannot be written; later ones are dropped. */
const WAITING_MAX = 1_000_000

/** A full disk of the log must not end the server. It continues with the log when there is room again. */
const standardOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: true, maxLength: WAITING_MAX }).on('error', () => undefined)

const isOutage = (logged: unknown): boolean =>
  typeof logged === 'object' && logged !== null && 'err' in logged && isUnavailable(logged.err)

const ERROR = pino.levels.values['error'] ?? 50

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

/**
 * The events of the business that the log counts [OPS-13]. Each is one line after its commit, with the request's id and at most a kind
 * from a closed list: no name, address or text [SAFE-9]. Only who leaves is named, by number: after a restore of an older backup nothing else
 * knows whose deletion has to be repeated.
 */
export const BUSINESS_EVENTS = {
  signed_up: 'a visitor signed up',
  confirmed: 'a member confirmed the address',
  age_checked: 'an age check ended, with this result',
  logged_in: 'a member logged in',
  message_sent: 'a message was stored',
  answer_missed: 'nobody answered for a fictional profile, and the credits were given back',
  liked: 'a like was stored',
  matched: 'two members like each other',
  payment_changed: 'a payment changed its status',
  letter_received: 'a report, appeal, complaint or notice was stored',
  deletion_asked: 'a member began to delete the account',
  account_restored: 'a member restored an account before its erasure',
  account_erased: 'an account was erased',
} as const satisfies Record<string, string>

export type BusinessEvent = keyof typeof BUSINESS_EVENTS
