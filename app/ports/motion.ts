/** Whether the member wants less movement: then things fade instead of flying. */
export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A fade that the style sheet's answer to less movement does not cut short. */
export const fade = (element: Element, from: number, to: number): Animation =>
  element.animate({ opacity: [from, to] }, { duration: 200, easing: 'ease-out', fill: 'both' })
