/** Ports of this machine that a program may listen on. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** @returns the port, or null if it is in use */
export const portIfFree = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => void probe.close(() => resolve(port)))
  })

/** A system that chooses a port for a program takes a higher one. So no other program gets this port before its server starts. */
const CHOSEN = { from: 20_000, to: 32_000 }
const TRIES = 100

/** A port that was free a moment ago, for a server that needs its port before it starts. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await portIfFree(randomInt(CHOSEN.from, CHOSEN.to))
    if (port !== null) return port
  }
  throw new Error('The system has no free port')
}
