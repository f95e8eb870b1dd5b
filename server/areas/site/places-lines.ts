/**
 * The format of `places-data.txt`, one line per region: `IT-25 Lombardia {en=Lombardy}: Milano {en=Milan} 1237 45.46 9.19, …`.
 * Regions and cities have their own name, and names in other languages if they differ. A city has its inhabitants in
 * thousands and the coordinates of its centre. `scripts/places.ts` creates the file.
 */
import { LOCALES, type Locale } from '#contract/locales.ts'

export type OtherNames = Partial<Record<Locale, string>>
export type CityLine = { name: string; names: OtherNames; thousands: number; lat: number; lon: number }
export type RegionLine = { id: string; name: string; names: OtherNames; cities: CityLine[] }

const REGION = /^(\S+) ([^:{]+?)(?: \{([^}]*)\})?: (.+)$/
const CITY = /^([^{]+?)(?: \{([^}]*)\})? (\d+) (-?[\d.]+) (-?[\d.]+)$/

export const regionFrom = (line: string): RegionLine => {
  const [, id, name, names, cities] = REGION.exec(line) ?? []
  if (id === undefined || name === undefined || cities === undefined) throw new Error(`Not a region: ${line}`)
  return { id, name, names: namesFrom(names), cities: cities.split(', ').map(cityFrom) }
}

const cityFrom = (text: string): CityLine => {
  const [, name, names, thousands, lat, lon] = CITY.exec(text) ?? []
  if (name === undefined) throw new Error(`Not a city: ${text}`)
  return { name, names: namesFrom(names), thousands: Number(thousands), lat: Number(lat), lon: Number(lon) }
}

const namesFrom = (text: string | undefined): OtherNames => {
  const names: OtherNames = {}
  for (const pair of text?.split(';') ?? []) {
    const [key, name] = pair.split('=')
    const locale = LOCALES.find((one) => one === key)
    if (locale === undefined || !name) throw new Error(`Not a name: ${pair}`)
    names[locale] = name
  }
  return names
}

export const regionLine = ({ id, name, names, cities }: RegionLine): string =>
  `${id} ${name}${namesText(names)}: ${cities.map(cityText).join(', ')}`

const cityText = ({ name, names, thousands, lat, lon }: CityLine): string =>
  `${name}${namesText(names)} ${thousands} ${lat} ${lon}`

const namesText = (names: OtherNames): string => {
  const pairs = LOCALES.flatMap((locale) => (names[locale] === undefined ? [] : [`${locale}=${names[locale]}`]))
  return pairs.length === 0 ? '' : ` {${pairs.join(';')}}`
}

/** The last part of a city's id: `castellon-de-la-plana`. */
export const slugOf = (name: string): string =>
  name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
