/** A program that a test kills, freezes and starts again, with a folder of its own. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Killable = {
  /** Starts it again after `kill`, with its files. */
  start: () => Promise<void>
  /** Ends it like a power cut. */
  kill: () => Promise<void>
  /** From now on it accepts connections and answers nothing. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** @param run starts the program in its folder, and resolves once it answers. @param name the beginning of the folder's name */
export const startKillable = async (
  name: string,
  run: (folder: string) => Promise<ChildProcess>,
): Promise<Killable & { folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  let child = await run(folder)
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    folder,
    start: async () => {
      child = await run(folder)
    },
    kill,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
