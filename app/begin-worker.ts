/**
 * On a page that can be read already, prefetches what the worker will install, before the shell's own code runs: `main.tsx` imports this
 * module before all others. The worker itself was registered by `early-registration.ts`, if the browser ran it.
 */
import { beginWorker } from './ports/service-worker.ts'

const page = document.querySelector<HTMLElement>('#root')?.dataset
if (page?.['prerendered'] !== undefined) beginWorker(page['installs']?.split(' '))
