/** The worker of one proof: it takes a task and answers with its numbers. */
import { solveProof, type ProofTask } from './proof.ts'

addEventListener('message', ({ data }: MessageEvent<ProofTask>) => postMessage(solveProof(data)))
