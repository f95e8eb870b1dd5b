/** The test runners import this: what their processes, and the servers and commands that these start, load faster. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const HOOK = pathToFileURL(join(import.meta.dirname, 'quick-start.mjs')).href

/** Keeps compiled code on disk, which saves a quarter of the time of a unit test's process, and spares Node a slow check. */
export const quickProcesses = (): void => {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compile')
  const options = process.env['NODE_OPTIONS'] ?? ''
  if (!options.includes(HOOK)) process.env['NODE_OPTIONS'] = `${options} --import ${HOOK}`.trim()
}
