/** Describes the machine of the measurement: other work on it makes the figures noisy. */
import os from 'node:os'

export const machineLine = (): string =>
  `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`

export const loadLine = (): string => `load average ${os.loadavg()[0]?.toFixed(2) ?? '?'}`
