/** Printing. Paper is white: while the page is printed it is in the light theme, whatever the screen is in. */
export const printPage = (): void => window.print()

/** For as long as something on the page is meant for paper; gives the function that ends it. */
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
