/** A drawn portrait as SVG, 800 × 1000: an Open Peeps figure (CC0) in a look's colours on a background of two tones. */
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import type { Look } from './look.ts'
import type { Random } from './random.ts'

type Tones = readonly [ground: string, shape: string]

const TONES: readonly Tones[] = [
  ['#F9D3B4', '#F4B183'],
  ['#F6C1B9', '#EE9C95'],
  ['#DECCEF', '#C5A9E2'],
  ['#C6DDCB', '#9FC5AD'],
  ['#C3D3E8', '#9DB8D8'],
  ['#F8E3AD', '#F0CB78'],
  ['#E9A98F', '#DC8A6B'],
  ['#A583C4', '#8C65AF'],
]

const LAMPS = [60, 170, 290, 410, 530, 650, 750].map((x, index) => {
  const y = [166, 210, 210, 182, 148, 136, 142][index] ?? 0
  return `<circle cx="${x}" cy="${y}" r="21"/>`
})

/** Shapes behind the person, filled with the second tone. */
const SHAPES: readonly string[] = [
  '<circle cx="430" cy="400" r="340"/>',
  '<path d="M110 1000V430a290 290 0 0 1 580 0v570z"/>',
  '<rect x="200" y="-120" width="420" height="1250" rx="210" transform="rotate(24 400 640)"/>',
  '<rect x="200" y="-120" width="420" height="1250" rx="210" transform="rotate(-24 400 640)"/>',
  '<path d="M0 620q140-150 300-70t270-60 230 20v490H0z"/><circle cx="620" cy="190" r="80"/>',
  `<path d="M-20 90Q200 250 420 150T830 120v7Q640 60 420 157T-20 97z"/>${LAMPS.join('')}<path d="M0 660h800v340H0z"/>`,
  '<path d="M70 70h310v400H70zM420 70h310v400H420zM70 510h310v490H70zM420 510h310v490H420z"/>',
  '<path d="M-40 1000C-60 620 90 420 200 330c60 180 40 480-60 670zM860 1000c40-330-90-520-220-600-60 200-20 440 70 600zM600 250C640 120 760 40 860 20c0 150-90 240-260 230z"/>',
]

/** Heads with much hair are drawn smaller, so that the hair fits into the picture. */
const WIDE_HEADS = new Set([
  'long',
  'longBangs',
  'longCurly',
  'bangs2',
  'afro',
  'dreads1',
  'bun',
  'bun2',
  'cornrows2',
  'mediumBangs',
])

export const portraitSvg = (look: Look, random: Random): string => {
  const [ground, shape] = random.pick(TONES)
  const scale = (WIDE_HEADS.has(look.head) ? 1.2 : 1.32) * (0.96 + random.next() * 0.08)
  const left = 400 - 352 * scale - 8 + random.between(-14, 14)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000">',
    `<rect width="800" height="1000" fill="${ground}"/><g fill="${shape}">${random.pick(SHAPES)}</g>`,
    `<g transform="translate(${left.toFixed(1)} ${(1004 - 690 * scale).toFixed(1)}) scale(${scale.toFixed(3)})" fill="none">`,
    personOf(look),
    '</g></svg>',
  ].join('')
}

const personOf = (look: Look): string =>
  createAvatar(openPeeps, {
    head: [look.head],
    face: [look.face],
    facialHair: look.facialHair ? [look.facialHair] : [],
    facialHairProbability: look.facialHair ? 100 : 0,
    accessories: look.accessory ? [look.accessory] : [],
    accessoriesProbability: look.accessory ? 100 : 0,
    maskProbability: 0,
    skinColor: [look.skin],
    headContrastColor: [look.contrast],
    clothingColor: [look.cloth],
  })
    .toString()
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    // The style's own frame would cut off wide hair.
    .replace(/<mask[\s\S]*?<\/mask>/, '')
    .replace('<g mask="url(#viewboxMask)">', '<g>')
    .replace(/#000(?:000)?\b|\bblack\b/gi, `#${look.line}`)
