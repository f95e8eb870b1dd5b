import { signal } from '@preact/signals-react'

/** The time bonus's dialog is to be shown [PAY-8]; `features/discount/bonus-offer.ts` decides when. */
export const bonusOffered = signal(false)
