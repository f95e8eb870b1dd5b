/** Checks that every path which the documents name exists, so that a renamed file cannot leave them behind. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHANNELS_OF, PREFERENCES } from '../contract/entities/member-settings.ts'
import { LOCALES } from '../contract/locales.ts'
import { PUSH_KIND_NAMES, PUSH_KINDS } from '../contract/push-kinds.ts'
import { JOBS } from '../server/jobs/kinds.ts'

const root = join(import.meta.dirname, '..')

const documents = execFileSync('git', ['ls-files', '--', '*.md', ':!docs/decisions', ':!locales/pages'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

/**
 * The paths in backticks: `sw/sw.ts`, `queries.ts`, `areas/`. Left out are placeholders (`<area>`, `*`), commands, addresses and
 * file names that a document gives as an example.
 */
export const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\.(ts|tsx|mjs|css|md|json|yaml|sql)$/.test(path) || path.endsWith('/'))
    .filter((path) => !path.includes('NNNN'))

const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** A path counts from the root, from the document's folder, or as the end of a tracked path, such as `store/session.ts`. */
const isThere = (document: string, path: string): boolean =>
  existsSync(join(root, path)) ||
  existsSync(join(root, dirname(document), path)) ||
  names.some((name) => (path.endsWith('/') ? `/${name}`.includes(`/${path}`) : `/${name}`.endsWith(`/${path}`)))

/** Paths that exist at run time only, data of others, and folder names that the style forbids. */
const ELSEWHERE = new Set([
  'results/latest.md',
  'DATA_DIR/before-migration/',
  'before-migration/',
  'cities.json',
  'staff-keys.json',
  'vapid.json',
  'staff-keys.json',
  'utils/',
  'helpers/',
  'common/',
])

test('paths are found in a text, commands and placeholders are not', () => {
  expect(pathsIn('See `sw/sw.ts`, `areas/`, `npm run dev`, `areas/<area>/`, `cached-*.ts` and `queries.ts`.')).toEqual([
    'sw/sw.ts',
    'areas/',
    'queries.ts',
  ])
})

test('every command that a document names is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const unknown = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([, name]) => `${document}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('every path that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    pathsIn(readFileSync(join(root, document), 'utf8'))
      .filter((path) => !ELSEWHERE.has(path) && !isThere(document, path))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

/** The files of the walk of a `client_id`: `a/{b, c}.ts` names two. */
const walkedFiles = (text: string): Set<string> => {
  const block = /### The walk of a `client_id`[\s\S]*?```\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const unfolded = block.replaceAll(/([\w/]+)\/\{([\w, -]+)\}\.ts/g, (_, folder: string, files: string) =>
    files
      .split(', ')
      .map((file) => `${folder}/${file}.ts`)
      .join(' '),
  )
  return new Set(unfolded.match(/[\w-]+(?:\/[\w-]+)*\.tsx?/g))
}

/** The anchors that GitHub gives the headings of a page: repeated ones are numbered. */
const anchorsOf = (text: string): Set<string> => {
  const seen = new Map<string, number>()
  const outsideCode = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  return new Set(
    Array.from(outsideCode.matchAll(/^#{1,6} (.*)$/gm), ([, heading = '']) => {
      const anchor = heading
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-')
      const count = seen.get(anchor) ?? 0
      seen.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    }),
  )
}

/** The links of a text that lead to no file, or to no heading of one. */
const deadLinks = (document: string, text: string): string[] =>
  Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .filter((href) => {
      const [path = '', anchor] = href.split('#')
      const file = path === '' ? join(root, document) : join(root, dirname(document), path)
      if (!existsSync(file)) return true
      return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).has(anchor)
    })

test('the search for links finds a file and a heading that are not there', () => {
  const text = '[a](docs/architecture.md#the-walk-of-a-client_id), [b](docs/else.md), [c](docs/architecture.md#else)'
  expect(deadLinks('README.md', text)).toEqual(['docs/else.md', 'docs/architecture.md#else'])
})

test('every link of a document leads to a file and to a heading of it', () => {
  const decisions = execFileSync('git', ['ls-files', '--', 'docs/decisions'], { cwd: root, encoding: 'utf8' })
  const dead = [...documents, ...decisions.trim().split('\n')].flatMap((document) =>
    deadLinks(document, readFileSync(join(root, document), 'utf8')).map((href) => `${document}: ${href}`),
  )
  expect(dead).toEqual([])
})

test('the page of scripts/ names every program of the folder', () => {
  const page = readFileSync(join(root, 'scripts/README.md'), 'utf8')
  const programs = names.flatMap((name) => /^scripts\/([\w-]+\.(?:ts|mjs))$/.exec(name)?.[1] ?? [])
  expect(programs.length).toBeGreaterThan(30)
  expect(programs.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('the walk of a client_id names existing files, as many as the text below it says', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const walked = [...walkedFiles(text)]
  expect(walked.filter((path) => !isThere('docs/architecture.md', path))).toEqual([])
  // A file that appears again by its last part alone counts once.
  const distinct = walked.filter((path) => walked.every((other) => other === path || !other.endsWith(`/${path}`)))
  expect(/The walk names (\d+) files/.exec(text)?.[1]).toBe(String(distinct.length))
})

test('[PWA-5] the table of docs/push.md names every preference that a push obeys', () => {
  const table = /## Kinds\n([\s\S]*?)\n\n/.exec(readFileSync(join(root, 'docs/push.md'), 'utf8'))?.[1] ?? ''
  const obeyed = PUSH_KIND_NAMES.flatMap((kind) => PUSH_KINDS[kind].preferences)
  expect(obeyed.filter((preference) => !table.includes(`\`${preference}\``))).toEqual([])
})

test('[PWA-5] the table of docs/mail.md names every kind of mail, and every preference that mails obey', () => {
  const table = /## Kinds\n([\s\S]*?)\n\n/.exec(readFileSync(join(root, 'docs/mail.md'), 'utf8'))?.[1] ?? ''
  const kinds = Object.keys(JOBS).flatMap((kind) => (kind.startsWith('mail.') ? [kind.slice('mail.'.length)] : []))
  const obeyed = PREFERENCES.filter((preference) => CHANNELS_OF[preference].includes('mail'))
  expect([...kinds, ...obeyed].filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('[OPS-12] every alert names a section of operations.md, which says what to do', () => {
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const sections = [...alerts.matchAll(/summary: .*?(?:See docs\/operations\.md, (.+)\.)?$/gm)].map(([, name]) => name)
  expect(sections.length).toBe(alerts.match(/- alert:/g)?.length)
  expect(sections.filter((name) => name === undefined || !text.includes(`\n## ${name}\n`))).toEqual([])
})

test('[OPS-12] the table at the head of operations.md leads from each alert to its section', () => {
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const rows = /## Find the entry\n[\s\S]*?\n## /.exec(text)?.[0].split('\n') ?? []
  const sectionOf = (alert: string) =>
    /\(#([\w-]+)\)/.exec(rows.find((row) => row.split(/[ ,|]+/).includes(alert)) ?? '')?.[1]
  const sections = [...alerts.matchAll(/- alert: (\w+)[\s\S]*?See docs\/operations\.md, (.+)\./g)]
  expect(sections.map(([, alert = '']) => [alert, sectionOf(alert)])).toEqual(
    sections.map(([, alert, section = '']) => [alert, section.toLowerCase().replaceAll(' ', '-')]),
  )
})

test('[OPS-13] [SAFE-9] the samples for nginx write neither addresses nor the tokens of links to a log', () => {
  const samples = names.filter((name) => /^deploy\/.*\.conf$/.test(name))
  const servers = samples.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split(/^server \{/m)
      .slice(1),
  )
  expect(servers).toHaveLength(4)
  expect(servers.filter((server) => !/access_log off;\n *error_log .* crit;/.test(server))).toEqual([])
})

test('[SHELL-5] each sample of a proxy shows the page for a server that is away, with the words of the app in all its languages', () => {
  const page = readFileSync(join(root, 'deploy/away.html'), 'utf8')
  const shown = [...page.matchAll(/<p lang="(\w+)"(?: hidden)?>(.*)<\/p>/g)].map(([, locale, text]) => [locale, text])
  const words = (locale: string): unknown =>
    JSON.parse(readFileSync(join(root, `locales/${locale}.json`), 'utf8'))['error.shutting_down']
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(LOCALES.map((locale) => [locale, words(locale)])))
  for (const name of ['deploy/nginx/visavis.conf', 'deploy/cluster/nginx.conf', 'deploy/caddy/Caddyfile'])
    expect([name, readFileSync(join(root, name), 'utf8')]).toEqual([name, expect.stringContaining('/away.html')])
  for (const name of ['compose.yaml', 'compose.cluster.yaml'])
    expect(readFileSync(join(root, name), 'utf8')).toContain('./deploy/away.html:/opt/visavis/deploy/away.html:ro')
})

test('[OPS-15] the unit of systemd lets a thread lower its priority, and no forbidden call kills the server', () => {
  const unit = readFileSync(join(root, 'deploy/systemd/visavis.service'), 'utf8')
  const filters = [...unit.matchAll(/^SystemCallFilter=(.+)$/gm)].map(([, calls]) => calls)
  // A later line wins over an earlier one: `@resources` has the call.
  expect(filters.indexOf('setpriority')).toBeGreaterThan(filters.indexOf('~@privileged @resources'))
  expect(unit).toMatch(/^SystemCallErrorNumber=EPERM$/m)
})
