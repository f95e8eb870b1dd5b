/** Draws the pictures that shared links show, 1200 × 630, out of our own portraits and shapes [SITE-14]. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { SHARE_PICTURES, type Card, type SharePicture } from './pictures.ts'

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
