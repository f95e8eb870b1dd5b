/** Translations that correctly equal the Italian or English text: names and loanwords. */
const NAMES = `Visavis, Visa, Mastercard, Maestro, PayPal, iDEAL, Bancontact, Sofort, giropay, eps, BLIK, Przelewy24, Postepay,
  Carte Bancaire, Nexi, Apple Pay, Google Pay, paysafecard, IBAN, SMS, SEPA`

const WORDS = `Account, Album, Art, Arte, Astrologia, Barbecue, Bici, Bisexual, Blond, Bondage, Champagne, Chat, Chats, Chocolate,
  Computer, Con foto, Conversations, Cookies, Credits, Dispositivo, Distance, E-mail, Films, Filter, Filtro, Foto, Fotografia, Gang bang, Gay, Gratis, Invisible, Later, Like,
  Likes, Lingerie, Live, Massages, Masturbation, Matches, Matrimonio, Messages, Moda, Name, Navigation, No, no, Orientation, Password,
  Photo, Photos, Postcode, Premium, Principale, Privacy, Protection, Push, Region, Robusta, Rosa, Rose, Sex, Sex toys, Shopping, Single, Sport, Status,
  Sushi, Swipe, Tablet, Tattoos, Teatro, Teddy, Regalo, Regalo a {{name}}, Total, IVA {{percent}}, {{percent}} con {{code}}, vino, bici, arte, Un momento…, Un regalo, Una foto, Foto a {{name}}, Vino, una foto,
  {{count}} credit, {{count}} credits, {{count}} persona, {{name}}\\, foto {{number}}, {{name}}\\, photo {{number}},
  Motivo: {{reason}}, Regalo: {{gift}}`

export const ALIKE: ReadonlySet<string> = new Set(
  `${NAMES}, ${WORDS}`.split(/(?<!\\),/).map((text) => text.trim().replaceAll('\\', '')),
)
