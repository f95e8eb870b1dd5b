/** The sandbox's webhook: by the same way as one that comes from outside, and believed as little [PAY-5]. */
import { hearProvider } from '../areas/money/hear-provider.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

export const sandboxWebhook =
  (deps: Deps) =>
  async ({ reference }: JobPayload<'sandbox.webhook'>): Promise<void> => {
    const refused = await hearProvider(deps, 'sandbox', reference, 'sandbox')
    if (refused) throw new Error(`The webhook was answered ${refused.body.error}`)
  }
