/** Ports of this machine that a program may listen on. */
import { createServer } from 'node:net'

/** @param port 0 lets the system choose. @returns the port, or null if it is in use */
export const portIfFree = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null))
    })
  })

/** A port that was free a moment ago, for a server that needs its port before it starts. */
export const freePort = async (): Promise<number> => {
  const port = await portIfFree(0)
  if (port === null) throw new Error('The system has no free port')
  return port
}
