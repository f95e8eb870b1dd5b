/**
 * Draws photos of members: Open Peeps figures (CC0) in the colours of their looks, in a place and a light, as SVG of 800 × 1000. They are
 * stored like uploaded photos: WebP in four sizes.
 */
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import sharp from 'sharp'
import type { FileStore } from '../adapters/file-store.ts'
import { freeMemory, render, type Pixels } from '../adapters/photo-pipeline.ts'
import type { Look } from './look.ts'
import { FOREGROUNDS, rect, SCENES } from './scenes.ts'
import type { Backdrop, Light, Pattern, Pose, Shot } from './shots.ts'

const WIDTH = 800
const HEIGHT = 1000

/** The number drawn at once: libvips has its own threads, so few drawings keep them busy. */
const AT_ONCE = 4

/** A stored photo: content hash and corner colours. */
export type Portrait = { hash: string; colours: string }

/** @returns the photos, in the order of the shots */
export const drawPortraits = async (shots: readonly Shot[], store: FileStore): Promise<Portrait[]> => {
  const portraits: Portrait[] = []
  const threads = sharp.concurrency(1)
  let next = 0
  const draw = async (): Promise<void> => {
    for (let at = next++; at < shots.length; at = next++) {
      const shot = shots[at]
      if (!shot) continue
      const pixels = await pixelsOf(portraitSvg(shot))
      // More WebP effort hardly makes flat colours smaller.
      const { renditions, colours } = await render(pixels, { fullEffort: 0 })
      // Pixels that wait for the garbage collector make it run ten times a second.
      freeMemory(pixels.data)
      portraits[at] = { hash: await store.put(renditions), colours }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  sharp.concurrency(threads)
  return portraits
}

const pixelsOf = (svg: string): Promise<Pixels> =>
  sharp(Buffer.from(svg), { density: 72 })
    .resize(WIDTH, HEIGHT)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

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

/** Gradients over the whole photo: two stops, each with a colour and an opacity, from one corner to another. */
const LIGHTS: Record<Light, string> = {
  warm: 'x1="1" y1="0" x2="0" y2="1"><stop stop-color="#F6A15B" stop-opacity=".42"/><stop offset=".7" stop-color="#F6A15B" stop-opacity="0"/>',
  dusk: 'x1="0" y1="0" x2="1" y2="1"><stop stop-color="#5A2A82" stop-opacity=".26"/><stop offset="1" stop-color="#F6A15B" stop-opacity=".12"/>',
  night:
    'x1="0" y1="0" x2="0" y2="1"><stop stop-color="#2B1A44" stop-opacity="0"/><stop offset="1" stop-color="#2B1A44" stop-opacity=".32"/>',
  cool: 'x1="0" y1="0" x2="1" y2="1"><stop stop-color="#9DB8D8" stop-opacity=".5"/><stop offset=".8" stop-color="#9DB8D8" stop-opacity="0"/>',
}

const PATTERNS: Record<Pattern['kind'], (ground: string, mark: string) => string> = {
  stripes: (ground, mark) =>
    `width="60" height="44" patternUnits="userSpaceOnUse">${rect(0, 0, 60, 44, ground)}${rect(0, 0, 60, 18, mark)}`,
  dots: (ground, mark) =>
    `width="54" height="54" patternUnits="userSpaceOnUse">${rect(0, 0, 54, 54, ground)}<circle cx="14" cy="14" r="8" fill="${mark}"/><circle cx="41" cy="41" r="8" fill="${mark}"/>`,
}

export const portraitSvg = ({ look, pose, backdrop, foreground, light, pattern, friend }: Shot): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000"><defs>',
    pattern ? `<pattern id="cloth" ${PATTERNS[pattern.kind](...pattern.colours)}</pattern>` : '',
    light ? `<linearGradient id="light" ${LIGHTS[light]}</linearGradient>` : '',
    '</defs>',
    backdropOf(backdrop),
    friend ? posed(personOf(friend.look), friend.pose) : '',
    posed(pattern ? dressed(personOf(look), look.cloth) : personOf(look), pose),
    FOREGROUNDS[foreground](),
    light ? rect(0, 0, 800, 1000, 'url(#light)') : '',
    '</svg>',
  ].join('')

const backdropOf = (backdrop: Backdrop): string => {
  if ('scene' in backdrop) return SCENES[backdrop.scene]()
  const [ground, shape] = TONES[backdrop.tones % TONES.length] ?? ['', '']
  return `${rect(0, 0, 800, 1000, ground)}<g fill="${shape}">${SHAPES[backdrop.shape % SHAPES.length]}</g>`
}

/** The middle of a face in the drawings of Open Peeps. */
const FACE = { x: 374, y: 346 }
/** The size at which a figure of scale 1 fills the picture. */
const FULL = 1.32

const posed = (person: string, { x, y, scale, turn, mirrored }: Pose): string => {
  const size = (scale * FULL).toFixed(3)
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${mirrored ? '-' : ''}${size} ${size}) translate(-${FACE.x} -${FACE.y})" fill="none">${person}</g>`
}

const dressed = (person: string, cloth: string): string =>
  person.replaceAll(new RegExp(`#${cloth}`, 'gi'), 'url(#cloth)')

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
