/** Gives elements what the DOM of the tests lacks: sizes, positions, animations, popovers. */
import { afterAll } from 'vitest'

/** Defines properties of every HTML element. The test files of a thread share these classes, so they go with the file. */
export const defineOnElements = (properties: PropertyDescriptorMap): void => {
  for (const [name, property] of Object.entries(properties)) {
    Object.defineProperty(HTMLElement.prototype, name, { ...property, configurable: true })
    afterAll(() => {
      Reflect.deleteProperty(HTMLElement.prototype, name)
    })
  }
}
