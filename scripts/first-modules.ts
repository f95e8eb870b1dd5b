/**
 * Tests only: the modules that may run before all texts of a language are loaded. These are all modules that the entry
 * imports, directly or through others, except the parts that `lazyPart` loads together with all texts (`app/shell/lazy-part.tsx`, `screen.tsx`).
 * `first-modules.test.ts` checks the texts and icons they use.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'

export type Node = { type: string; [key: string]: unknown }

type Module = {
  /** All strings in its code, such as keys of texts and names of calls. */
  strings: ReadonlySet<string>
  /** The areas of the keys that it makes from codes (`tCode`). */
  prefixes: ReadonlySet<string>
  imports: readonly string[]
}

/** The functions that load a part together with texts, and the texts that they load by default. */
const LATE: Record<string, string> = { lazyPart: 'all', screenIn: 'all', lazyLander: 'first' }

/** @param entry path of a module. @returns the modules by path, the entry first */
export const firstModules = (
  entry: string,
  read = (path: string): string => readFileSync(path, 'utf8'),
  found = new Map<string, Module>(),
): Map<string, Module> => {
  if (found.has(entry)) return found
  const module = moduleOf(read(entry), entry)
  found.set(entry, module)
  for (const path of module.imports) firstModules(path, read, found)
  return found
}

const moduleOf = (code: string, path: string): Module => {
  const strings = new Set<string>()
  const prefixes = new Set<string>()
  const imports = new Set<string>()
  const addImport = (source: unknown): void => {
    const from = stringOf(source)
    if (from?.startsWith('.') && /\.tsx?$/.test(from)) imports.add(join(dirname(path), from))
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node) || isOfTypes(node)) return undefined
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node['source'])
      return addImport(node['source'])
    if (node.type === 'ImportExpression') return addImport(node['source'])
    if (bringsAllTexts(node)) return undefined
    if (calleeOf(node) === 'tCode') prefixes.add(stringOf(argumentsOf(node)[0]) ?? '?')
    const text = stringOf(node)
    if (text !== undefined) strings.add(text)
    return Object.values(node).forEach(visit)
  }
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
  return { strings, prefixes, imports: [...imports] }
}

const bringsAllTexts = (call: Node): boolean => {
  const usual = LATE[calleeOf(call) ?? '']
  return usual !== undefined && (stringOf(argumentsOf(call)[1]) ?? usual) === 'all'
}

/** Type imports do not exist when the program runs. */
const isOfTypes = ({ type, importKind, exportKind, specifiers }: Node): boolean =>
  (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type)) ||
  importKind === 'type' ||
  exportKind === 'type' ||
  (Array.isArray(specifiers) && specifiers.length > 0 && specifiers.every(isOfType))

const isOfType = (specifier: unknown): boolean => isNode(specifier) && specifier['importKind'] === 'type'

const calleeOf = ({ type, callee }: Node): string | undefined =>
  type === 'CallExpression' && isNode(callee) && typeof callee['name'] === 'string' ? callee['name'] : undefined

const argumentsOf = ({ arguments: given }: Node): unknown[] => (Array.isArray(given) ? given : [])

const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
