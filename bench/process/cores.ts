/** The server gets one core and the load the other, where the machine lets us choose. */
import { spawnSync } from 'node:child_process'
import os from 'node:os'

export type Core = 'server' | 'load'

/** Part of util-linux, which most Linux systems have. */
const TASKSET = 'taskset'
const canPin = os.availableParallelism() >= 2 && spawnSync(TASKSET, ['-V']).status === 0
const NUMBER = { server: '0', load: '1' } as const satisfies Record<Core, string>

/** A command line that runs on the given core. */
export const onCore = (core: Core, command: string[]): [string, ...string[]] =>
  canPin ? [TASKSET, '-c', NUMBER[core], ...command] : ['env', ...command]

export const pinningLine = (): string =>
  canPin ? 'server on one core, load on the other' : 'server and load not pinned to cores'
