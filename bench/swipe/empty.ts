/** The minimum cost of a drag: one empty element that follows the finger. */
export const EMPTY_DRAG = `<!doctype html><meta name="viewport" content="width=device-width">
<style>div{position:fixed;inset:64px 16px 220px;background:#f3e4da;border-radius:24px;touch-action:none;will-change:transform}</style>
<div></div>
<script>
const card = document.querySelector('div')
let from = null
card.addEventListener('pointerdown', ({ clientX, clientY }) => { from = { x: clientX, y: clientY } })
card.addEventListener('pointermove', ({ clientX, clientY }) => {
  if (from) card.style.transform = 'translate3d(' + (clientX - from.x) + 'px,' + (clientY - from.y) + 'px,0)'
})
card.addEventListener('pointerup', () => { from = null; card.style.transform = '' })
</script>`
