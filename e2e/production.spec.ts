/**
 * The way of an operator: install, set up, serve behind nginx with TLS, take members, money and a backup, restore it elsewhere behind
 * Caddy. Only `npm run test:long` runs it: it installs all packages, and it needs nginx, caddy and age from Debian.
 * INSTALLATION names a folder with an installation of this version, to skip that step.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { signupForm } from '../server/testing/forms.ts'
import { smtpStandIn, type SmtpStandIn } from '../server/testing/post-office.ts'
import { pushDevice } from '../server/testing/push-device.ts'
import { pushService, type PushService } from '../server/testing/push-service.ts'
import { selfSigned } from '../server/testing/certificate.ts'
import { newClientId } from './support/client.ts'
import { caddy, freePort, nginx, programAt, type Proxy } from './support/proxy.ts'

const HOST = 'people.example.org'
const root = join(import.meta.dirname, '..')
const certificate = selfSigned(HOST, Date.now())

let dir: string
const cleanUp: (() => unknown)[] = []
test.beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-production-'))
})
test.afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
  rmSync(dir, { recursive: true, force: true })
})

const megabytesOf = (folder: string): number => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])

/** A fresh folder with the files of the repository, installed as `docs/operations.md` says. */
const install = (): string => {
  const given = process.env['INSTALLATION']
  if (given !== undefined) return given
  const folder = join(dir, 'visavis')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  const began = Date.now()
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' })
  run('npm', 'ci', '--include=dev', '--no-audit', '--no-fund')
  const all = megabytesOf(folder)
  run('npm', 'run', 'build')
  run('deploy/production-packages')
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`installed in ${seconds} s: ${all} MB to build, ${megabytesOf(folder)} MB to run`)
  return folder
}

type Site = { installation: string; envFile: string; dataDir: string; env: Record<string, string> }

/** Not synchronous, since the command talks to the mail stand-in of this process. */
const runIn = async (
  site: Site,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<string> => {
  const path = `${join(site.installation, 'node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn(command, args, {
    cwd: site.installation,
    env: { PATH: path, HOME: dir, ENV_FILE: site.envFile, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const [output, code] = await Promise.all([
    child.stdout.toArray(),
    new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status))),
  ])
  const text = Buffer.concat(output).toString()
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${text}`)
  return text
}

/** systemd's own program hands the socket over, as `visavis.socket` does, and starts the server at the first connection. */
const start = (site: Site, port: number, env: Record<string, string> = {}): { stop: () => Promise<number | null> } => {
  const given = { ...site.env, SANDBOX_PAYMENTS: 'yes', DATA_DIR: site.dataDir, NODE_ENV: 'production', ...env }
  const passed = Object.entries(given).flatMap(([name, value]) => ['-E', `${name}=${value}`])
  const node = join(site.installation, 'node_modules/.bin/node')
  const child: ChildProcess = spawn(
    programAt('/usr/bin/systemd-socket-activate'),
    ['-l', `127.0.0.1:${port}`, ...passed, node, 'server/main.ts'],
    { cwd: site.installation, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  cleanUp.push(() => child.kill('SIGKILL'))
  return {
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
type Asked = { method?: string; type?: string; body?: unknown }

/** A browser that knows the site by its name alone: cookies, TLS with the name, the site's origin. */
const browser = (at: () => Proxy, cookies = new Map<string, string>()) => {
  const open = (path: string, { method = 'GET', type = 'application/json', body }: Asked = {}) => {
    const bytes =
      body === undefined
        ? undefined
        : Buffer.isBuffer(body)
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      host: HOST,
      origin: `https://${HOST}`,
      [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
      ...(cookie === '' ? {} : { cookie }),
      ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
    }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: at().port,
        servername: HOST,
        ca: certificate.cert,
        method,
        path,
        headers,
      }
      const request = httpsRequest(options, resolve)
      request.once('error', reject)
      request.end(bytes)
    })
  }
  const ask = async (path: string, asked: Asked = {}): Promise<Answer> => {
    const response = await open(path, asked)
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const body = Buffer.concat(await response.toArray())
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  }
  return {
    open,
    ask,
    json: async (path: string, asked: Asked = {}): Promise<Record<string, unknown>> => {
      const { status, body } = await ask(path, asked)
      if (status >= 300)
        throw new Error(`${asked.method ?? 'GET'} ${path} answered ${status} ${body.toString().slice(0, 300)}`)
      return JSON.parse(body.toString()) as Record<string, unknown>
    },
    /** The same member at another address of the site. */
    at: (other: () => Proxy) => browser(other, cookies),
  }
}
type Browser = ReturnType<typeof browser>

const proxyAnswers = async (visitor: Browser): Promise<void> =>
  expect
    .poll(
      () =>
        visitor.ask('/readyz').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)

const photoOf9Megabytes = async (): Promise<Buffer> => {
  const [width, height] = [3_600, 2_500]
  for (let quality = 95; ; quality -= 1) {
    const jpeg = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length < 9_500_000) return jpeg
  }
}

const mailTo = async (smtp: SmtpStandIn, to: string, part: string): Promise<URL> => {
  const linkIn = (): string | undefined => {
    const mails = smtp.received.filter((mail) => mail.to.includes(to))
    // Quoted-printable: soft line breaks, and = as =3D.
    const text = mails.map(({ raw }) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')).join('\n')
    return text.split(/[\s"<>]+/).find((word) => word.startsWith(`https://${HOST}`) && word.includes(part))
  }
  await expect.poll(linkIn, { timeout: 60_000 }).toBeDefined()
  return new URL(linkIn() ?? '')
}

const joinSite = async (
  smtp: SmtpStandIn,
  at: () => Proxy,
  form: Parameters<typeof signupForm>[0] & { email: string },
) => {
  const member = browser(at)
  const { user } = (await member.json('/api/signup', { method: 'POST', body: signupForm(form) })) as {
    user: { id: number }
  }
  expect((await member.ask('/api/activation', { method: 'POST', body: {} })).status).toBe(200)
  const link = await mailTo(smtp, form.email, '/api/activate')
  const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '' }).toString()
  const activated = await member.ask(link.pathname, { method: 'POST', type: 'application/x-www-form-urlencoded', body })
  expect(activated.headers.location).toContain('/activate/done')
  return { member, id: user.id }
}

test('[OPS-15] a production site behind nginx takes a member, a 9 MB photo and money, pushes, and answers the same after a restore behind Caddy', async () => {
  test.setTimeout(20 * 60_000)
  for (const program of ['/usr/sbin/nginx', '/usr/bin/caddy', '/usr/bin/age', '/usr/bin/systemd-socket-activate'])
    programAt(program)
  const smtp = await smtpStandIn()
  const service: PushService = await pushService()
  cleanUp.push(smtp.close, service.close)

  const installation = install()
  expect(existsSync(join(installation, 'node_modules/typescript'))).toBe(false)
  const site: Site = { installation, envFile: join(dir, 'env'), dataDir: join(dir, 'data'), env: {} }
  const answers = [
    `https://${HOST}`,
    'People',
    'People Ltd',
    '2 Harbour Road',
    'Dublin',
    'IE',
    '123456',
    'IE1234567A',
    '+353 1 555 0100',
  ]
  const rest = [`help@${HOST}`, `hello@${HOST}`, smtp.url, '', site.dataDir]
  await runIn(site, 'npm', ['run', '-s', 'setup'], {}, `${[...answers, ...rest].join('\n')}\n`)
  expect(await runIn(site, 'npm', ['run', '-s', 'doctor'])).toContain(
    'Nothing stands against a start in production mode.',
  )
  site.env = parseEnv(readFileSync(site.envFile, 'utf8')) as Record<string, string>

  const port = await freePort()
  const server = start(site, port)
  const front = await nginx({ dir: join(dir, 'nginx'), host: HOST, certificate, upstream: port })
  cleanUp.push(front.stop)
  const visitor = browser(() => front)
  await proxyAnswers(visitor)

  // HTTP/2 and the server's own brotli pass the proxy.
  const session = connectHttp2(`https://127.0.0.1:${front.port}`, { servername: HOST, ca: certificate.cert })
  const encoding = await new Promise((resolve, reject) => {
    session.once('error', reject)
    const stream = session.request({ ':path': '/', ':authority': HOST, 'accept-encoding': 'br' })
    stream.once('response', (headers) => resolve(headers['content-encoding'])).end()
  })
  session.destroy()
  expect(encoding).toBe('br')
  expect((await visitor.ask('/metrics')).status).toBe(404)

  // Sign up, by mail.
  const at = (): Proxy => front
  const anna = await joinSite(smtp, at, { email: `anna@${HOST}`, name: 'Anna' })
  const bert = await joinSite(smtp, at, { email: `bert@${HOST}`, name: 'Bert', gender: 'male' })

  const photo = await photoOf9Megabytes()
  expect(photo.length).toBeGreaterThan(8_500_000)
  const path = `/api/photos?client_id=${newClientId()}`
  const { photos } = (await anna.member.json(path, { method: 'POST', type: 'image/jpeg', body: photo })) as {
    photos: { id: string }[]
  }
  const photoPath = `/photos/${photos[0]?.id}/full`

  // Pay at the sandbox.
  const { packages, currency } = (await bert.member.json('/api/packages')) as {
    packages: { id: string; price: number; credits: number }[]
    currency: string
  }
  const [one] = packages
  const order = { client_id: newClientId(), package: one?.id, price: one?.price, currency, method: 'visa' }
  const { payment } = (await bert.member.json('/api/payments', { method: 'POST', body: order })) as {
    payment: { checkout_url: string }
  }
  const checkout = new URL(payment.checkout_url, `https://${HOST}`)
  expect(checkout.origin).toBe(`https://${HOST}`)
  const paid = await bert.member.ask(checkout.pathname, {
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: 'outcome=paid',
  })
  expect(paid.status).toBe(303)
  const creditsOf = async (): Promise<number> =>
    ((await bert.member.json('/api/user')) as { user: { credits: number } }).user.credits
  await expect.poll(creditsOf, { timeout: 30_000 }).toBeGreaterThanOrEqual(one?.credits ?? Number.NaN)
  await mailTo(smtp, `bert@${HOST}`, '/')

  // An event reaches an open stream at once: nginx buffers nothing of it.
  const events = await anna.member.open('/api/events')
  const firstEvent = new Promise<string>((resolve) =>
    events.on('data', (chunk: Buffer) => chunk.includes('change') && resolve(chunk.toString())),
  )
  const say = (text: string) =>
    bert.member.json('/api/messages', {
      method: 'POST',
      body: { client_id: newClientId(), profile: anna.id, type: 'text', text },
    })
  await say('Good morning')
  expect(await firstEvent).toContain('change')
  events.destroy()

  // Pushes go to a stand-in, which a production start refuses outside of tests: the same site is started again for it.
  expect(await server.stop()).toBe(0)
  const second = start(site, port, { NODE_ENV: 'test', PUSH_STAND_IN: service.origin })
  await proxyAnswers(visitor)
  const device = pushDevice('https://fcm.googleapis.com/fcm/send/anna')
  await anna.member.json('/api/user?push=1', { method: 'POST', body: { subscription: device.subscription } })
  await say('Are you awake?')
  await expect.poll(() => service.pushed.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const pushed = device.decrypt(service.pushed[0]?.body ?? Buffer.alloc(0))
  expect(pushed).toContain('Bert')

  // The backup, encrypted, while the server runs.
  const keyFile = join(dir, 'age.key')
  execFileSync(programAt('/usr/bin/age-keygen'), ['-o', keyFile], { stdio: 'ignore' })
  const recipient = /age1\w+/.exec(readFileSync(keyFile, 'utf8'))?.[0] ?? ''
  const backups = join(dir, 'backups')
  mkdirSync(backups)
  await runIn(site, join(installation, 'deploy/systemd/encrypted-backup'), [], {
    BACKUP_DIR: backups,
    BACKUP_RECIPIENT: recipient,
    DATA_DIR: site.dataDir,
  })
  const [archive = ''] = readdirSync(backups)
  expect(archive).toMatch(/\.tar\.age$/)
  expect(readFileSync(join(backups, archive)).includes('Good morning')).toBe(false)

  const SAME = [
    '/api/chats',
    `/api/chats/${anna.id}-${bert.id}/messages`,
    '/api/user',
    '/api/transactions',
    '/api/settings',
    photoPath,
  ]
  const all = async (of: Browser): Promise<string[]> =>
    Promise.all(
      SAME.map(async (one_) => {
        const { status, body } = await of.ask(one_)
        return `${one_} ${status} ${body.toString('base64')}`
      }),
    )
  const before = [await all(anna.member), await all(bert.member)]
  expect(before.flat().filter((line) => !line.includes(' 200 '))).toEqual([])

  // Another machine: only the archive and the private key are there.
  const elsewhere = join(dir, 'elsewhere')
  mkdirSync(elsewhere)
  execFileSync('sh', ['-c', `age -d -i "$1" "$2" | tar -x -C "$3"`, 'sh', keyFile, join(backups, archive), elsewhere])
  const [backup = ''] = readdirSync(elsewhere)
  const checked = await runIn(site, 'npm', ['run', '-s', 'restore', '--', '--check', join(elsewhere, backup)])
  expect(checked).toContain('is whole: 2 members, 2 messages, 1 photos, current schema')
  const restored: Site = { ...site, dataDir: join(dir, 'restored') }
  await runIn(restored, 'npm', ['run', '-s', 'restore', '--', join(elsewhere, backup)], { DATA_DIR: restored.dataDir })
  expect(await second.stop()).toBe(0)
  await front.stop()

  const otherPort = await freePort()
  const other = start(restored, otherPort)
  const back = await caddy({ dir: join(dir, 'caddy'), host: HOST, certificate, upstream: otherPort })
  cleanUp.push(back.stop)
  await proxyAnswers(browser(() => back))
  const [annaThere, bertThere] = [anna.member.at(() => back), bert.member.at(() => back)]
  expect([await all(annaThere), await all(bertThere)]).toEqual(before)
  // The restored site works on: a large photo passes Caddy too.
  const again = await annaThere.ask(`/api/photos?client_id=${newClientId()}`, {
    method: 'POST',
    type: 'image/jpeg',
    body: photo,
  })
  expect(again.status).toBe(200)
  expect(await other.stop()).toBe(0)
})
