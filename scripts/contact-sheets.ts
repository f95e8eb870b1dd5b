/**
 * `node scripts/contact-sheets.ts BEFORE AFTER SHEETS [PREFIX]` puts the pictures of two folders of `screens.ts` side by side, the
 * older one left, on a few large sheets, whose names begin with the prefix. A screen that only one of them has leaves the other place empty.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

const [before, after, sheets, prefix = ''] = process.argv.slice(2)
if (before === undefined || after === undefined || sheets === undefined)
  throw new Error('Name the two folders of pictures, and the folder for the sheets.')

/** The size of a picture on a sheet, and the pairs in a row and in a column. */
const FORMS = {
  phone: { width: 234, height: 506, across: 4, down: 5 },
  desktop: { width: 512, height: 320, across: 2, down: 8 },
} as const

type Form = keyof typeof FORMS

const LABEL = 24
const GAP = 4
const BETWEEN = 20
const QUALITY = 66
const GROUND = '#8a8590'

const labelOf = (text: string, width: number): Buffer =>
  Buffer.from(
    `<svg width="${width}" height="${LABEL}"><text x="2" y="17" font-size="14" font-family="sans-serif" fill="#fff">${text}</text></svg>`,
  )

const pairOf = async (file: string, form: Form, index: number): Promise<OverlayOptions[]> => {
  const { width, height, across } = FORMS[form]
  const left = (index % across) * (2 * width + GAP + BETWEEN)
  const top = Math.floor(index / across) * (height + LABEL)
  const pictures = [before, after].map(async (folder, side): Promise<OverlayOptions[]> => {
    const input = await sharp(join(folder, file))
      .resize(width, height)
      .toBuffer()
      .catch(() => null)
    return input ? [{ input, left: left + side * (width + GAP), top: top + LABEL }] : []
  })
  const label = labelOf(file.replace(`.${form}.png`, ''), 2 * width + GAP)
  return [{ input: label, left, top }, ...(await Promise.all(pictures)).flat()]
}

const write = async (files: readonly string[], form: Form, number: number): Promise<void> => {
  const { width, height, across } = FORMS[form]
  const rows = Math.ceil(files.length / across)
  const name = `${prefix}${form}-${number}.webp`
  const { size } = await sharp({
    create: {
      width: across * (2 * width + GAP) + (across - 1) * BETWEEN,
      height: rows * (height + LABEL),
      channels: 3,
      background: GROUND,
    },
  })
    .composite((await Promise.all(files.map((file, index) => pairOf(file, form, index)))).flat())
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(join(sheets, name))
  console.log(`${name}  ${files.length} screens  ${size} bytes`)
}

await mkdir(sheets, { recursive: true })
const files = [...new Set([...(await readdir(before)), ...(await readdir(after))])].toSorted()
for (const form of ['phone', 'desktop'] as const) {
  const ofForm = files.filter((file) => file.endsWith(`.${form}.png`))
  const most = FORMS[form].across * FORMS[form].down
  for (let number = 1; (number - 1) * most < ofForm.length; number += 1)
    await write(ofForm.slice((number - 1) * most, number * most), form, number)
}
