/**
 * The machine of an operator: the units of `deploy/systemd`, Debian's nginx with the sample file, and public names that lead to
 * stand-ins. It writes to /etc, /opt and /var, so it works only in the copy of a machine that `deploy/booted` makes.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const deploy = join(import.meta.dirname, '../../deploy')
export const ENV_FILE = '/etc/visavis/env'
export const DATA_DIR = '/var/lib/visavis'
export const INSTALLED = '/opt/visavis'

export const requireBooted = (): void => {
  if (process.env['BOOTED'] !== 'yes' || !existsSync('/run/systemd/system'))
    throw new Error('This test changes the machine: run it as root by deploy/booted npx playwright test production')
}

const run = promisify(execFile)

/** Not synchronous, since most commands talk to a stand-in in this process. @throws with the output of a command that fails */
export const command = async (
  program: string,
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<string> => {
  const child = spawn(program, args, {
    cwd: INSTALLED,
    env: { PATH: process.env['PATH'], HOME: '/root', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [output, errors, code] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  const text = Buffer.concat(output).toString()
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${text}${Buffer.concat(errors).toString()}`)
  return text
}

/** Runs a command of package.json as an operator does. */
export const visavisRun = (...words: string[]): Promise<string> =>
  command(join(INSTALLED, 'deploy/systemd/visavis-run'), words)

export const systemctl = async (...words: string[]): Promise<string> => (await run('systemctl', words)).stdout.trim()

/** The lines of a unit in the journal. */
export const journalOf = async (unit: string): Promise<string[]> =>
  (await run('journalctl', ['-o', 'cat', '--no-pager', '-u', unit], { maxBuffer: 100_000_000 })).stdout.split('\n')

/** The steps of `docs/operations.md` that need no answers: account, installation, units. */
export const installUnits = (installation: string): void => {
  execFileSync('useradd', ['--system', '--user-group', '--home-dir', '/nonexistent', 'visavis'])
  mkdirSync(INSTALLED, { recursive: true })
  execFileSync('mount', ['--bind', installation, INSTALLED])
  execFileSync('mount', ['-o', 'remount,bind,ro', INSTALLED])
  mkdirSync('/etc/visavis', { recursive: true })
  execFileSync('install', ['-d', '-o', 'visavis', '-g', 'visavis', '-m', '700', '/var/backups/visavis'])
  for (const name of readdirSync(join(deploy, 'systemd')))
    if (/\.(?:service|socket|timer)$/.test(name))
      copyFileSync(join(deploy, 'systemd', name), `/etc/systemd/system/${name}`)
  execFileSync('systemctl', ['daemon-reload'])
}

/** A unit with all lines of `unit` that runs another program once: so it shows what the unit's limits allow. */
export const unitLike = (unit: string, name: string, program: string): void => {
  const lines = readFileSync(`/etc/systemd/system/${unit}`, 'utf8').split('\n')
  const changed = lines.flatMap((line) => {
    if (line.startsWith('ExecStart=')) return [`ExecStart=${program}`]
    if (line.startsWith('Type=')) return ['Type=oneshot']
    return /^(?:Restart|RestartSec|Requires)=/.test(line) ? [] : [line]
  })
  writeFileSync(`/etc/systemd/system/${name}`, changed.join('\n'))
  execFileSync('systemctl', ['daemon-reload'])
}

/** Gives a name an address on this machine's loopback. A public address needs to be added there first. */
export const giveName = (name: string, address: string): void => {
  if (!address.startsWith('127.')) execFileSync('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'])
  appendFileSync('/etc/hosts', `${address} ${name}\n`)
}

/** A certificate for these names that signs itself. */
export const certificateFor = (dir: string, names: readonly string[]): Certificate => {
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const alternatives = names.map((name) => `DNS:${name}`).join(',')
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'.split(' ')
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`]
  execFileSync('openssl', [...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
}

type Certificate = { key: string; cert: string }

/**
 * Debian's own nginx with the sample file unchanged and the connections that it asks for, on ports 80 and 443.
 * @param standIns the origins of stand-ins by the public name that nginx serves them under
 */
export const startNginx = async (
  host: string,
  { key, cert }: Certificate,
  standIns: Record<string, string>,
): Promise<void> => {
  const folder = `/etc/letsencrypt/live/${host}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  execFileSync('sh', ['-c', 'rm -f /etc/nginx/sites-enabled/*'])
  copyFileSync(join(deploy, 'nginx/visavis.conf'), '/etc/nginx/sites-enabled/visavis.conf')
  for (const [name, origin] of Object.entries(standIns))
    writeFileSync(
      `/etc/nginx/sites-enabled/${name}`,
      `server { listen 443 ssl http2; server_name ${name}; location / { proxy_pass ${origin}; }\n` +
        `ssl_certificate ${folder}/fullchain.pem; ssl_certificate_key ${folder}/privkey.pem; }\n`,
    )
  const main = readFileSync('/etc/nginx/nginx.conf', 'utf8')
  writeFileSync(
    '/etc/nginx/nginx.conf',
    `worker_rlimit_nofile 20000;\n${main.replace(/worker_connections \d+;/, 'worker_connections 8192;')}`,
  )
  execFileSync('nginx', ['-t'], { stdio: 'ignore' })
  await systemctl('start', 'nginx.service')
}
