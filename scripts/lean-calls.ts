/**
 * Leaves out of the browser's code what it never looks at in the table of calls; the schemas would be a good part of it.
 * The worker: which errors a call may answer with, and of calls that it hands on to the server as they came the input and
 * the answer. An answer that has a name (`Session`, `Empty`, `SyncAnswer`) stays: it asks some of these calls itself.
 * The app: errors, inputs and answers, all of them. It writes what the types allow; who answers checks it, and answers
 * what the types say. That an answer is a file or a stream it does read.
 */
import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number }
type Property = Node & { key: Node & { name?: string; value?: string }; value: Node & { value?: unknown } }
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
  const unread: Property[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (isNode(node)) {
      if (isCall(node)) unread.push(...unreadOf(node, reader))
      else Object.values(node).forEach(visit)
    }
  }
  visit(parseAst(code).body)
  return unread
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code)
}

const INPUTS = ['params', 'query', 'body', 'upload']

const unreadOf = (call: ObjectNode, reader: Reader): Property[] => {
  if (reader === 'app') {
    const isAnswer = (part: Property): boolean => nameOf(part) === 'response' && part.value.type !== 'Literal'
    return call.properties.filter((part) => ['errors', ...INPUTS].includes(nameOf(part) ?? '') || isAnswer(part))
  }
  const isPassedOn = call.properties.some((part) => nameOf(part) === 'offline' && part.value.value === 'network')
  const inputs = isPassedOn ? INPUTS : []
  const isUnread = (part: Property): boolean =>
    ['errors', ...inputs].includes(nameOf(part) ?? '') ||
    (isPassedOn && nameOf(part) === 'response' && part.value.type === 'CallExpression')
  return call.properties.filter(isUnread)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isCall = (node: Node): node is ObjectNode =>
  node.type === 'ObjectExpression' &&
  ['method', 'path', 'offline'].every((name) => (node as ObjectNode).properties.some((part) => nameOf(part) === name))

const nameOf = (part: Property): string | undefined => part.key?.name ?? part.key?.value
