/** The one layout of our mails: greeting, text, a button, small print; the same words as plain text and as HTML. */
import { escaped } from '../http/heads.ts'

/** Words, or a link on a line of its own. */
export type Paragraph = string | { text: string; url: string }

export type MailParts = {
  /** The site's name, shown at the head and, with the subject, as the title. */
  site: string
  subject: string
  hello: string
  paragraphs: Paragraph[]
  button?: { text: string; url: string }
  /** Introduces the plain link, for readers whose mail program does not show the button. */
  linkHint: string
  note?: string
  /** The reason for this mail. */
  footer: string
  /** Links to unsubscribe or to change the preferences. */
  links?: { text: string; url: string }[]
}

export const mailText = (lang: string, { hello, paragraphs, button, note, footer, links = [] }: MailParts): string => {
  // French has a space before it.
  const colon = lang === 'fr' ? '\u00A0:' : ':'
  return [
    hello,
    ...paragraphs.map((one) => (typeof one === 'string' ? one : `${one.text}\n${one.url}`)),
    ...(button ? [`${button.text}${colon}\n${button.url}`] : []),
    ...(note === undefined ? [] : [note]),
    // A signature, which mail programs set apart (RFC 3676 §4.3).
    ['-- ', footer, ...links.map(({ text, url }) => `${text}${colon} ${url}`)].join('\n'),
  ].join('\n\n')
}

/** Inline styles, since mail programs support little else; those that support a style sheet get dark colours too. */
export const mailHtml = (lang: string, parts: MailParts): string => {
  const { site, subject, hello, paragraphs, button, linkHint, note, footer, links = [] } = parts
  const paragraphTexts = paragraphs.map((one) => (typeof one === 'string' ? linesOf(one) : linkTo(one.url, one.text)))
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><style>${DARK}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:${PAPER}">`,
    `<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:32px 16px;${BREAKS}">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">',
    `<tr><td style="padding:0 8px 20px">${headOf(site)}</td></tr>`,
    `<tr><td class="card" style="background:${SURFACE};border:1px solid ${HAIRLINE};border-radius:16px;padding:28px 24px;font:16px/1.55 ${TEXT};color:${INK}">`,
    `<p class="ink" style="margin:0 0 16px;font:600 22px/1.3 ${DISPLAY};color:${INK}">${escaped(hello)}</p>`,
    ...paragraphTexts.map((text) => `<p class="ink" style="margin:0 0 16px;color:${INK}">${text}</p>`),
    button ? buttonOf(button, linkHint) : '',
    note === undefined ? '' : `<p class="muted" style="margin:20px 0 0;${SMALL}">${escaped(note)}</p>`,
    '</td></tr>',
    `<tr><td class="muted" style="padding:20px 8px 0;${SMALL}">${escaped(footer)}`,
    ...links.map(({ text, url }) => `<br>${linkTo(url, text)}`),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

// The design tokens, repeated because a mail program cannot read them from our style sheet.
const PAPER = '#FFF8F3'
const SURFACE = '#FFFFFF'
const HAIRLINE = '#ECDDD5'
const INK = '#1E1320'
const MUTED = '#65546A'
const CORAL = '#D1344A'
const APRICOT = '#F6A15B'
const TEXT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const DISPLAY = "Petrona,'Iowan Old Style',Georgia,serif"
const SMALL = `font:14px/1.5 ${TEXT};color:${MUTED}`

const DARK =
  ':root{color-scheme:light dark}@media(prefers-color-scheme:dark){' +
  '.paper{background:#1A101C!important}.card{background:#271B2B!important;border-color:#3D2D42!important}' +
  '.ink{color:#FBF1EC!important}.muted,.muted a{color:#C0AEC1!important}}'

/** A long name or address must not make the mail wider than the phone. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

const seat = (colour: string, radius: string): string =>
  `<td style="width:11px;height:18px;background:${colour};border-radius:${radius};font-size:0;line-height:0">&nbsp;</td>`

/** The logo, two seats that face each other, drawn with table cells that every mail program can show. */
const headOf = (site: string): string => {
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0"><tr>',
    `${seat(CORAL, '6px 6px 1px 6px')}<td style="width:4px;font-size:0">&nbsp;</td>${seat(APRICOT, '6px 6px 6px 1px')}`,
    `<td class="ink" style="padding-left:10px;font:700 20px/1 ${DISPLAY};color:${INK}">${escaped(site)}</td>`,
    '</tr></table>',
  ].join('')
}

const buttonOf = ({ text, url }: { text: string; url: string }, linkHint: string): string =>
  [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>',
    `<td style="background:${CORAL};border-radius:999px">`,
    `<a href="${escaped(url)}" style="display:inline-block;padding:13px 26px;font:600 16px/1.2 ${TEXT};color:#FFFFFF;text-decoration:none">${escaped(text)}</a>`,
    '</td></tr></table>',
    `<p class="muted" style="margin:0;${SMALL}">${escaped(linkHint)}<br>${linkTo(url, url)}</p>`,
  ].join('')

/** The desk writes lists and addresses in lines. */
const linesOf = (text: string): string => escaped(text).replaceAll(/\r?\n/g, '<br>')

const linkTo = (url: string, text: string): string =>
  `<a href="${escaped(url)}" style="color:inherit;word-break:break-all">${escaped(text)}</a>`
