/**
 * Leaves out of the service worker what it never looks at in the table of calls: which errors a call may answer with, and
 * of calls that it hands on to the server as they came the input and the answer. An answer that has a name (`Session`,
 * `Empty`, `SyncAnswer`) stays: the worker asks some of these calls itself. The schemas would be a tenth of it.
 */
import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number }
type Property = Node & { key: Node & { name?: string; value?: string }; value: Node & { value?: unknown } }
type ObjectNode = Node & { properties: Property[] }

export const workerCalls = (): Plugin => ({
  name: 'worker-calls',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/calls\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutUnread(code), map: null }),
  },
})

/** @param code a module of `contract/calls/` as JavaScript */
export const withoutUnread = (code: string): string => {
  const unread: Property[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (isNode(node)) {
      if (isCall(node)) unread.push(...unreadOf(node))
      else Object.values(node).forEach(visit)
    }
  }
  visit(parseAst(code).body)
  return unread
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code)
}

const unreadOf = (call: ObjectNode): Property[] => {
  const isPassedOn = call.properties.some((part) => nameOf(part) === 'offline' && part.value.value === 'network')
  const inputs = isPassedOn ? ['params', 'query', 'body', 'upload'] : []
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
