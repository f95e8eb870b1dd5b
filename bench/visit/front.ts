/** nginx with TLS and HTTP/2 in front of servers, as an operator has it (`deploy/nginx`). */
import { execFileSync, spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS_MAX = 10_000

type Front = {
  /** Chromium accepts the certificate of this run, and no other one. */
  browserArgs: string[]
  close: () => Promise<void>
}

/** @param servers the address of each at the front, such as `https://localhost:4433`, and its own origin */
export const openFront = async (folder: string, servers: readonly (readonly [string, string])[]): Promise<Front> => {
  const home = join(folder, 'front')
  mkdirSync(home)
  const [key, certificate, config] = ['key.pem', 'certificate.pem', 'nginx.conf'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...name, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  writeFileSync(config, configOf(home, servers))
  const nginx = spawn('nginx', ['-c', config, '-p', home, '-e', join(home, 'error.log')], { stdio: 'inherit' })
  await Promise.all(servers.map(([url]) => untilOpen(Number(new URL(url).port))))
  return {
    browserArgs: [`--ignore-certificate-errors-spki-list=${keyHashOf(readFileSync(certificate))}`],
    close: async () => {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

/** The parts of `deploy/nginx/visavis.conf` that a visit meets. */
const configOf = (home: string, servers: readonly (readonly [string, string])[]): string => `
daemon off;
user root;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  ssl_certificate ${home}/certificate.pem;
  ssl_certificate_key ${home}/key.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto https;
  proxy_set_header Connection "";
  proxy_buffering off;
  gzip off;
${servers
  .map(
    ([url, origin]) => `  server {
    listen 127.0.0.1:${new URL(url).port} ssl http2;
    location / { proxy_pass ${origin}; }
  }`,
  )
  .join('\n')}
}
`

/** As Chromium's option wants it. */
const keyHashOf = (certificate: Buffer): string =>
  createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')

const untilOpen = async (port: number): Promise<void> => {
  const until = performance.now() + START_MS_MAX
  while (!(await isOpen(port))) {
    if (performance.now() > until) throw new Error(`nginx does not listen on port ${port}`)
    await sleep(50)
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
