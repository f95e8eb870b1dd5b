/** Printing. Paper is white, so the page is printed in the light theme, whatever theme the screen has. */
export const printPage = (): void => window.print()

/** Call this while the page has something to print; returns the function that ends it. */
export const printInLight = (): (() => void) => {
  const { dataset } = document.documentElement
  let before: string | undefined
  const toPaper = (): void => {
    before = dataset['theme']
    dataset['theme'] = 'light'
  }
  const toScreen = (): void => {
    if (before === undefined) delete dataset['theme']
    else dataset['theme'] = before
  }
  window.addEventListener('beforeprint', toPaper)
  window.addEventListener('afterprint', toScreen)
  return () => {
    window.removeEventListener('beforeprint', toPaper)
    window.removeEventListener('afterprint', toScreen)
  }
}
