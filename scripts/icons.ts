/**
 * `node scripts/icons.ts`: draws the icons of the installed app from the mark into `public/icons/`. The files are
 * committed; run this again when the mark or the manifest's icons change.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'public', 'icons')

const PAPER = '#FFF8F3'
const CORAL = '#D1344A'
const CORAL_TINT = '#FDE8E4'

/** One seat of the mark in its 32 × 32 box. @param by how much larger it is drawn on every side */
const seat = (turn: number, more: string, by = 0): string =>
  `<rect x="${10.6 - by}" y="${3 - by}" width="${10.8 + 2 * by}" height="${26 + 2 * by}" rx="${5.4 + by}" transform="rotate(${turn} 16 23.6)" ${more}/>`

/** The mark in one colour; the system uses only its alpha. A gap separates the seats, which would else be one shape. */
const oneColour = (box: number): string => {
  const [edge, size] = [(32 - box) / 2, box]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${edge} ${edge} ${size} ${size}">
<mask id="m" maskUnits="userSpaceOnUse" x="-20" y="-20" width="72" height="72">${seat(31, 'fill="#fff"')}${seat(-31, 'fill="#fff"')}
<g clip-path="url(#a)">${seat(-31, 'fill="none" stroke="#000" stroke-width="1.8"')}</g><g clip-path="url(#b)">${seat(31, 'fill="none" stroke="#000" stroke-width="1.8"')}</g></mask>
<clipPath id="a">${seat(31, '', 1)}</clipPath><clipPath id="b">${seat(-31, '', 1)}</clipPath>
<rect x="-20" y="-20" width="72" height="72" fill="#fff" mask="url(#m)"/></svg>`
}

/** The mark on a background without margins. The system may cut the outer 20 % away with its own mask. */
const onPaper = (mark: string, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="${PAPER}"/>
${mark.replace('<svg ', `<svg x="${size * 0.2}" y="${size * 0.225}" width="${size * 0.6}" height="${size * 0.6}" `)}</svg>`

/** An outline icon on a round background, as the system shows shortcuts. */
const shortcut = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="${CORAL_TINT}"/>
<path transform="translate(12 12)" d="${path}" fill="none" stroke="${CORAL}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Finds the app's outlines in the text of `app/ui/icons.ts`, because scripts do not import the app. @returns the path of an icon */
const outlines = async (): Promise<(name: string) => string> => {
  const source = await readFile(join(root, 'app', 'ui', 'icons.ts'), 'utf8')
  return (name) => {
    const path = new RegExp(`\\b${name}'?:\\s*'([^']+)'`).exec(source)?.[1]
    if (path === undefined) throw new Error(`There is no icon ${name}.`)
    return path
  }
}

const main = async (): Promise<void> => {
  const mark = await readFile(join(root, 'public', 'mark.svg'), 'utf8')
  const outline = await outlines()
  const drawings: Record<string, [svg: string, size: number]> = {
    'maskable-192': [onPaper(mark, 512), 192],
    'monochrome-96': [oneColour(40), 96],
    'monochrome-192': [oneColour(40), 192],
    'monochrome-512': [oneColour(40), 512],
    // The notification icon in the status bar is small, so the mark fills it.
    'badge-96': [oneColour(30), 96],
    'shortcut-search': [shortcut(outline('search')), 96],
    'shortcut-likes': [shortcut(outline('heart')), 96],
    'shortcut-chats': [shortcut(outline('message')), 96],
  }
  await mkdir(folder, { recursive: true })
  for (const [name, [svg, size]] of Object.entries(drawings)) {
    const image = sharp(Buffer.from(svg), { density: 72 * 16 }).resize(size, size)
    await writeFile(join(folder, `${name}.png`), await image.png({ compressionLevel: 9, effort: 10 }).toBuffer())
  }
}

await main()
