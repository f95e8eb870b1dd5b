/**
 * `npm run setup`: asks what a new site needs, tries the mail server and the payment key, then writes `.env` and an empty database with
 * the company in it [OPS-9]. It overwrites nothing.
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { randomBytes } from 'node:crypto'
import { createMollieClient } from '@mollie/api-client'
import { createTransport } from 'nodemailer'
import { DEFAULT_SITE_SETTINGS } from '../contract/entities/site-settings.ts'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { lockDataDir } from '../server/db/data-dir-lock.ts'
import { openDatabases } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { EnvError, readEnv } from '../server/env.ts'
import { sqliteFolder } from './cli.ts'

// As in the server: only the owner may read the files that are written here.
process.umask(0o077)

type Answers = Record<(typeof QUESTIONS)[number]['key'], string>
type Question = {
  key: string
  text: string
  /** The value for an empty answer. */
  otherwise?: string
  /** @returns what is wrong with an answer, or null */
  fault: (answer: string, given: Record<string, string>) => string | null | Promise<string | null>
}

const needed = (answer: string): string | null => (answer === '' ? 'Please answer this.' : null)
const address = (answer: string): string | null => (/^\S+@\S+\.\S+$/.test(answer) ? null : 'That is no mail address.')
const ofEnv =
  (name: string) =>
  (answer: string): string | null => {
    try {
      readEnv({ [name]: answer })
      return null
    } catch (error) {
      return error instanceof EnvError ? (error.message.split('\n').at(-1) ?? error.message) : String(error)
    }
  }

const QUESTIONS = [
  {
    key: 'PUBLIC_URL',
    text: 'Address of the site, e.g. https://people.example.org',
    fault: (answer) => (answer.startsWith('https://') ? ofEnv('PUBLIC_URL')(answer) : 'It begins with https://'),
  },
  { key: 'name', text: 'Name of the site', fault: needed },
  { key: 'company', text: 'Company that runs it', fault: needed },
  { key: 'address', text: 'Street and number of the company', fault: needed },
  { key: 'city', text: 'Postcode and city', fault: needed },
  {
    key: 'country',
    text: 'Country (two letters)',
    fault: (answer) => (/^[A-Z]{2}$/.test(answer) ? null : 'Two capital letters, e.g. IT.'),
  },
  { key: 'kvk', text: 'Company register number', fault: needed },
  { key: 'vat', text: 'VAT number', fault: needed },
  { key: 'phone', text: 'Support phone', fault: needed },
  { key: 'support', text: 'Support mail address', fault: address },
  { key: 'sender', text: 'Mail address that mails come from', fault: address },
  {
    key: 'SMTP_URL',
    text: 'Mail server, e.g. smtps://user:password@mail.example.org (a test mail goes to the support address)',
    fault: (answer, given) =>
      ofEnv('SMTP_URL')(answer) ?? mailFault(answer, given['sender'] ?? '', given['support'] ?? ''),
  },
  {
    key: 'MOLLIE_API_KEY',
    text: 'Mollie key (live_… or test_…), empty for none yet',
    otherwise: '',
    fault: (answer) => (answer === '' ? null : (ofEnv('MOLLIE_API_KEY')(answer) ?? keyFault(answer))),
  },
  {
    key: 'DATA_DIR',
    text: 'Folder for the data',
    // The image sets DATA_DIR to its volume.
    otherwise: process.env['DATA_DIR'] ?? '/var/lib/visavis',
    fault: (answer) =>
      existsSync(databaseFile(resolve(answer))) ? 'There is a database already.' : folderFault(resolve(answer)),
  },
] as const satisfies Question[]

/** Makes the folder if it is missing. @returns why no file can be written into it, or null */
const folderFault = (folder: string): string | null => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    return `Nothing can be written to ${folder}: ${error instanceof Error ? error.message : String(error)}.`
  }
}

const mailFault = async (url: string, from: string, to: string): Promise<string | null> => {
  const transport = createTransport({ url, connectionTimeout: 15_000, greetingTimeout: 15_000 })
  try {
    await transport.sendMail({
      from,
      to,
      subject: 'Visavis can send mail',
      text: 'This mail was sent by npm run setup.',
    })
    return null
  } catch (error) {
    return `The test mail was not sent: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    transport.close()
  }
}

const keyFault = async (apiKey: string): Promise<string | null> => {
  const apiEndpoint = process.env['MOLLIE_API_URL']
  try {
    await createMollieClient({ apiKey, ...(apiEndpoint === undefined ? {} : { apiEndpoint }) }).methods.list()
    return null
  } catch (error) {
    return `Mollie refused the key: ${error instanceof Error ? error.message : String(error)}`
  }
}

const askAll = async (): Promise<Answers> => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const given: Record<string, string> = {}
  for (const question of QUESTIONS as readonly Question[]) {
    for (;;) {
      process.stdout.write(`${question.text}${question.otherwise ? ` [${question.otherwise}]` : ''}: `)
      const { value, done } = await lines.next()
      if (done) throw new Error('The answers ended before the questions did; nothing was written.')
      const answer = value.trim() || (question.otherwise ?? '')
      const fault = await question.fault(answer, given)
      if (fault === null) {
        given[question.key] = answer
        break
      }
      console.log(fault)
    }
  }
  return given as Answers
}

/** Values that need quotes get them; systemd and `node --env-file` read both. */
const line = (name: string, value: string): string => `${name}=${/^[\w@:/.+-]*$/.test(value) ? value : `"${value}"`}`

const envFileOf = (answers: Answers): string =>
  [
    'MODE=production',
    line('PUBLIC_URL', answers.PUBLIC_URL),
    line('DATA_DIR', resolve(answers.DATA_DIR)),
    line('SMTP_URL', answers.SMTP_URL),
    // These signs would end the quoted value, or the name in it.
    line('MAIL_FROM', `${answers.name.replaceAll(/["\\<>]/g, '')} <${answers.sender}>`),
    line('VAPID_SUBJECT', `mailto:${answers.support}`),
    line('MAIL_FEEDBACK_SECRET', randomBytes(24).toString('base64url')),
    'TRUST_PROXY=1',
    'DRAIN_SECONDS=3',
    ...(answers.MOLLIE_API_KEY === '' ? ['# MOLLIE_API_KEY=live_…'] : [line('MOLLIE_API_KEY', answers.MOLLIE_API_KEY)]),
    '',
  ].join('\n')

const makeSite = async (answers: Answers, now: number): Promise<void> => {
  const dataDir = resolve(answers.DATA_DIR)
  const lock = lockDataDir(dataDir, 'setup', now)
  const databases = openDatabases(databaseFile(dataDir))
  const { site, operations } = queriesOn(databases.writer)
  const values = {
    name: answers.name,
    title: answers.name,
    index_title: answers.name,
    domain: new URL(answers.PUBLIC_URL).hostname,
    support_email: answers.support,
    support_phone: answers.phone,
    company: {
      ...DEFAULT_SITE_SETTINGS.company,
      name: answers.company,
      address: answers.address,
      city: answers.city,
      country: answers.country,
      kvk: answers.kvk,
      tradenames: [answers.name],
      vat_numbers: [answers.vat],
      support_phone: answers.phone,
      added: now,
    },
  }
  for (const [key, value] of Object.entries(values)) await site.putSetting({ domain: '*', key, value })
  await operations.setSiteKind('production', now)
  databases.close()
  lock.release()
}

try {
  const file = resolve(process.env['ENV_FILE'] ?? '.env')
  if (existsSync(file)) throw new Error(`${file} is there already; nothing was changed.`)
  sqliteFolder(readEnv(process.env), 'setup')
  // Before the questions, so that no answer is lost.
  const isNew = !existsSync(dirname(file))
  const fault = folderFault(dirname(file))
  if (fault !== null) throw new Error(`${fault} Set ENV_FILE to a file in another folder.`)
  // The server's account reads other files there, such as the one of AGE_TRUSTED.
  if (isNew) chmodSync(dirname(file), 0o755)
  const answers = await askAll()
  await makeSite(answers, Date.now())
  writeFileSync(file, envFileOf(answers))
  console.log(`\nWritten: ${file} and an empty site in ${resolve(answers.DATA_DIR)}.`)
  console.log(`Next: ENV_FILE=${file} npm run doctor, then start the server. docs/operations.md has the rest.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  process.stdin.destroy()
}
