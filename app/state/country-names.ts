/**
 * The names of the countries in which members live, in each language. `Intl.DisplayNames` loads its data for tens of milliseconds, and the
 * search that a start shows names countries; so only a country that is not here asks it. The test compares the names with Intl.
 */
import type { Locale } from '#contract/locales.ts'

const CODES = 'IT IE GB US CA AU NZ DE AT CH ES FR BE NL PL'.split(' ')

const NAMES: Record<Locale, readonly string[]> = {
  it: 'Italia, Irlanda, Regno Unito, Stati Uniti, Canada, Australia, Nuova Zelanda, Germania, Austria, Svizzera, Spagna, Francia, Belgio, Paesi Bassi, Polonia'.split(
    ', ',
  ),
  en: 'Italy, Ireland, United Kingdom, United States, Canada, Australia, New Zealand, Germany, Austria, Switzerland, Spain, France, Belgium, Netherlands, Poland'.split(
    ', ',
  ),
  de: 'Italien, Irland, Vereinigtes Königreich, Vereinigte Staaten, Kanada, Australien, Neuseeland, Deutschland, Österreich, Schweiz, Spanien, Frankreich, Belgien, Niederlande, Polen'.split(
    ', ',
  ),
  es: 'Italia, Irlanda, Reino Unido, Estados Unidos, Canadá, Australia, Nueva Zelanda, Alemania, Austria, Suiza, España, Francia, Bélgica, Países Bajos, Polonia'.split(
    ', ',
  ),
  fr: 'Italie, Irlande, Royaume-Uni, États-Unis, Canada, Australie, Nouvelle-Zélande, Allemagne, Autriche, Suisse, Espagne, France, Belgique, Pays-Bas, Pologne'.split(
    ', ',
  ),
  nl: 'Italië, Ierland, Verenigd Koninkrijk, Verenigde Staten, Canada, Australië, Nieuw-Zeeland, Duitsland, Oostenrijk, Zwitserland, Spanje, Frankrijk, België, Nederland, Polen'.split(
    ', ',
  ),
  pl: 'Włochy, Irlandia, Wielka Brytania, Stany Zjednoczone, Kanada, Australia, Nowa Zelandia, Niemcy, Austria, Szwajcaria, Hiszpania, Francja, Belgia, Holandia, Polska'.split(
    ', ',
  ),
}

/** @returns the name of a country, or undefined if it is none of these */
export const knownCountryName = (country: string, language: Locale): string | undefined =>
  NAMES[language][CODES.indexOf(country)]
