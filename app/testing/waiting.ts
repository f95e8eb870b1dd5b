/** How long the queries of Testing Library wait, and for what. */
import { act, configure, getConfig } from '@testing-library/react'

/**
 * Lets `findBy…` and `waitFor` wait so long, and also for React's effects: an element can be found before its component follows its
 * signals, and a text that a test types then would be lost.
 */
export const waitAtMost = (ms: number): void => {
  const before = getConfig()
  configure({
    asyncUtilTimeout: ms,
    asyncWrapper: async (wait) => {
      const found = await before.asyncWrapper(wait)
      await act(async () => {})
      return found
    },
  })
}
