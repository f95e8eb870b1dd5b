import { signal } from '@preact/signals-react'

/** Whether to show the dialog of the time bonus [PAY-8]; `features/discount/bonus-offer.ts` decides when. */
export const bonusOffered = signal(false)
