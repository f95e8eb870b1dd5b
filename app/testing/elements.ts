/** Gives elements what the DOM of the tests lacks: sizes, positions, animations, popovers, descriptions. */
import { afterAll, vi } from 'vitest'

/** Defines properties of every HTML element. The test files of a thread share these classes, so they go with the file. */
export const defineOnElements = (properties: PropertyDescriptorMap): void => {
  for (const [name, property] of Object.entries(properties)) {
    Object.defineProperty(HTMLElement.prototype, name, { ...property, configurable: true })
    afterAll(() => {
      Reflect.deleteProperty(HTMLElement.prototype, name)
    })
  }
}

type Tell = (entries: { intersectionRatio: number }[]) => void

/** Replaces the browser's observer. @returns a function that tells it which share of the element is in the window, from 0 to 1 */
export const stubIntersection = (): ((share: number) => void) => {
  let tell: Tell | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(run: Tell) {
        tell = run
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  return (share) => tell?.([{ intersectionRatio: share }])
}

/** @returns the words that a screen reader says after the name of a control */
export const descriptionOf = (control: Element): string | null | undefined =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
