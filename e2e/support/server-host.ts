/**
 * Runs servers in one process, one test's after another. Loading the server's modules costs more processor time than most
 * tests, so they are loaded once. Each server has its own data, port and environment.
 */
import { readEnv } from '../../server/env.ts'
import { createLog } from '../../server/logging.ts'
import { startServer, type RunningServer } from '../../server/start.ts'

export type Order =
  | { kind: 'start'; id: number; env: Record<string, string | undefined> }
  | { kind: 'stop'; id: number }
export type Report = { id: number; port?: number; failure?: string }

process.umask(0o077)

const running = new Map<number, RunningServer>()

const obey = async (order: Order): Promise<Report> => {
  if (order.kind === 'start') {
    const env = readEnv(order.env)
    const server = await startServer(env, createLog(env.LOG_LEVEL))
    running.set(order.id, server)
    return { id: order.id, port: server.port }
  }
  await running.get(order.id)?.stop()
  running.delete(order.id)
  return { id: order.id }
}

process.on('message', (order: Order) => {
  void obey(order)
    .catch((error: unknown) => ({ id: order.id, failure: error instanceof Error ? error.message : String(error) }))
    .then((report: Report) => process.send?.(report))
})
// The test runner has ended, however it ended.
process.on('disconnect', () => process.exit(0))
