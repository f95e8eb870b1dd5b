/** The words of `first-message.ts`, in plain lower-case letters: en, it, de, es, fr, nl, pl. */

/** Words for digits, each with the number of digits that it stands for. */
export const SPOKEN_DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    'zero oh one two three four five six seven eight nine',
    'uno una due tre quattro cinque sei sette otto nove',
    'null eins zwei zwo drei vier funf fuenf sechs sieben acht neun',
    'cero dos tres cuatro cinco seis siete ocho nueve',
    'un deux trois quatre cinq sept huit neuf',
    'nul een twee drie vijf zes zeven negen',
    'jeden dwa trzy cztery piec szesc siedem osiem dziewiec',
  ].flatMap((words) => words.split(' ').map((word) => [word, 1] as const)),
  ...[
    'ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty sixty seventy eighty ninety',
    'dieci undici dodici tredici quattordici quindici venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    'zehn elf zwolf dreizehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    'diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    'dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante',
    'tien twaalf dertien veertien vijftien twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    'dziesiec jedenascie dwanascie dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat',
  ].flatMap((words) => words.split(' ').map((word) => [word, 2] as const)),
])

const words = (...lists: string[]): RegExp[] =>
  lists.map((list) => new RegExp(String.raw`(?<![\p{L}\p{N}])(${list})(?![\p{L}\p{N}])`, 'u'))
const stems = (...lists: string[]): RegExp[] =>
  lists.map((list) => new RegExp(String.raw`(?<![\p{L}\p{N}])(${list})`, 'u'))

export const WORDS = {
  /** Words between spoken digits. */
  between: new Set(
    'and then double e poi doppio und dann doppelt y luego doble et puis double en dan dubbel i potem'.split(' '),
  ),

  /** Names of messengers that mean nothing else, as people write them. */
  messengers:
    /(?<![\p{L}\p{N}])([vw]+h?a+t+h?s+\s?a+p+\p{L}{0,2}|wats\s?up|wass?app|guas+ap|wasap|latsap\w?|tele\s?gra?m(ie|a|u)?|telega|viber\p{L}{0,2}|we\s?chat|kik|snap\s?chat\p{L}{0,2}|snap(?=\s*:)|threema|zangi|hangouts?|google chat)(?![\p{L}\p{N}])/u,
  /** Names that have another meaning, or are also a place of work. */
  weakMessengers:
    /(?<![\p{L}\p{N}])(insta(gram)?\p{L}{0,2}|ig|face\s?book\p{L}{0,2}|fb|messenger|discord\p{L}{0,2}|skype|tik\s?tok|snap|line id|(?<=(on|su|via|auf|bei|uber|por|sur|op|na|przez|preferisco|prefer|wole|prefiero|prefere|liever|lieber|my) )signal)(?![\p{L}\p{N}])/u,

  invitations: words(
    'write|text|add|message|msg|contact|reach|find me|me on|my|do you have|have you got|are you on|you on|talk on|chat on|continue|lets|let s|here is',
    'scrivimi|scriviamo\\w*|contattami|aggiungimi|mi trovi|trovami|hai|il mio|preferisco|sentiamo|seguimi|parliamo|cercami',
    'schreib\\w*|add mich|meld\\w*|hast du|mein\\w*|ich bin (bei|auf)|fug\\w*|findest|lieber|lass uns|such mich',
    'escrib\\w*|agrega\\w*|anade\\w*|buscame|tienes|mi|hablamos|mejor por|sigueme|encuentrame',
    'ecri\\w*|ajoute\\w*|cherche\\w*|tu as|mon|plutot sur|parlons|suis moi|trouve moi|contacte\\w*',
    'app me|voeg\\w*|zoek\\w*|heb je|mijn|liever|volg\\w*|praten|stuur\\w*|vind me',
    'napisz\\w*|pisz|dodaj\\w*|znajdz\\w*|masz|moj|wole|pogadajmy|obserwuj|szukaj',
  ),
  negations: [
    ...words(
      "no|not|don't|dont|never|without|used to|too early|later|don t",
      'non|niente|senza|presto|nemmeno|una volta',
      'nicht|kein\\w*|spater|fruher|ohne|erst mal',
      'ya no|no|mas adelante|antes|sin',
      'pas|sans|plus tard|avant|jamais',
      'geen|niet|later|vroeger|nog even',
      'nie|kiedys|pozniej|bez|wczesnie',
    ),
    ...stems('delet', 'cancell', 'geloscht', 'borr', 'supprim', 'verwijder', 'usun'),
  ],
  /** Money and adult offers: with a contact they are a lure. */
  lures: stems(
    'crypto|kripto|krypto|bitcoin|btc|invest|profit|a day with|per day|a day|earn \\d|make \\d+ ?(a|per)',
    'cripto|guadagn|soldi|al giorno',
    'verdien|am tag|gewinn',
    'gano|dinero|al dia|ganar',
    'gagne|argent|par jour',
    'verdien|per dag|snel geld',
    'zarabi|dziennie|kas[ay](?![\\p{L}])',
    'private (pics|photos)|my (cam|live cam)|sexy|sex|nude|hot pics|webcam|free registration|registrazione gratis|kostenlos|gift ?card|western union',
  ),
} as const
