/** Ports of this machine that a command may listen on. */
import { createServer } from 'node:net'

/** @param port 0 lets the system choose. @returns the port, or null if it is in use */
export const freePort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null))
    })
  })
