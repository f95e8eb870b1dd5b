import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHILD_ENV } from '../server/testing/child-server.ts'
import { smtpStandIn } from '../server/testing/post-office.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-setup-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Its folder is made by the setup: on a new machine `/etc/visavis` is missing. */
const envFile = (): string => join(dir, 'etc/env')

const run = (script: string, env: Record<string, string>, answers: string[] = []) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...CHILD_ENV, ENV_FILE: envFile(), ...env },
    stdio: 'pipe',
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin.end(`${answers.join('\n')}\n`)
  return new Promise<{ code: number | null; text: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, text })),
  )
}

test(
  '[OPS-9] setup asks, tries the mail server, and leaves a site that the doctor accepts',
  { timeout: 60_000 },
  async () => {
    const smtp = await smtpStandIn()
    writeFileSync(join(dir, 'a-file'), '')
    const answers = [
      'http://people.example.org',
      'https://people.example.org',
      'The "Best" People',
      'People Ltd',
      '2 Harbour Road',
      'Dublin',
      'IE',
      '123456',
      'IE1234567A',
      '+353 1 555 0100',
      'help@people.example.org',
      'hello@people.example.org',
      'smtp://127.0.0.1:1',
      smtp.url,
      '',
      join(dir, 'a-file', 'data'),
      join(dir, 'data'),
    ]
    const { code, text } = await run('setup.ts', {}, answers)
    expect([code, text]).toEqual([0, expect.stringContaining('Written:')])
    expect(text).toContain('It begins with https://')
    expect(text).toContain('The test mail was not sent')
    // The other answers are not lost.
    expect(text).toContain(`Nothing can be written to ${join(dir, 'a-file', 'data')}: ENOTDIR`)
    // Without the variables the doctor examines a demo, and finds nothing against it.
    expect(text).toContain(`ENV_FILE=${envFile()} npm run doctor`)
    expect(smtp.received.map(({ to }) => to)).toEqual([['help@people.example.org']])
    await smtp.close()
    expect(readFileSync(envFile(), 'utf8')).toContain('PUBLIC_URL=https://people.example.org\n')
    // A quotation mark would end the value, and mails would have no sender.
    expect(parseEnv(readFileSync(envFile(), 'utf8'))).toMatchObject({
      MAIL_FROM: 'The Best People <hello@people.example.org>',
    })
    expect(statSync(envFile()).mode & 0o077).toBe(0)

    const doctor = await run('doctor.ts', {})
    expect(doctor.text).toContain('Nothing stands against a start in production mode.')
    expect(doctor.code).toBe(0)

    const again = await run('setup.ts', {}, answers)
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('is there already; nothing was changed')])
  },
)

test('[OPS-9] setup says before its questions where ENV_FILE cannot be written', async () => {
  writeFileSync(join(dir, 'a-file'), '')
  const { code, text } = await run('setup.ts', { ENV_FILE: join(dir, 'a-file/env') })
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      /^Nothing can be written to .*a-file: EEXIST.* Set ENV_FILE to a file in another folder\.\n$/,
    ),
  ])
})

test('[OPS-9] answers that end early leave nothing behind', async () => {
  const { code, text } = await run('setup.ts', {}, ['https://people.example.org', 'People'])
  expect([code, text]).toEqual([1, expect.stringContaining('nothing was written')])
  expect(existsSync(envFile())).toBe(false)
})
