/** Pushes made ready per second by our sender, beside the library it uses; then the whole lane with its network. */
import { fileURLToPath } from 'node:url'
import type { Options } from '../options.ts'
import { runTask } from '../process/task.ts'
import { atLeast, type Measured } from '../report/figure.ts'
import { measureLane } from './lane.ts'
import { PushRates } from './push-rates.ts'

const TASK = fileURLToPath(new URL('push-task.ts', import.meta.url))

export const measurePushes = async (options: Options): Promise<Measured> => {
  const { messageRounds, messageSeconds } = options
  const { ours, webPush, encryptionAlone } = await runTask(
    TASK,
    { rounds: messageRounds, seconds: messageSeconds / 2 },
    PushRates,
  )
  const figure = { what: 'push: made ready', ours, unit: '/s' }
  const lane = await measureLane(options)
  return {
    figures: [
      { ...figure, limit: { what: 'web-push, nothing signed', value: encryptionAlone }, target: atLeast(0.8) },
      { ...figure, limit: { what: 'web-push as it comes', value: webPush }, target: null },
      ...lane.figures,
    ],
    notes: lane.notes,
  }
}
