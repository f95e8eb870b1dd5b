/**
 * The words and the order of dates in each language. The first Intl format of a page costs 16 ms of a fast processor, and a start shows
 * dates before anything else, so they are here. `calendar.test.ts` compares them with Intl.
 */
import type { Locale } from '#contract/locales.ts'

export type DateWords = {
  /** Sunday first, as `Date` counts them. */
  weekdays: Record<'short' | 'long', readonly string[]>
  months: Record<'short' | 'long', readonly string[]>
  /** The order of a day and its month, and of both and a year: the places are `D`, `M` (its name) and `Y`, or `d`, `m` and `y` of two digits. */
  dayAndMonth: Record<'short' | 'long', string>
  withYear: string
  /** A day of another year in a list. English has the month's name and the whole year: its readers do not agree on the order of numbers. */
  inList: string
}

const words = (
  [shortDays, longDays]: readonly [string, string],
  [shortMonths, longMonths]: readonly [string, string],
  [short, long, withYear, inList]: readonly [string, string, string, string],
): DateWords => ({
  weekdays: { short: shortDays.split(' '), long: longDays.split(' ') },
  months: { short: shortMonths.split(' '), long: longMonths.split(' ') },
  dayAndMonth: { short, long },
  withYear,
  inList,
})

export const DATE_WORDS: Record<Locale, DateWords> = {
  it: words(
    ['dom lun mar mer gio ven sab', 'domenica lunedì martedì mercoledì giovedì venerdì sabato'],
    [
      'gen feb mar apr mag giu lug ago set ott nov dic',
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ],
    ['D M', 'D M', 'D M Y', 'd/m/y'],
  ),
  en: words(
    ['Sun Mon Tue Wed Thu Fri Sat', 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'],
    [
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
      'January February March April May June July August September October November December',
    ],
    ['M D', 'M D', 'M D, Y', 'D M Y'],
  ),
  de: words(
    ['So Mo Di Mi Do Fr Sa', 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'],
    [
      'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.',
      'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    ],
    ['D. M', 'D. M', 'D. M Y', 'd.m.y'],
  ),
  es: words(
    ['dom lun mar mié jue vie sáb', 'domingo lunes martes miércoles jueves viernes sábado'],
    [
      'ene feb mar abr may jun jul ago sept oct nov dic',
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    ],
    ['D M', 'D de M', 'D de M de Y', 'd/m/y'],
  ),
  fr: words(
    ['dim. lun. mar. mer. jeu. ven. sam.', 'dimanche lundi mardi mercredi jeudi vendredi samedi'],
    [
      'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
      'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    ],
    ['D M', 'D M', 'D M Y', 'd/m/y'],
  ),
  nl: words(
    ['zo ma di wo do vr za', 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag'],
    [
      'jan feb mrt apr mei jun jul aug sep okt nov dec',
      'januari februari maart april mei juni juli augustus september oktober november december',
    ],
    ['D M', 'D M', 'D M Y', 'd-m-y'],
  ),
  pl: words(
    ['niedz. pon. wt. śr. czw. pt. sob.', 'niedziela poniedziałek wtorek środa czwartek piątek sobota'],
    [
      'sty lut mar kwi maj cze lip sie wrz paź lis gru',
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    ],
    ['D M', 'D M', 'D M Y', 'd.m.y'],
  ),
}
