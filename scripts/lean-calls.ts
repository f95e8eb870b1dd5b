/**
 * Leaves out of the browser's code what it never looks at in the table of calls; the schemas would be a good part of it.
 * The worker: calls that it hands on to the server as they came and whose answer it does not read; which errors a call
 * may answer with, who may make it but where it answers by itself, of calls that are handed on the input, and of calls
 * about the device the answer, which it makes itself.
 * The app: who may call, errors, inputs and answers, all of them. It writes what the types allow; who answers checks it,
 * and answers what the types say. That an answer is a file or a stream it does read. The schemas then go with what they
 * are made of, so that no page waits for it: it comes with the forms that look at what is typed.
 */
import { parseAst, type Plugin } from 'vite'
import { withoutUnused } from './without-unused.ts'

type Node = { type: string; start: number; end: number }
type Property = Node & {
  key: Node & { name?: string; value?: string }
  value: Node & { value?: unknown; name?: string }
}
type ObjectNode = Node & { properties: Property[] }

/** Who reads the table. */
type Reader = 'app' | 'worker'

export const leanCalls = (reader: Reader): Plugin => ({
  name: 'lean-calls',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/calls\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutUnread(code, reader), map: null }),
  },
})

/** @param code a module of `contract/calls/` as JavaScript */
export const withoutUnread = (code: string, reader: Reader): string => {
  const unread: Node[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (isNode(node)) {
      if (isCall(node)) unread.push(...unreadOf(node, reader))
      else if (reader === 'worker' && isOnlyHandedOn(node)) unread.push(node)
      else Object.values(node).forEach(visit)
    }
  }
  visit(parseAst(code).body)
  const rest = unread
    .toSorted((one, other) => other.start - one.start)
    .reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''), code)
  return reader === 'app' ? withoutUnused(rest) : rest
}

const INPUTS = ['params', 'query', 'body', 'upload']

/** Answers of calls that the worker hands on, which it reads all the same. */
const ASKED = new Set(['Session', 'SyncAnswer'])
/** Calls that it hands on and knows by name; a test holds this against its code. */
export const NAMED: readonly string[] = ['logout', 'typing.send', 'user.delete', 'user.push']
/** What is the same for everyone: the worker keeps it as it came, and of it reads a few fields by a schema of its own. */
const KEPT_AS_IT_CAME = ['settings', 'regions', 'interests', 'companyinfo']

const unreadOf = (call: ObjectNode, reader: Reader): Property[] => {
  const valueOf = partsOf(call)
  const isPassedOn = valueOf('offline')?.value === 'network'
  const isAnsweredHere = valueOf('offline')?.value === 'device'
  const answer = valueOf('response')
  const readsAnswer =
    answer?.type === 'Literal' ||
    (reader === 'worker' &&
      !isAnsweredHere &&
      !KEPT_AS_IT_CAME.some((path) => path === valueOf('path')?.value) &&
      (!isPassedOn || isAsked(answer)))
  const unread = new Set([
    'errors',
    ...(reader === 'app' || isPassedOn ? INPUTS : []),
    ...(readsAnswer ? [] : ['response']),
    // Whether there is a member is asked where the device itself answers.
    ...(reader === 'app' || valueOf('offline')?.value !== 'cached' ? ['who'] : []),
  ])
  return call.properties.filter((part) => unread.has(nameOf(part) ?? ''))
}

/** What a table has of a call that the worker needs no entry for: what it does not know it hands on. */
const isOnlyHandedOn = (node: Node): boolean => {
  if (node.type !== 'Property') return false
  const { value } = node as Property
  if (!isCall(value) || NAMED.includes(nameOf(node as Property) ?? '')) return false
  const valueOf = partsOf(value)
  const answer = valueOf('response')
  // A redirect is opened as a page, which the worker keeps out of by itself.
  const isForBrowser = answer?.type === 'Literal' && answer.value !== 'redirect'
  return valueOf('offline')?.value === 'network' && !isForBrowser && !isAsked(answer)
}

const partsOf = (call: ObjectNode) => (name: string) => call.properties.find((part) => nameOf(part) === name)?.value

const isAsked = (answer: Property['value'] | undefined): boolean =>
  answer?.type === 'Identifier' && ASKED.has(answer.name ?? '')

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isCall = (node: Node): node is ObjectNode =>
  node.type === 'ObjectExpression' &&
  ['method', 'path', 'offline'].every((name) => (node as ObjectNode).properties.some((part) => nameOf(part) === name))

const nameOf = (part: Property): string | undefined => part.key?.name ?? part.key?.value
