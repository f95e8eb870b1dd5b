/** Logout deletes the state of this member's purchases, since another member may follow [PWA-11]. */
export const forgetBuying = (): void => {
  for (const [store, key] of [
    [() => sessionStorage, 'payment-begun'],
    [() => sessionStorage, 'credits-from'],
    [() => sessionStorage, 'direct-debit'],
    [() => localStorage, 'payment-method'],
    [() => localStorage, 'payment-finding-out'],
  ] as const) {
    try {
      store().removeItem(key)
    } catch {
      // A browser that refuses the removal has stored nothing either.
    }
  }
}
