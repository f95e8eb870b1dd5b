/** Patterns of paths such as `/members/:id/chat` or `/transactions/:id?`, for the screens of the app and for the calls. */
import { inject, parse } from 'regexparam'

/**
 * @returns a function that reads the decoded parameters of a path. Optional parameters that the path does not have are left
 * out. The result is null if the path does not match or has a broken escape sequence. A trailing slash is ignored.
 */
export const pathMatcher = (pattern: string): ((path: string) => Record<string, string> | null) => {
  const { keys, pattern: ignoringCase } = parse(pattern)
  const exact = new RegExp(ignoringCase.source)
  return (path) => {
    const found = exact.exec(path)
    return found && decoded(keys.map((key, at): [string, string | undefined] => [key, found[at + 1]]))
  }
}

/** The path with these parameters, encoded. An optional parameter that is missing is left out with its slash. */
export const fillPath = (pattern: string, params: Record<string, string | number>): string => {
  const encoded = Object.entries(params).map(([key, value]) => [key, encodeURIComponent(String(value))])
  return inject(pattern, Object.fromEntries(encoded))
}

const decoded = (parts: readonly [string, string | undefined][]): Record<string, string> | null => {
  try {
    return Object.fromEntries(
      parts.flatMap(([key, text]) => (text === undefined ? [] : [[key, decodeURIComponent(text)]])),
    )
  } catch {
    return null
  }
}
