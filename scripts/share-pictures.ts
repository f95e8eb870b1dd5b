/**
 * The pictures that shared links show, 1200 × 630, drawn out of our own portraits and shapes [SITE-14]: a background, a drawing for the
 * page's idea, people on cards.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

type Card = { who: string; x: number; y: number; width: number; turn?: number; mirrored?: boolean }
type SharePicture = {
  /** The colours of the gradient, from the top left corner to the bottom right one. */
  ground: readonly [string, string]
  drawing: string
  cards: readonly Card[]
}

const PLUM = '#5A2A82'
const NIGHT = '#1A101C'
const CORAL = '#D1344A'
const APRICOT = '#F6A15B'
const PAPER = '#FFF8F3'
const PEACH = '#F9D3B4'

const pair = (left: string, right: string): Card[] => [
  { who: left, x: 330, y: 90, width: 260, turn: -5 },
  { who: right, x: 620, y: 90, width: 260, turn: 5, mirrored: true },
]

const circles = (places: readonly (readonly [number, number, number])[], style: string): string =>
  places.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" ${style}/>`).join('')
const line = (d: string, colour: string, width = 8): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
const area = (d: string, colour: string, opacity = 1): string =>
  `<path d="${d}" fill="${colour}" opacity="${opacity}"/>`

const WINDOWS = [90, 470, 850].map((x) => `<rect x="${x}" y="110" width="260" height="330" rx="40" fill="#C3D3E8"/>`)
const FRAMES = [110, 450, 790].map(
  (x) => `<rect x="${x}" y="70" width="300" height="430" fill="#8E1B3C" opacity=".16"/>`,
)
const PIN = 'c0-40 60-40 60 0 0 26-30 34-30 66 0-32-30-40-30-66z'

export const SHARE_PICTURES: Readonly<Record<string, SharePicture>> = {
  index: {
    ground: ['#F7C7A3', '#E98A7B'],
    drawing: area('M250 630a350 350 0 0 1 700 0z', APRICOT, 0.5),
    cards: pair('yuki', 'kofi'),
  },
  members: {
    ground: [PAPER, PEACH],
    drawing: '',
    cards: ['aoife', 'kofi', 'noor', 'eamon', 'yuki'].map((who, at) => ({ who, x: 50 + at * 222, y: 150, width: 206 })),
  },
  pricing: {
    ground: [PAPER, '#F8E3AD'],
    drawing: circles(
      [
        [600, 430, 150],
        [440, 470, 110],
        [770, 480, 100],
      ],
      `fill="${APRICOT}" stroke="#D9853B" stroke-width="14"`,
    ),
    cards: [{ who: 'grace', x: 490, y: 60, width: 220 }],
  },
  pages: {
    ground: [PAPER, '#F2E9F8'],
    drawing: [150, 230, 310, 390].map((y, at) => line(`M420 ${y}H${780 - (at % 2) * 110}`, '#DECCEF', 24)).join(''),
    cards: [],
  },
  adultonly: {
    ground: ['#8E1B3C', CORAL],
    drawing: area('M0 0h330q-40 330-330 630zM1200 0H870q40 330 330 630z', '#6B1230', 0.75),
    cards: pair('maeve', 'arjun'),
  },
  tinderswipe: {
    ground: ['#F6C1B9', '#F9D3B4'],
    drawing: '',
    cards: [
      { who: 'helen', x: 400, y: 70, width: 330, turn: -14 },
      { who: 'eamon', x: 450, y: 60, width: 330, turn: -4 },
      { who: 'priya', x: 520, y: 70, width: 330, turn: 9 },
    ],
  },
  whoneedsstrings: {
    ground: ['#DECCEF', '#F2E9F8'],
    drawing: line('M-20 470c220-220 330 160 600 20s300-300 640-60', PLUM, 10),
    cards: pair('noor', 'eamon'),
  },
  alonetonight: {
    ground: [NIGHT, '#3A2750'],
    drawing: `${circles([[980, 140, 70]], `fill="${APRICOT}"`)}${circles(
      [
        [140, 120, 5],
        [300, 60, 4],
        [760, 70, 5],
        [1100, 320, 4],
        [220, 330, 4],
      ],
      `fill="${PAPER}"`,
    )}`,
    cards: pair('grace', 'kofi'),
  },
  collagelanding: {
    ground: ['#F8E3AD', '#F4B183'],
    drawing: '',
    cards: [
      { who: 'aoife', x: 150, y: 70, width: 240, turn: -8 },
      { who: 'arjun', x: 370, y: 130, width: 240, turn: 4 },
      { who: 'noor', x: 600, y: 60, width: 240, turn: -4 },
      { who: 'maeve', x: 820, y: 140, width: 240, turn: 7 },
    ],
  },
  gallery: {
    ground: [PAPER, '#FAEEE6'],
    drawing: FRAMES.join(''),
    cards: ['helen', 'kofi', 'priya'].map((who, at) => ({ who, x: 140 + at * 340, y: 100, width: 240 })),
  },
  iconslanding: {
    ground: ['#F2E9F8', '#FFEEDC'],
    drawing: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      .map((at) =>
        circles(
          [[150 + (at % 5) * 225, 170 + Math.floor(at / 5) * 280, 74]],
          `fill="${at % 2 ? PLUM : CORAL}" opacity=".2"`,
        ),
      )
      .join(''),
    cards: pair('eamon', 'aoife'),
  },
  maplanding: {
    ground: ['#C6DDCB', '#9FC5AD'],
    drawing: `${line('M-10 420c200-120 300 60 520-60s380-40 700-200', '#C3D3E8', 60)}${line('M200-10v660M-10 160h1220M760-10l120 660', PAPER, 14)}${area(
      `M250 250${PIN}M900 180${PIN}M420 120${PIN}`,
      CORAL,
    )}`,
    cards: pair('priya', 'kofi'),
  },
  socialnetwork: {
    ground: ['#C3D3E8', '#F2E9F8'],
    drawing: `${line('M140 130L460 330 1060 150M140 130l90 380 510-160M460 330l600 210M740 350l320-200', PLUM, 6)}${circles(
      [
        [140, 130, 34],
        [230, 510, 26],
        [1060, 150, 38],
        [1060, 540, 30],
      ],
      `fill="${CORAL}"`,
    )}`,
    cards: pair('aoife', 'arjun'),
  },
  transitionsvideolanding: {
    ground: ['#9DB8D8', '#F4B183'],
    drawing: [PLUM, '#A583C4', '#EE9C95', APRICOT]
      .map((colour, at) => circles([[600, 640, 560 - at * 130]], `fill="${colour}" opacity=".55"`))
      .join(''),
    cards: pair('helen', 'eamon'),
  },
  video: {
    ground: ['#2F6F73', '#1F5F7A'],
    drawing: `${WINDOWS.join('')}${line('M-10 520h1220', PAPER, 12)}`,
    cards: [
      { who: 'maeve', x: 120, y: 145, width: 200 },
      { who: 'noor', x: 500, y: 145, width: 200 },
      { who: 'arjun', x: 880, y: 145, width: 200, mirrored: true },
    ],
  },
}

const WIDTH = 1_200
const HEIGHT = 630

/** Messengers wait for the picture of a shared link, and some refuse a large one. */
export const SHARE_BYTES_MAX = 60_000

/** @param root of the project, @param folder where `<name>.png` goes */
export const drawSharePictures = async (root: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const mark = await readFile(join(root, 'public', 'mark.svg'), 'utf8')
  for (const [name, picture] of Object.entries(SHARE_PICTURES)) {
    const svg = await svgOf(root, picture, mark)
    const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 96, effort: 8, dither: 0.4 }).toBuffer()
    if (png.length > SHARE_BYTES_MAX) throw new Error(`The share picture ${name} has ${png.length} bytes.`)
    await writeFile(join(folder, `${name}.png`), png)
  }
}

const svgOf = async (root: string, { ground: [from, to], drawing, cards }: SharePicture, mark: string) => {
  const drawn = await Promise.all(cards.map((card) => cardOf(root, card)))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>${drawing}${drawn.join('')}
<circle cx="600" cy="545" r="66" fill="#FFF8F3"/>${nested(mark, 552, 494, 96, 96)}</svg>`
}

/** A portrait on a card, with a white edge. */
const cardOf = async (root: string, { who, x, y, width, turn = 0, mirrored = false }: Card): Promise<string> => {
  const height = width * 1.25
  const portrait = await readFile(portraitOf(root, who), 'utf8')
  const [middle, centre] = [x + width / 2, y + height / 2]
  const facing = mirrored ? `translate(${2 * x + width} 0) scale(-1 1)` : ''
  const edge = 10
  return `<g transform="rotate(${turn} ${middle} ${centre})"><rect x="${x - edge}" y="${y - edge}" width="${width + 2 * edge}" height="${height + 2 * edge}" rx="34" fill="#fff"/>
<clipPath id="card-${who}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="26"/></clipPath>
<g clip-path="url(#card-${who})"><g transform="${facing}">${nested(portrait, x, y, width, height)}</g></g></g>`
}

const portraitOf = (root: string, who: string): string =>
  who === 'yuki' || who === 'kofi'
    ? join(root, 'app', 'features', 'index', 'portraits', `${who}.svg`)
    : join(root, 'app', 'features', 'landers', 'portraits', `lander-${who}.svg`)

const nested = (svg: string, x: number, y: number, width: number, height: number): string =>
  svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)
