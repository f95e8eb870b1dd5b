/**
 * Finds names by language in CLDR. Regions have names there. A city has one only as the city of a time zone, or as the
 * main town that a province, county or canton is called after.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../contract/locales.ts'
import { recordOf } from '../../contract/records.ts'

type Names = Record<Locale, string>

const FOLDER = '3rdparty/cldr/common'

/** Words that name a kind of division before its own name, in the seven languages. */
const KIND = [
  'provincia autonoma|provincia|province|provinz|provincie|prowincja miejska|prowincja autonomiczna|prowincja',
  'città metropolitana|ciudad metropolitana|ville métropolitaine|metropolitanstadt|metropolitane stad',
  'cantone|canton|cantón|kanton|contea|condado|comté|county|hrabstwo',
  'voivodato|voïvodie|woiwodschaft|woiwodschap|regione|région|región|region|regio',
  'autonome Gemeinschaft|autonome Region|comunità|communauté forale|communauté|comunidad',
].join('|')
const ARTICLE = "de la |de los |de l’|des |du |de |del |della |delle |dell’|degli |dei |di |d’|d'|of "

/** Some names keep the kind, because it is part of the name: Comunidad de Madrid, or with an adjective (comunità valenzana). */
const BEFORE = new RegExp(`^(?:${KIND}) (?:${ARTICLE})?(?=\\p{Lu})(?!Stołeczny)`, 'u')
const VOIVODESHIP = /^województwo /
const BEHIND = / (?:\((?:hrabstwo|kanton|prowincja)\)|district|province|voivodeship|region|chartered community)$/i

const plainName = (name: string): string =>
  name
    // Superscripts tell namesakes apart.
    .replace(/[¹²³]/gu, '')
    .replace(VOIVODESHIP, '')
    .replace(BEHIND, '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    .replace(BEFORE, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** CLDR entries that are not the town of that name: they mean the land around it, or are a mistake. */
const NOT_THE_TOWN = new Set(['itbz', 'ittn', 'at5 it', 'esc it', 'esmc de', 'itge pl'])

/** A pattern for districts that only share their name with a town: London Borough of Sutton, Petersburg [Indiana]. */
const DISTRICT =
  /[([]| of |borough|district|distrito|distretto|county|municipio|provinc|département|état|islands|atoll|city|cité|ciudad/i

const isOfTown = (code: string, locale: Locale, name: string): boolean =>
  !NOT_THE_TOWN.has(`${code} ${locale}`) && !DISTRICT.test(name)

/** Corrections of mistakes in CLDR. */
const CORRECTIONS: Record<string, Partial<Names>> = {
  'NZ-MBH': { en: 'Marlborough' },
  'DE-HE': { es: 'Hesse' },
  'ES-NC': { fr: 'Navarre' },
}

export type NameBook = {
  /** The names of a region, `IT-25`; undefined if CLDR has none. */
  region: (id: string) => Names | undefined
  /** The names of a city of a country, found by its English or its own name; only the languages that have one. */
  city: (country: string, names: readonly string[], own: Locale) => Partial<Names>
}

export const readNames = (folder: string): NameBook => {
  const read = (file: string): string => readFileSync(join(folder, FOLDER, file), 'utf8')
  const divisions = recordOf(LOCALES, (locale) => pairs(read(`subdivisions/${locale}.xml`), DIVISION))
  const zones = recordOf(LOCALES, (locale) => pairs(read(`main/${locale}.xml`), ZONE))
  const zoneOfTown = zonesByTown(read('bcp47/timezone.xml'))

  const namesOf = (code: string): Names | undefined => {
    const english = divisions.en.get(code)
    return english === undefined
      ? undefined
      : recordOf(LOCALES, (locale) => plainName(divisions[locale].get(code) ?? english))
  }
  const towns = [...divisions.en.keys()].flatMap((code) => {
    const names = namesOf(code)
    return names && !NOT_THE_TOWN.has(code) ? [{ code, names }] : []
  })

  return {
    region: (id) => {
      const names = namesOf(id.replace('-', '').toLowerCase())
      return names && { ...names, ...CORRECTIONS[id] }
    },
    city: (country, names, own) => {
      const prefix = country.toLowerCase()
      const zone = names.map((name) => zoneOfTown.get(`${prefix} ${name}`)).find((found) => found !== undefined)
      const land = towns.find(
        ({ code, names: all }) => code.startsWith(prefix) && (names.includes(all.en) || names.includes(all[own])),
      )
      const found = LOCALES.flatMap((locale): [Locale, string][] => {
        const ofZone = zone === undefined ? undefined : zones[locale].get(zone)
        if (ofZone !== undefined) return [[locale, ofZone]]
        const ofLand = land?.names[locale]
        return land && ofLand !== undefined && isOfTown(land.code, locale, ofLand) ? [[locale, ofLand]] : []
      })
      return Object.fromEntries(found)
    },
  }
}

const DIVISION = /<subdivision type="(\w+)"[^>]*>([^<]*)</g
const ZONE = /<zone type="([^"]*)">(?:(?!<\/zone>)[\s\S])*?<exemplarCity[^>]*>([^<]*)</g
/** The short id of a time zone begins with its country: `gblon`. */
const ZONE_CODE = /<type name="([a-z]{2})\w*"[^>]* alias="([^" ]*)/g

const zonesByTown = (xml: string): Map<string, string> =>
  new Map(
    [...xml.matchAll(ZONE_CODE)].map(([, country = '', zone = '']) => [
      `${country} ${(zone.split('/').at(-1) ?? '').replaceAll('_', ' ')}`,
      zone,
    ]),
  )

const pairs = (xml: string, pattern: RegExp): Map<string, string> =>
  new Map([...xml.matchAll(pattern)].map(([, key = '', name = '']) => [key, name]))
