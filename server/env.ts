/** The environment variables, checked at the start; an error names each wrong one [OPS-2]. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { PlainError } from './plain-error.ts'

/** A service of the operator's own: by https, or on this machine. */
const ServiceUrl = v.pipe(
  v.string(),
  v.url('must be a URL'),
  v.regex(/^(https:|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/])/, 'must begin with https://'),
)

/** A random password often has characters that end the host of a URL. PostgreSQL's URL may name a socket instead of a host. */
const urlWithPassword = (scheme: RegExp, schemes: string) =>
  v.pipe(
    v.string(),
    v.regex(scheme, `must begin with ${schemes}`),
    v.check(
      (url) => URL.canParse(url.replace('@/', '@socket/')),
      'must be a URL: in a password write %2F for /, %23 for # and %3F for ?',
    ),
  )

const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)

const Variables = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('must not be empty'),
      v.transform((path) => resolve(path)),
    ),
    'data',
  ),
  /** The folder of the built app; by default the output folder of `npm run build`. */
  CLIENT_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
  ),
  /** The PostgreSQL that several processes of one site share; without it the database is SQLite in DATA_DIR [OPS-8]. */
  DATABASE_URL: v.optional(urlWithPassword(/^postgres(ql)?:\/\//, 'postgres:// or postgresql://')),
  /** Seals the keys that machines share in the database; the same for all of them [OPS-8]. */
  SITE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{43}=?$/, 'must be 32 random bytes: openssl rand -base64 32 | tr +/ -_')),
  ),
  /** `web` answers members and runs no jobs; `jobs` runs jobs and answers `/readyz` and `/healthz` alone [OPS-8]. */
  ROLE: v.optional(v.picklist(['web', 'jobs', 'both'], 'must be web, jobs or both'), 'both'),
  /** The Valkey or Redis that several processes of one site share; without it the site has one process [OPS-8]. */
  BUS_URL: v.optional(urlWithPassword(/^rediss?:\/\//, 'redis:// or rediss://')),
  /** The bucket of the photos of several machines; without it they are in DATA_DIR. Its key and secret are in the URL [OPS-8]. */
  FILES_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^:@/]+:[^:@/]+@[^@/?#]+\/[\w.-]+(\/[\w.-]+)*\/?(\?region=[\w-]+)?$/,
        'must be https://KEY:SECRET@host/bucket?region=…, with %2F for / and %2B for + in the secret',
      ),
    ),
  ),
  /** Whether the proxy in front fetches photos from the bucket, by X-Accel-Redirect (`deploy/nginx/visavis-files.conf`). */
  FILES_BY_PROXY: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('must be an http(s) URL'),
      v.regex(/^https?:\/\//, 'must be an http(s) URL'),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  /** The origin of the operator's desk: if set, the desk answers there and nowhere else [DESK-16]. */
  DESK_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('must be an http(s) URL'),
      v.regex(/^https?:\/\//, 'must be an http(s) URL'),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  /** The mail of the staff account that acts by command, instead of `--as` [DESK-3]. */
  DESK_STAFF: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  SMTP_URL: v.optional(urlWithPassword(/^smtps?:\/\//, 'smtp:// or smtps://')),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or NAME <address>'),
    ),
    'Visavis <no-reply@visavis.test>',
  ),
  VAPID_SUBJECT: v.optional(
    v.pipe(v.string(), v.regex(/^(mailto:|https:\/\/)/, 'must begin with mailto: or https://')),
    'mailto:support@visavis.test',
  ),
  /** The number of our own reverse proxies that write `X-Forwarded-For`. */
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'must be a digit'), v.transform(Number)), '0'),
  /** The header in which a proxy sends the visitor's country (ISO 3166-1 alpha-2), e.g. `cf-ipcountry`. */
  COUNTRY_HEADER: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header'))),
  /** The secret for reporting bounces and complaints (POST `mail-feedback`); without it nobody may report them. */
  MAIL_FEEDBACK_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters'))),
  /** The API key of a Mollie account; without it payments go to the sandbox. */
  MOLLIE_API_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^(test|live)_\w{10,}$/, 'must be an API key of Mollie: test_… or live_…')),
  ),
  /** Whether payers may choose the outcome: always in demo mode; in production only to try out a site. */
  SANDBOX_PAYMENTS: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  /** For tests only: the URL of a stand-in for Mollie. */
  MOLLIE_API_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  /** The SMS gateway's URL (`docs/payments.md`); without it, SMS go to the development inbox. */
  SMS_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'), v.regex(/^https?:\/\//, 'must be an http(s) URL'))),
  /** The token that identifies us to the gateway. */
  SMS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(8, 'must have 8 characters'))),
  /** The operator's service that answers for fictional profiles, and the secret that signs the requests [GUARD-7]. */
  FICTIONAL_URL: v.optional(ServiceUrl),
  FICTIONAL_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters'))),
  /** The operator's own check of profile photos, and the secret that signs the requests [GUARD-3]. */
  PHOTO_CHECK_URL: v.optional(ServiceUrl),
  PHOTO_CHECK_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters'))),
  /** The operator's provider of age checks, and the secret that signs both ways [GUARD-6] (`docs/operations.md`). */
  AGE_CHECK_URL: v.optional(ServiceUrl),
  AGE_CHECK_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters'))),
  /** A PEM file with the certificates of the authorities whose EU proofs of age count. */
  AGE_TRUSTED: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
  ),
  /** For tests only: `no` switches the rate limits off. */
  RATE_LIMITS: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'yes'),
  /** For tests only: every push goes to this origin instead of the subscription's own. */
  PUSH_STAND_IN: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  /** The seconds in which requests are still served after SIGTERM, while `/readyz` makes the proxy switch [OPS-11]. */
  DRAIN_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'must be a number of seconds'), v.transform(Number)),
    '0',
  ),
  /** The port of `/metrics`; without it there are no metrics. They listen on METRICS_HOST, never on the public port. */
  METRICS_PORT: v.optional(Port),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  /** How many calendar years the law asks to keep payments and ledger entries of an erased account. */
  RETENTION_YEARS: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d?$/, 'must be a number of years from 1 to 99'), v.transform(Number)),
    '10',
  ),
  NODE_ENV: v.optional(v.string()),
  /** `demo` fills an empty database with demo data and opens the development inbox. */
  MODE: v.optional(v.picklist(['demo', 'production'], 'must be demo or production'), 'demo'),
  LOG_LEVEL: v.optional(
    v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be a pino level'),
    'info',
  ),
})

/** Our variables, for `npm run doctor`. Only the tests read `CHROMIUM_PATH`. */
export const ENV_NAMES: readonly string[] = [...Object.keys(Variables.entries), 'CHROMIUM_PATH', 'ENV_FILE']

const Env = v.pipe(
  Variables,
  v.forward(
    v.partialCheck(
      [['SMS_URL'], ['SMS_TOKEN']],
      ({ SMS_URL, SMS_TOKEN }) => SMS_URL === undefined || SMS_TOKEN !== undefined,
      'must be set beside SMS_URL',
    ),
    ['SMS_TOKEN'],
  ),
  v.forward(
    v.partialCheck(
      [['FILES_URL'], ['DATABASE_URL']],
      // `npm run backup` copies SQLite and the photos of DATA_DIR together.
      ({ FILES_URL, DATABASE_URL }) => FILES_URL === undefined || DATABASE_URL !== undefined,
      'needs DATABASE_URL: with SQLite, photos are in DATA_DIR',
    ),
    ['FILES_URL'],
  ),
  v.forward(
    v.partialCheck(
      [['SITE_KEY'], ['DATABASE_URL']],
      ({ SITE_KEY, DATABASE_URL }) => SITE_KEY === undefined || DATABASE_URL !== undefined,
      'needs DATABASE_URL: with SQLite, keys are files of DATA_DIR',
    ),
    ['SITE_KEY'],
  ),
  v.forward(
    v.partialCheck(
      [['ROLE'], ['DATABASE_URL']],
      // `web` on SQLite is for a restore drill, which must send nothing to real members.
      ({ ROLE, DATABASE_URL }) => ROLE !== 'jobs' || DATABASE_URL !== undefined,
      'jobs needs DATABASE_URL: with SQLite, one process does everything',
    ),
    ['ROLE'],
  ),
  v.forward(
    v.partialCheck(
      [['FILES_URL'], ['FILES_BY_PROXY']],
      ({ FILES_URL, FILES_BY_PROXY }) => FILES_BY_PROXY === 'no' || FILES_URL !== undefined,
      'needs FILES_URL: photos in DATA_DIR are sent by the server',
    ),
    ['FILES_BY_PROXY'],
  ),
  v.forward(
    v.partialCheck(
      [['FICTIONAL_URL'], ['FICTIONAL_SECRET']],
      ({ FICTIONAL_URL, FICTIONAL_SECRET }) => FICTIONAL_URL === undefined || FICTIONAL_SECRET !== undefined,
      'must be set beside FICTIONAL_URL',
    ),
    ['FICTIONAL_SECRET'],
  ),
  v.forward(
    v.partialCheck(
      [['PHOTO_CHECK_URL'], ['PHOTO_CHECK_SECRET']],
      ({ PHOTO_CHECK_URL, PHOTO_CHECK_SECRET }) => PHOTO_CHECK_URL === undefined || PHOTO_CHECK_SECRET !== undefined,
      'must be set beside PHOTO_CHECK_URL',
    ),
    ['PHOTO_CHECK_SECRET'],
  ),
  v.forward(
    v.partialCheck(
      [['AGE_CHECK_URL'], ['AGE_CHECK_SECRET']],
      ({ AGE_CHECK_URL, AGE_CHECK_SECRET }) => AGE_CHECK_URL === undefined || AGE_CHECK_SECRET !== undefined,
      'must be set beside AGE_CHECK_URL',
    ),
    ['AGE_CHECK_SECRET'],
  ),
  v.forward(
    v.partialCheck(
      [['PUSH_STAND_IN'], ['MODE'], ['NODE_ENV']],
      // With a stand-in any endpoint is accepted [SAFE-11], and no push reaches a phone.
      ({ PUSH_STAND_IN, MODE, NODE_ENV }) =>
        PUSH_STAND_IN === undefined || MODE !== 'production' || NODE_ENV === 'test',
      'is for tests and must not be set in production',
    ),
    ['PUSH_STAND_IN'],
  ),
)
export type Env = v.InferOutput<typeof Env>

/** A host that only this machine can reach, so that an https demo for tests does not count as public. */
export const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.')

/** The origin of links in mails. */
export const publicUrl = (env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string =>
  env.PUBLIC_URL ?? `http://localhost:${env.PORT}`

/** The origin of the desk. */
export const deskUrl = (env: Pick<Env, 'DESK_URL' | 'PUBLIC_URL' | 'PORT'>): string => env.DESK_URL ?? publicUrl(env)

/** Values that no error message may contain, even when they are wrong; some URLs include a password [SAFE-9]. */
const SECRET = /KEY$|TOKEN$|SECRET$|^(SMTP|BUS|DATABASE|FILES)_URL$/

export class EnvError extends PlainError {}

/**
 * The environment of this process; variables that are not set come from `.env` in the current folder, or from ENV_FILE.
 * @throws EnvError that names every wrong variable, or the file that cannot be read
 */
export const envOfProcess = (): Env => {
  // Tests define their environment completely, so a developer's own file must not change it.
  if (process.env['NODE_ENV'] !== 'test') loadFile(process.env['ENV_FILE'])
  return readEnv(process.env)
}

/** A mistyped ENV_FILE would make a command work on the demo in `data`, and say that all is well. */
const loadFile = (named = ''): void => {
  const file = named === '' ? '.env' : named
  if (named === '' && !existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvError(`The variables in ${resolve(file)} cannot be read: ${reason}`)
  }
}

/** @throws EnvError that names every wrong variable */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = v.safeParse(Env, given)
  if (parsed.success) return parsed.output
  const lines = parsed.issues.map((issue) => {
    const name = v.getDotPath(issue) ?? '?'
    // The input of a check of two variables is the whole environment, with every secret.
    const isShown = typeof issue.input !== 'object' && !SECRET.test(name)
    return `${name} ${issue.message}${isShown ? ` (got ${JSON.stringify(issue.input)})` : ''}`
  })
  throw new EnvError(`The environment is wrong:\n${lines.join('\n')}`)
}
