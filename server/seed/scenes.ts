/** The places where drawn photos are taken: each fills the whole picture behind the person. */

// The shapes that drawn photos are made of, as SVG. A photo is 800 × 1000.

/** The colour of outlines. */
const INK = '#1e1320'

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius > 0 ? ` rx="${radius}"` : ''}/>`

const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${faded(opacity)}/>`

const area = (path: string, fill: string, opacity = 1): string => `<path d="${path}" fill="${fill}"${faded(opacity)}/>`

/** A thing in front of the person, with the outline that the person has. */
const outlined = (path: string, fill: string): string =>
  `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/>`

const line = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`

const faded = (opacity: number): string => (opacity < 1 ? ` opacity="${opacity}"` : '')

const GROUND = [0, 0, 800, 1000] as const

const arch = (x: number, width: number, top: number, fill: string): string =>
  area(`M${x} 1000V${top + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0V1000z`, fill)

const tree = (x: number, foot: number, height: number, fill: string): string =>
  area(
    `M${x} ${foot}c-${height * 0.17} -${height * 0.3} -${height * 0.1} -${height * 0.75} 0 -${height}c${height * 0.1} ${height * 0.25} ${height * 0.17} ${height * 0.7} 0 ${height}z`,
    fill,
  )

const bottle = (x: number, foot: number, height: number, fill: string): string =>
  rect(x, foot - height, 34, height, fill, 7) + rect(x + 11, foot - height - 34, 12, 40, fill, 3)

const jar = (x: number, height: number, fill: string): string =>
  rect(x, 216 - height, 56, height, fill, 10) + rect(x + 6, 202 - height, 44, 18, '#7A4B38', 5)

const lamp = (x: number, y: number): string => disc(x, y, 44, '#F6A15B', 0.28) + disc(x, y, 18, '#FFD79A')

const SPINES = ['#D1344A', '#F3C64F', '#2F6F73', '#C5A9E2', '#F0936A', '#4A6FA5', '#F7E3C4', '#8C65AF', '#9FC5AD']

const shelf = (row: number): string => {
  const floor = row * 250 + 232
  const books: string[] = []
  for (let x = 12, index = 0; x < 790; index += 1) {
    const width = 26 + ((index * 37 + row * 53) % 30)
    const height = 150 + ((index * 61 + row * 29) % 56)
    books.push(rect(x, floor - height, width - 5, height, SPINES[(index * 5 + row * 3) % SPINES.length] ?? '', 3))
    x += width
  }
  return books.join('') + rect(0, floor, 800, 18, '#4C2822')
}

const each = <Item>(items: readonly Item[], draw: (item: Item, index: number) => string): string =>
  items.map(draw).join('')

export const SCENES = {
  portico: () =>
    rect(...GROUND, '#F2C793') +
    rect(0, 0, 800, 120, '#E8B079') +
    each([-150, 235, 620], (x) => arch(x, 330, 170, '#C9774A') + arch(x + 40, 290, 215, '#9C4F33')) +
    each([207, 592], (x) => rect(x - 14, 350, 28, 650, '#F7DDB6') + rect(x - 28, 330, 56, 28, '#F7DDB6')) +
    area('M0 860l800-40v180H0z', '#DDA06C'),

  bar: () =>
    rect(...GROUND, '#40233F') +
    each([250, 470], (y) => rect(0, y, 800, 14, '#7A4358')) +
    bottle(40, 250, 130, '#8C65AF') +
    bottle(95, 250, 100, '#F0936A') +
    bottle(150, 250, 140, '#2F6F73') +
    bottle(560, 250, 120, '#D1344A') +
    bottle(620, 250, 96, '#F3C64F') +
    bottle(680, 250, 136, '#9FC5AD') +
    bottle(30, 470, 110, '#F3C64F') +
    bottle(88, 470, 140, '#D1344A') +
    bottle(620, 470, 130, '#F0936A') +
    bottle(676, 470, 100, '#2F6F73') +
    bottle(730, 470, 134, '#C5A9E2') +
    area('M400 -20L-60 1000H860z', '#F6A15B', 0.2) +
    rect(394, 0, 12, 70, INK) +
    area('M330 150a70 84 0 0 1 140 0z', '#F6A15B'),

  sea: () =>
    rect(...GROUND, '#CFE4EE') +
    disc(610, 200, 92, '#FBE7B6') +
    rect(0, 470, 800, 260, '#7FB3CF') +
    rect(60, 520, 120, 10, '#A9CDE0', 5) +
    rect(560, 570, 160, 10, '#A9CDE0', 5) +
    rect(30, 640, 90, 10, '#A9CDE0', 5) +
    area('M128 470V330l84 140z', '#FFF8F3') +
    area('M116 470V360l-50 110z', '#F0936A') +
    area('M70 476h150l-26 30H92z', '#5A2A82') +
    area('M0 720q200-40 400-8t400-14v302H0z', '#F5DFB4'),

  sunset: () =>
    rect(...GROUND, '#FBD0A0') +
    rect(0, 300, 800, 300, '#F7B183') +
    disc(230, 430, 150, '#EE7F5E') +
    area('M0 600q200-150 420-50t380-90v540H0z', '#A583C4') +
    area('M0 720q260-130 480-20t320-60v360H0z', '#7A4FA0') +
    tree(640, 640, 230, '#3F2060') +
    tree(716, 620, 170, '#3F2060') +
    tree(92, 730, 190, '#3F2060'),

  kitchen: () =>
    rect(...GROUND, '#F9E9CB') +
    each([0, 1, 2, 3, 4, 5, 6, 7, 8], (index) => rect(0, index * 112, 800, 5, '#EED7AB')) +
    each([0, 1, 2, 3, 4, 5, 6, 7], (index) => rect(index * 112 - 20, 0, 5, 1000, '#EED7AB')) +
    rect(0, 216, 260, 18, '#A9674A') +
    rect(560, 216, 240, 18, '#A9674A') +
    jar(34, 86, '#1F7A5C') +
    jar(108, 120, '#F0936A') +
    jar(184, 76, '#D1344A') +
    jar(590, 110, '#4A6FA5') +
    jar(668, 80, '#F3C64F') +
    jar(736, 120, '#8C65AF') +
    rect(640, 330, 8, 90, INK) +
    disc(644, 480, 66, '#4A5568'),

  books: () => rect(...GROUND, '#6E3D33') + each([0, 1, 2, 3], shelf),

  night: () =>
    rect(...GROUND, '#2B1A44') +
    disc(150, 170, 64, '#F8E3AD') +
    disc(178, 150, 58, '#2B1A44') +
    disc(300, 90, 6, '#F8E3AD') +
    disc(470, 190, 6, '#F8E3AD') +
    disc(640, 80, 6, '#F8E3AD') +
    disc(720, 250, 6, '#F8E3AD') +
    line('M-20 300Q220 440 430 330T830 290', '#5A4070', 7) +
    lamp(60, 362) +
    lamp(170, 402) +
    lamp(290, 402) +
    lamp(410, 368) +
    lamp(530, 336) +
    lamp(650, 322) +
    lamp(750, 318) +
    area('M0 640h120v-90h150v70h90v380H0zM520 1000V600h110v-70h170v470z', '#1B1030') +
    each([150, 210, 660, 730], (x) => rect(x, 585, 30, 40, '#F6A15B', 3)),

  snow: () =>
    rect(...GROUND, '#D5E4F2') +
    area('M-60 760L200 260l150 260 130-190 380 430v300H-60z', '#8FA9CC') +
    area('M200 260l-92 176 60-30 46 44 40-56 52 24zM480 330l-76 112 52 8 46 40 40-34 56 20z', '#FFFFFF') +
    area('M0 720q220-90 430-20t370-40v340H0z', '#FFFFFF') +
    tree(80, 760, 150, '#3E6A66') +
    tree(136, 780, 110, '#3E6A66') +
    tree(724, 740, 170, '#3E6A66'),

  park: () =>
    rect(...GROUND, '#D9EBD0') +
    disc(110, 330, 190, '#A6CBA0') +
    disc(320, 250, 150, '#8DBB92') +
    disc(690, 300, 210, '#A6CBA0') +
    disc(560, 420, 130, '#8DBB92') +
    rect(100, 420, 28, 300, '#7A4B38') +
    rect(676, 430, 30, 300, '#7A4B38') +
    area('M0 690q300-50 800-10v320H0z', '#86B57E') +
    area('M300 1000q60-190 190-310h60q-60 140-20 310z', '#F4E2BE'),

  market: () =>
    rect(...GROUND, '#FBE6D2') +
    each([0, 1, 2, 3, 4, 5, 6, 7], (index) =>
      area(`M${index * 100} 0h100v170a50 50 0 0 1-100 0z`, index % 2 === 0 ? '#D1344A' : '#FFF8F3'),
    ) +
    rect(0, 520, 800, 480, '#C9905F') +
    each(
      ['#F0936A', '#9FC5AD', '#F3C64F'],
      (fill, stall) =>
        each([0, 1, 2, 3], (index) => disc(stall * 270 + 45 + index * 60, 520, 40, fill)) +
        rect(stall * 270 + 8, 530, 250, 120, '#A9674A', 8) +
        rect(stall * 270 + 8, 560, 250, 10, '#8A4F38'),
    ),

  stage: () =>
    rect(...GROUND, '#34174A') +
    area('M160 -20L-120 800h460z', '#C5A9E2', 0.35) +
    area('M640 -20L420 800h520z', '#F6A15B', 0.4) +
    area('M400 -20L240 700h320z', '#EE5F75', 0.35) +
    disc(160, 20, 34, '#C5A9E2') +
    disc(640, 20, 34, '#F6A15B') +
    disc(400, 10, 34, '#EE5F75') +
    rect(0, 690, 800, 310, '#220E33'),

  plants: () =>
    rect(...GROUND, '#E7EFE0') +
    rect(110, 60, 580, 620, '#FFFFFF') +
    rect(136, 86, 250, 568, '#C4DDEB') +
    rect(414, 86, 250, 568, '#C4DDEB') +
    disc(560, 200, 60, '#FBE7B6') +
    area(
      'M-40 1000C-80 640 60 480 190 400c40 190 10 460-60 600zM850 1000c60-360-70-500-200-580-50 210 0 440 80 580z',
      '#4F8F6A',
    ) +
    area(
      'M-20 1000c0-240 90-340 190-400 10 160-40 320-110 400zM820 1000c0-220-80-320-170-370-10 150 50 300 110 370z',
      '#2F6F56',
    ),
} as const satisfies Record<string, () => string>

export type SceneName = keyof typeof SCENES

const table = (fill: string): string => rect(-20, 880, 840, 160, fill) + line('M-20 880H820', INK, 11)

/** Things between the person and the camera. A table and a wall also hide where a small figure ends. */
export const FOREGROUNDS = {
  none: () => '',
  table: () => table('#A9674A'),
  coffee: () =>
    table('#7A3B36') +
    outlined('M560 770h130v70a56 56 0 0 1-56 56h-18a56 56 0 0 1-56-56z', '#FFF8F3') +
    outlined('M690 790h22a28 28 0 0 1 0 56h-26', 'none') +
    line('M600 736q-20-26 0-50t0-48M648 736q-20-26 0-50t0-48', '#FFF8F3', 10),
  wine: () =>
    table('#7A3B36') +
    outlined('M118 620h124q14 130-62 140-76-10-62-140z', '#FFF8F3') +
    area('M126 672h108q-2 74-54 82-52-8-54-82z', '#B92C40') +
    outlined('M180 764v116M132 884h96', 'none'),
  book: () =>
    table('#8A5A3C') +
    outlined('M430 810q80-44 160 0 80-44 160 0v106q-80-44-160 0-80-44-160 0z', '#FFF8F3') +
    outlined('M590 810v106', 'none'),
  board: () =>
    table('#D9A56C') +
    outlined('M90 850h330v42H90z', '#F4D9A8') +
    disc(180, 822, 34, '#D1344A') +
    disc(250, 826, 30, '#D1344A') +
    area('M168 792l12-16 14 16zM240 800l10-16 12 16z', '#2F6F56') +
    outlined('M500 770h200v118H500zM486 770h228', '#4A5568'),
  wall: () => outlined('M-20 850h840v190H-20z', '#E9C79A'),
  dog: () =>
    outlined('M560 1010c-30-110-10-190 50-220 10-46 60-60 100-44 50-6 80 40 70 90 30 60 20 120 0 174z', '#C98A52') +
    outlined('M606 800c-40 0-60 50-40 96 26 0 42-30 50-70zM760 792c40 6 50 60 26 96-26-6-36-36-36-70z', '#8A5530') +
    disc(650, 828, 11, INK) +
    disc(716, 828, 11, INK) +
    area('M664 862h40q0 26-20 26t-20-26z', INK),
  leaves: () =>
    area(
      'M-30 1010C-40 860 40 760 150 700c30 140-20 260-90 310zM830 1010c10-160-60-260-170-320-30 140 20 260 90 320z',
      '#2F6F56',
    ),
  crowd: () =>
    each([60, 200, 350, 500, 640, 770], (x, index) => {
      const y = 950 - (index % 2) * 24
      return disc(x, y, 72, '#160A22') + rect(x - 96, y + 35, 192, 90, '#160A22', 40)
    }),
} as const satisfies Record<string, () => string>

export type ForegroundName = keyof typeof FOREGROUNDS
