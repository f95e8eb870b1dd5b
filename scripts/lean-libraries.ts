/**
 * Leaves out of the libraries' code, in the worker, what it never runs: bundlers keep every method of a class, and what a
 * library looks for while it is loaded. The build fails where a library no longer has what is left out, and where the
 * worker uses it after all.
 */
import { parseAst, type Plugin } from 'vite'

type Lean = {
  file: RegExp
  /** Methods and properties, wherever they stand in the file. */
  members?: readonly string[]
  /** Functions that the file calls while it is loaded. */
  calls?: readonly string[]
  /** What stands in a function instead. */
  bodies?: Readonly<Record<string, string>>
  /** Errors that are thrown with their code and no more. */
  errors?: readonly string[]
}

const LIBRARIES: readonly Lean[] = [
  { file: /\/workbox-(?:core|precaching|routing|strategies)\/.+\.js$/, errors: ['WorkboxError'] },
  {
    file: /\/workbox-routing\/Router\.js$/,
    // The worker asks the router itself, and every route has its own way out.
    members: ['addFetchListener', 'addCacheListener', 'setDefaultHandler', 'setCatchHandler', 'unregisterRoute'],
  },
  {
    file: /\/workbox-precaching\/PrecacheController\.js$/,
    members: ['getURLsToCacheKeys', 'getCachedURLs', 'getIntegrityForCacheKey', 'createHandlerBoundToURL'],
  },
  {
    file: /\/workbox-core\/_private\/cacheNames\.js$/,
    members: ['updateDetails', 'googleAnalytics', 'getGoogleAnalyticsName', 'getPrefix', 'getSuffix'],
  },
  // Nobody is told of a file that was replaced, nor of a disk that is full: the worker's own store makes room.
  { file: /\/workbox-core\/_private\/cacheMatchIgnoreParams\.js$/, bodies: { cacheMatchIgnoreParams: '' } },
  { file: /\/workbox-core\/_private\/executeQuotaErrorCallbacks\.js$/, bodies: { executeQuotaErrorCallbacks: '' } },
  {
    file: /\/idb\/build\/index\.js$/,
    // Shortcuts of a database, which the worker has no type for (`sw/store/opener.ts`), and loops over cursors.
    calls: ['replaceTraps'],
  },
]

export const leanLibraries = (): Plugin => ({
  name: 'lean-libraries',
  transform: {
    filter: { id: LIBRARIES.map(({ file }) => file) },
    handler: (code, id) => ({
      code: LIBRARIES.filter(({ file }) => file.test(id)).reduce(withoutUnrun, code),
      map: null,
    }),
  },
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') expectUnused(chunk.code)
  },
})

type Node = { type: string; start: number; end: number }
type Named = { name?: string; value?: unknown }
type Part = Node & {
  key?: Named
  id?: Named
  body?: Node
  expression?: { type: string; callee?: Named }
  callee?: Named
  arguments?: readonly Node[]
}

/** @param code a library's module */
export const withoutUnrun = (code: string, { members = [], calls = [], bodies = {}, errors = [] }: Lean): string => {
  const bodyOf = new Map(Object.entries(bodies))
  const wanted = new Set([...members, ...calls, ...Object.keys(bodies)])
  const cuts: { start: number; end: number; instead: string }[] = []
  const cut = (name: string, { start, end }: Node, instead = ''): void => {
    wanted.delete(name)
    cuts.push({ start, end, instead })
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (isNode(node)) {
      const member = String(node.key?.name ?? node.key?.value)
      const call = node.type === 'ExpressionStatement' ? node.expression?.callee?.name : undefined
      const called = node.type === 'FunctionDeclaration' ? node.id?.name : undefined
      const details =
        node.type === 'NewExpression' && errors.includes(node.callee?.name ?? '') ? node.arguments?.[1] : undefined
      const body = called === undefined ? undefined : bodyOf.get(called)
      if (isMember(node) && members.includes(member)) cut(member, node)
      else if (call !== undefined && calls.includes(call)) cut(call, node)
      else if (called !== undefined && body !== undefined && node.body) cut(called, node.body, `{${body}}`)
      else if (details) cut('', details)
      else Object.values(node).forEach(visit)
    }
  }
  visit(parseAst(code).body)
  if (wanted.size > 0) throw new Error(`The library no longer has ${[...wanted].join(', ')}`)
  return cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, instead }) => {
      const after = rest.slice(end)
      return rest.slice(0, start) + instead + (instead === '' ? after.replace(/^\s*,/, '') : after)
    }, code)
}

/** @param code the worker as it was bundled */
export const expectUnused = (code: string): void => {
  const names = LIBRARIES.flatMap(({ members = [] }) => members)
  const used = names.filter((name) => new RegExp(String.raw`\.${name}\b`).test(code))
  if (/\bfor await\b/.test(code)) used.push('for await')
  if (used.length > 0) throw new Error(`The worker uses what is left out of its libraries: ${used.join(', ')}`)
}

const isNode = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value

/** Of a class or of an object that is written out. */
const isMember = ({ type }: Part): boolean => type === 'MethodDefinition' || type === 'Property'
