/**
 * Whether a key belongs to an input method that is choosing a word, as for Japanese. Safari has ended the composition by the time of the key
 * that ends it, and gives that key the code 229.
 */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // eslint-disable-next-line typescript/no-deprecated -- Safari tells it by nothing else
  press.isComposing || press.keyCode === 229
