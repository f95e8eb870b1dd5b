/** Where and in what company the figures were taken: other work on the machine makes them noisy. */
import os from 'node:os'

export const machineLine = (): string =>
  `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`

export const loadLine = (): string => `load average ${os.loadavg()[0]?.toFixed(2) ?? '?'}`
