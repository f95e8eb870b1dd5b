/** `test` with real pushes: the product sends them to a stand-in that the browser uses as its push service. */
import { startPushService, type PushService } from './push-service.ts'
import { test as base } from './test.ts'

export const test = base.extend<{ pushService: PushService }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  pushService: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.close()
  },
  pushStandIn: async ({ pushService }, use) => use(pushService.url),
  browserArgs: async ({ pushService }, use) => use(pushService.args),
})
