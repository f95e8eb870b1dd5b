/** The movement of tapped words into the field. The field has them already, so nothing waits for the movement. */
import { reducesMotion } from '../../../ports/page.ts'

const FLY_MS = 220

export const flyInto = (words: HTMLElement, field: HTMLElement): void => {
  if (reducesMotion()) return
  const from = words.getBoundingClientRect()
  const to = field.getBoundingClientRect()
  const copy = words.cloneNode(true) as HTMLElement // a clone of an HTML element is one
  copy.inert = true
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '10',
    margin: '0',
    pointerEvents: 'none',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
  })
  document.body.append(copy)
  const end = { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)`, opacity: 0 }
  copy.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, end], { duration: FLY_MS, easing: 'ease-out' }).onfinish =
    () => copy.remove()
}
