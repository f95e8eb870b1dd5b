/** Several processes that run the jobs of one database at the same time (`job-process.ts`). */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { CHILD_ENV } from './child-server.ts'

const START_MS = 90_000

/** @param place the file of SQLite or the URL of PostgreSQL. @returns for each process the ids of the jobs that it ran */
export const runJobsInProcesses = async (place: string, names: readonly string[]): Promise<string[][]> => {
  const processes = names.map((name) =>
    spawn(process.execPath, [join(import.meta.dirname, 'job-process.ts'), place, name], {
      env: CHILD_ENV,
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  onTestFinished(() => {
    for (const child of processes) child.kill('SIGKILL')
  })
  const ran = processes.map(linesOf)
  const command = (line: string): void => {
    for (const { stdin } of processes) stdin.write(`${line}\n`)
  }
  await expect.poll(() => ran.every((lines) => lines[0] === 'ready'), { timeout: START_MS }).toBe(true)
  command('go')
  await expect.poll(() => ran.every((lines) => lines.length > 1), { timeout: START_MS }).toBe(true)
  const closed = processes.map((child) => once(child, 'close'))
  command('both')
  await Promise.all(closed)
  return ran.map((lines) => lines.slice(1))
}

const linesOf = (child: ChildProcess): string[] => {
  const lines: string[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  return lines
}
