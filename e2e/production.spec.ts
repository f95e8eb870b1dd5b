/**
 * The way of an operator: install, set up, serve by the units of systemd behind nginx with TLS, take members, money and a backup,
 * restore it elsewhere behind Caddy. Only `npm run test:long` runs it: it needs root, and nginx, caddy, age and systemd from Debian.
 * `deploy/booted` gives it a machine of its own, whose public names lead to stand-ins. INSTALLATION names a folder with an
 * installation of this version.
 */
import { execFileSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { totpCode } from '../server/adapters/totp.ts'
import { signupForm } from '../server/testing/forms.ts'
import { smtpStandIn, type SmtpStandIn } from '../server/testing/post-office.ts'
import { pushDevice } from '../server/testing/push-device.ts'
import { pushService } from '../server/testing/push-service.ts'
import { newClientId } from './support/client.ts'
import {
  certificateFor,
  command,
  DATA_DIR,
  ENV_FILE,
  giveName,
  INSTALLED,
  installUnits,
  journalOf,
  requireBooted,
  startNginx,
  systemctl,
  unitLike,
  visavisRun,
} from './support/machine.ts'
import { caddy, programAt, type Proxy } from './support/proxy.ts'

const HOST = 'people.example.org'
const DESK_HOST = `desk.${HOST}`
const PUSH_HOST = 'fcm.googleapis.com'

let dir: string
let certificate: { key: string; cert: string }
const cleanUp: (() => unknown)[] = []
test.beforeAll(() => {
  requireBooted()
  dir = mkdtempSync(join(tmpdir(), 'visavis-production-'))
  certificate = certificateFor(dir, [HOST, DESK_HOST, PUSH_HOST])
})
test.afterEach(async () => {
  if (test.info().status === 'passed') return
  for (const unit of ['visavis.service', 'visavis-backup.service', 'nginx.service'])
    console.log([`the journal of ${unit}:`, ...(await journalOf(unit)).slice(-20)].join('\n'))
})
test.afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
  rmSync(dir, { recursive: true, force: true })
})

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
type RequestOptions = { method?: string; type?: string; body?: unknown }

/** A browser that knows the site by its name alone: cookies, TLS with the name, the site's origin. */
const browser = (at: () => { port: number }, cookies = new Map<string, string>(), host = HOST) => {
  const open = (path: string, { method = 'GET', type = 'application/json', body }: RequestOptions = {}) => {
    const bytes =
      body === undefined
        ? undefined
        : Buffer.isBuffer(body)
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      host,
      origin: `https://${host}`,
      [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
      ...(cookie === '' ? {} : { cookie }),
      ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
    }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: at().port,
        servername: host,
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
  const ask = async (path: string, asked: RequestOptions = {}): Promise<Answer> => {
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
    json: async (path: string, asked: RequestOptions = {}): Promise<Record<string, unknown>> => {
      const { status, body } = await ask(path, asked)
      if (status >= 300)
        throw new Error(`${asked.method ?? 'GET'} ${path} answered ${status} ${body.toString().slice(0, 300)}`)
      return JSON.parse(body.toString()) as Record<string, unknown>
    },
    /** The same member at another address of the site. */
    at: (other: () => Proxy) => browser(other, cookies, host),
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
  at: () => { port: number },
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

test('[OPS-15] a site behind nginx takes a member, a photo and money, and answers the same after a restore behind Caddy', async () => {
  test.setTimeout(15 * 60_000)
  for (const program of ['/usr/sbin/nginx', '/usr/bin/caddy', '/usr/bin/age', '/usr/bin/openssl']) programAt(program)
  // The server pushes to public addresses alone [SAFE-11].
  giveName(PUSH_HOST, '142.250.0.1')
  for (const host of [HOST, DESK_HOST]) giveName(host, '127.0.0.1')
  const smtp = await smtpStandIn()
  const service = await pushService()
  cleanUp.push(smtp.close, service.close)

  installUnits(process.env['INSTALLATION'] ?? '')
  expect(existsSync(join(INSTALLED, 'node_modules/typescript'))).toBe(false)
  // The stand-in of the push service has a certificate of no public authority.
  const authority = '/etc/visavis/authority.pem'
  writeFileSync(authority, certificate.cert)
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
    `help@${HOST}`,
    `hello@${HOST}`,
    smtp.url,
    '',
    DATA_DIR,
  ]
  await command('npm', ['run', '-s', 'setup'], {
    env: { ENV_FILE },
    input: `${answers.join('\n')}\n`,
  })
  execFileSync('chown', ['-R', 'visavis:', DATA_DIR])
  appendFileSync(ENV_FILE, `DESK_URL=https://${DESK_HOST}\nNODE_EXTRA_CA_CERTS=${authority}\nSANDBOX_PAYMENTS=yes\n`)
  expect(await visavisRun('doctor')).toContain('Nothing stands against a start in production mode.')
  const added = await visavisRun('staff', 'add', `orla@${HOST}`, 'owner', 'Orla')
  const firstPassword = /shown only now: (\S+)/.exec(added)?.[1]
  await systemctl('start', 'visavis.socket', 'visavis.service')
  await startNginx(HOST, certificate, { [PUSH_HOST]: service.origin })
  const visitor = browser(at)
  await proxyAnswers(visitor)

  // HTTP/2 and the server's own brotli pass the proxy.
  const session = connectHttp2('https://127.0.0.1', { servername: HOST, ca: certificate.cert })
  const encoding = await new Promise((resolve, reject) => {
    session.once('error', reject)
    const stream = session.request({ ':path': '/', ':authority': HOST, 'accept-encoding': 'br' })
    stream.once('response', (headers) => resolve(headers['content-encoding'])).end()
  })
  session.destroy()
  expect(encoding).toBe('br')
  expect((await visitor.ask('/metrics')).status).toBe(404)

  // Sign up, by mail.
  const anna = await joinSite(smtp, at, { email: `anna@${HOST}`, name: 'Anna' })
  const bert = await joinSite(smtp, at, { email: `bert@${HOST}`, name: 'Bert', gender: 'male' })

  const photo = await photoOf9Megabytes()
  expect(photo.length).toBeGreaterThan(8_500_000)
  const path = `/api/photos?client_id=${newClientId()}`
  const { photos } = (await anna.member.json(path, { method: 'POST', type: 'image/jpeg', body: photo })) as {
    photos: { id: string }[]
  }
  const photoPath = `/photos/${photos[0]?.id}/full`

  // Pay at the sandbox: the library of Mollie trusts its own list of authorities alone, so nothing can stand in for its name.
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

  const device = pushDevice(`https://${PUSH_HOST}/fcm/send/anna`)
  await anna.member.json('/api/user?push=1', { method: 'POST', body: { subscription: device.subscription } })
  await say('Are you awake?')
  await expect.poll(() => service.pushed.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const pushed = device.decrypt(service.pushed[0]?.body ?? Buffer.alloc(0))
  expect(pushed).toContain('Bert')

  // The desk is at its own name alone.
  expect((await visitor.ask('/desk')).status).toBe(404)
  const orla = browser(at, new Map(), DESK_HOST)
  expect((await orla.ask('/desk')).body.toString()).toContain('<title>')
  const credentials = { mail: `orla@${HOST}`, password: firstPassword }
  expect(await orla.json('/api/desk/login', { method: 'POST', body: credentials })).toMatchObject({ state: 'enrol' })
  const { secret } = (await orla.json('/api/desk/me/totp', { method: 'POST', body: {} })) as { secret: string }
  await orla.json('/api/desk/me/totp/confirm', { method: 'POST', body: { code: totpCode(secret, Date.now()) } })
  const password = 'a password of her own'
  const passwords = { old_password: firstPassword, password, password_repeat: password }
  expect(await orla.json('/api/desk/me/password', { method: 'PUT', body: passwords })).toMatchObject({ state: 'in' })

  await threeRestartsUnderLoad(visitor)
  await expectLimits()

  // A killed server comes back by itself.
  const killed = await systemctl('show', '-P', 'MainPID', 'visavis.service')
  execFileSync('kill', ['-9', killed])
  await expect.poll(() => systemctl('show', '-P', 'MainPID', 'visavis.service'), { timeout: 30_000 }).not.toBe(killed)
  await proxyAnswers(visitor)

  // The backup of the timer's unit, encrypted, while the server runs.
  const keyFile = join(dir, 'age.key')
  execFileSync(programAt('/usr/bin/age-keygen'), ['-o', keyFile], { stdio: 'ignore' })
  const recipient = /age1\w+/.exec(readFileSync(keyFile, 'utf8'))?.[0] ?? ''
  const backups = '/var/backups/visavis'
  writeFileSync('/etc/visavis/backup', `BACKUP_DIR=${backups}\nBACKUP_RECIPIENT=${recipient}\n`)
  await systemctl('start', 'visavis-backup.timer')
  expect(await systemctl('show', '-P', 'NextElapseUSecRealtime', 'visavis-backup.timer')).toMatch(/03:[234]\d/)
  await systemctl('start', 'visavis-backup.service')
  const archives = readdirSync(backups)
  expect(archives).toEqual([expect.stringMatching(/\.tar\.age$/)])
  const archive = join(backups, archives[0] ?? '')
  expect(readFileSync(archive).includes('Good morning')).toBe(false)

  const SAME = [
    '/api/chats',
    `/api/chats/${anna.id}-${bert.id}/messages`,
    '/api/user',
    '/api/transactions',
    '/api/settings',
    photoPath,
  ]
  const all = async (browser: Browser): Promise<string[]> =>
    Promise.all(
      SAME.map(async (path) => {
        const { status, body } = await browser.ask(path)
        // A restored site numbers its changes from far ahead, so that no device misses one.
        return `${path} ${status} ${path.startsWith('/photos') ? hash('sha256', body) : body.toString().replace(/"seq":\d+/, '')}`
      }),
    )
  const before = [await all(anna.member), await all(bert.member)]
  expect(before.flat().filter((line) => !line.includes(' 200 '))).toEqual([])
  await systemctl('stop', 'visavis.socket', 'visavis.service', 'nginx.service')
  expect(await systemctl('show', '-P', 'ExecMainStatus', 'visavis.service')).toBe('0')

  // Another machine: only the archive, the private key and the variables are there.
  const elsewhere = join(dir, 'elsewhere')
  mkdirSync(elsewhere)
  execFileSync('sh', ['-c', `age -d -i "$1" "$2" | tar -x -C "$3"`, 'sh', keyFile, archive, elsewhere])
  const [backup = ''] = readdirSync(elsewhere)
  rmSync(DATA_DIR, { recursive: true })
  execFileSync('install', ['-d', '-o', 'visavis', '-g', 'visavis', '-m', '700', DATA_DIR])
  execFileSync('sh', [
    '-c',
    `mv "$1" /var/backups/visavis/plain && chown -R visavis: /var/backups/visavis/plain`,
    'sh',
    join(elsewhere, backup),
  ])
  expect(await visavisRun('restore', '--check', '/var/backups/visavis/plain')).toContain(
    'is whole: 2 members, 2 messages, 1 photos, current schema',
  )
  await visavisRun('restore', '/var/backups/visavis/plain')
  await systemctl('start', 'visavis.socket')
  const back = await caddy({ dir: join(dir, 'caddy'), host: HOST, certificate, upstream: 3000 })
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
  await systemctl('stop', 'visavis.socket', 'visavis.service')
})

/** nginx, with the port of its sample. */
const at = () => ({ port: 443 })

/** Through nginx, with the socket that systemd passes on. */
const threeRestartsUnderLoad = async (visitor: Browser): Promise<void> => {
  const outcomes: Promise<number | string>[] = []
  const load = setInterval(() => {
    const asked = visitor.ask('/api/settings')
    outcomes.push(
      asked.then(
        ({ status }) => status,
        (error: Error) => error.message,
      ),
    )
  }, 10)
  const began = Date.now()
  for (let restart = 0; restart < 3; restart += 1) {
    await systemctl('restart', 'visavis.service')
    await proxyAnswers(visitor)
  }
  clearInterval(load)
  const failed = (await Promise.all(outcomes)).filter((outcome) => outcome !== 200)
  console.log(`3 restarts by systemd, ${outcomes.length} requests in ${Date.now() - began} ms, ${failed.length} failed`)
  expect(failed).toEqual([])
  expect(outcomes.length).toBeGreaterThan(300)
}

/** Shell commands that no server needs. Each works for root, and must fail within the limits of the unit. */
const FORBIDDEN: Record<string, string> = {
  'write /etc': 'touch /etc/was-here',
  'write the data of others': 'touch /var/lib/was-here',
  'see the homes': 'ls /root/.profile',
  'read the variables': `cat ${ENV_FILE}`,
  'see other processes': 'grep -q systemd /proc/1/cmdline',
  'see the devices': 'test -e /dev/a-disk',
  'see the files of others in /tmp': 'test -e /tmp/of-another',
  'mount a file system': 'mount -t tmpfs tmpfs /mnt && umount /mnt',
  'make a namespace': 'unshare --user true',
  'change the kernel': 'cat /proc/sys/kernel/domainname > /proc/sys/kernel/domainname',
  'make a control group':
    'for of in pids ""; do mkdir "/sys/fs/cgroup/$of/was-here" && exec rmdir "/sys/fs/cgroup/$of/was-here"; done; exit 1',
  'open a raw socket': `perl -MSocket -e 'socket(my $s, AF_INET, SOCK_RAW, 1) or die'`,
  'open a packet socket': `perl -e 'socket(my $s, 17, 3, 768) or die'`,
  'run in real time': 'chrt -f 10 true',
  'raise its priority': `nice -n -5 sh -c '[ $(nice) = -5 ]'`,
  'become another machine': 'setarch linux32 true',
  'be debugged': `perl -e 'syscall(101, 0, 0, 0, 0) == 0 or die'`,
  'give a file the rights of its owner':
    'cp /bin/true "${STATE_DIRECTORY:-/var/lib}/t" && chmod u+s "${STATE_DIRECTORY:-/var/lib}/t"',
}
const ALLOWED: Record<string, string> = {
  // The thread of passwords and the process of photos do it: without the right, the first login killed the server.
  'lower its priority': '[ "$(nice -n 5 nice)" = 5 ]',
  'write its data': 'touch /var/lib/visavis/probe && rm /var/lib/visavis/probe',
  'write its own /tmp': 'touch /tmp/probe',
  // MemoryDenyWriteExecute would forbid the compiler of V8.
  'compile code at run time': `/opt/visavis/node_modules/.bin/node -e 'let s = 0; for (let i = 0; i < 1e8; i++) s += i'`,
}

/** Starts a unit that runs the tries, and reads what it could do. */
const triedBy = async (unit: string): Promise<string[]> => {
  await systemctl('start', unit)
  return (await journalOf(unit)).filter((line) => line.startsWith('can'))
}

const expectLimits = async (): Promise<void> => {
  const folder = '/usr/local/lib/visavis-probe'
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const tries = Object.entries({ ...FORBIDDEN, ...ALLOWED })
  const lines = tries.map(([can, how], number) => {
    writeFileSync(join(folder, `${number}`), how)
    return `if timeout 10 sh ${folder}/${number} >/dev/null 2>&1; then echo 'can ${can}'; else echo 'cannot ${can}'; fi`
  })
  writeFileSync(join(folder, 'all'), ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
  execFileSync('chmod', ['-R', 'a+rX', folder])
  execFileSync('sh', ['-c', 'touch /tmp/of-another /root/.profile && mknod /dev/a-disk b 7 200'])
  writeFileSync(
    '/etc/systemd/system/visavis-bare.service',
    `[Service]\nType=oneshot\nExecStart=${folder}/all\nExecStartPre=install -d /var/lib/visavis\n`,
  )
  unitLike('visavis.service', 'visavis-probe.service', `${folder}/all`)
  expect(await triedBy('visavis-bare.service')).toEqual(tries.map(([can]) => `can ${can}`))
  expect(await triedBy('visavis-probe.service')).toEqual([
    ...Object.keys(FORBIDDEN).map((can) => `cannot ${can}`),
    ...Object.keys(ALLOWED).map((can) => `can ${can}`),
  ])
}
