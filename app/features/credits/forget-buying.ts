/** Another member may come: nothing of what this one was buying stays [PWA-11]. */
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
      // Then nothing was stored either.
    }
  }
}
