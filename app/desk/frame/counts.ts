/** The counts beside the names of screens. The screens set them, with the numbers of their own answers. */
import { signal } from '@preact/signals-react'
import type { ScreenName } from '../screens.ts'

export const railCounts = signal<Partial<Record<ScreenName, number>>>({})

/** The number of items that are due within one hour: the only number on a tab of the phone. */
export const dueSoon = signal(0)

export const setRailCount = (screen: ScreenName, count: number): void => {
  if (railCounts.peek()[screen] !== count) railCounts.value = { ...railCounts.peek(), [screen]: count }
}
