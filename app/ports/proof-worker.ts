/** A web worker that solves the proof of work of a signup [GUARD-5]. */
// eslint-disable-next-line import/default -- the build makes it: the address of the worker's own bundle
import address from '../../worker/proof-worker.ts?worker&url'
import type { ProofTask } from '../../worker/proof.ts'
import { beginWork } from './page.ts'
import { scriptAddress } from './trusted-scripts.ts'

/** @returns the numbers, or null where no worker starts */
export const solveProof = async (task: ProofTask): Promise<number[] | null> => {
  const end = beginWork()
  try {
    const worker = new Worker(scriptAddress(address), { type: 'module', name: 'proof' })
    try {
      return await answerOf(worker, task)
    } finally {
      worker.terminate()
    }
  } catch {
    return null
  } finally {
    end()
  }
}

const answerOf = (worker: Worker, task: ProofTask): Promise<number[]> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number[]>) => resolve(data))
    // This event also comes from a worker whose script does not load.
    worker.addEventListener('error', () => reject(new Error('The worker died')))
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker's messages have no origin
    worker.postMessage(task)
  })
