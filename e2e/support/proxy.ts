/** The Caddy sample of `deploy/` on loopback: Debian's Caddy with the sample file, a certificate and another port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../server/testing/free-port.ts'

export type Proxy = { port: number; stop: () => Promise<void> }

type Options = {
  /** A folder of its own for configuration, certificate and log. */
  dir: string
  host: string
  certificate: { key: string; cert: string }
  /** The server's port on loopback. */
  upstream: number
}

const deploy = join(import.meta.dirname, '../../deploy')

export const programAt = (...paths: string[]): string => {
  const found = paths.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`${paths[0]} is missing: apt-get install nginx-light caddy age openssl, then run this test again`)
  return found
}

export const caddy = async ({ dir, host, certificate, upstream }: Options): Promise<Proxy> => {
  const port = await freePort()
  writeCertificate(dir, certificate)
  const sample = replaced(readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8'), [
    ['people.example.org {', `https://${host}:${port} {\n\ttls ${join(dir, 'cert.pem')} ${join(dir, 'key.pem')}`],
    ['visavis:3000', `127.0.0.1:${upstream}`],
    ['/opt/visavis/deploy', deploy],
  ])
  const config = join(dir, 'Caddyfile')
  writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sample}`)
  const env = { PATH: process.env['PATH'], HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const child = spawn(programAt('/usr/bin/caddy'), ['run', '--adapter', 'caddyfile', '--config', config], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env,
  })
  return running(child, port)
}

const writeCertificate = (dir: string, { key, cert }: Options['certificate']): void => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(dir, 'cert.pem'), cert)
}

/** Throws if a text is not in the sample, so that a changed sample cannot be tested only in part. */
const replaced = (sample: string, changes: [string, string][]): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The sample has no ${from}`)
    return text.replaceAll(from, to)
  }, sample)

const running = (child: ChildProcess, port: number): Proxy => ({
  port,
  stop: async () => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  },
})
