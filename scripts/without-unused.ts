/**
 * Takes out of a module what nothing in it reads: constants of its own, and imports. Bundlers leave out unread code too,
 * but where a module goes they decide by its imports: one that is imported for nothing would still stand on every page.
 */
import { parseAst } from 'vite'

type Node = { type: string; start: number; end: number }
type Named = Node & { name: string }

/** @param code a module as JavaScript, whose constants and imports do nothing but make something */
export const withoutUnused = (code: string): string => {
  const { body } = parseAst(code)
  const read = namesRead(body)
  const cuts = body.flatMap((statement): Node[] => {
    if (statement.type === 'ImportDeclaration') {
      const { specifiers } = statement
      const unread = specifiers.filter(({ local }) => !read.has(local.name))
      return specifiers.length > 0 && unread.length === specifiers.length ? [statement] : unread
    }
    if (statement.type !== 'VariableDeclaration') return []
    const names = statement.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : null))
    return names.every((name) => name !== null && !read.has(name)) ? [statement] : []
  })
  if (cuts.length === 0) return code
  const rest = cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''), code)
  // What only they read is unread now.
  return withoutUnused(rest)
}

/** Every name that is read somewhere: not where it is declared, and not the names of properties. */
const namesRead = (body: unknown): Set<string> => {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node) || node.type === 'ImportDeclaration') return
    if (node.type === 'Identifier') names.add((node as Named).name)
    for (const [part, value] of Object.entries(node)) if (!isOnlyNamed(node, part)) visit(value)
  }
  visit(body)
  return names
}

/** Whether a part of a node names something without reading it: what is declared, a property's name. */
const isOnlyNamed = (node: Node, part: string): boolean => {
  if (node.type === 'VariableDeclarator') return part === 'id'
  const isComputed = 'computed' in node && node.computed === true
  return (
    !isComputed &&
    ((node.type === 'Property' && part === 'key') || (node.type === 'MemberExpression' && part === 'property'))
  )
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
