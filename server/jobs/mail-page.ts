/** The one shape of our mails: greeting, what happened, a button, small print; the same words as text and as HTML. */
export type MailParts = {
  hello: string
  paragraphs: string[]
  button: { text: string; url: string }
  /** In front of the link, for whom the button does not work. */
  linkHint: string
  note?: string
}

export const mailText = ({ hello, paragraphs, button, note }: MailParts): string =>
  [hello, ...paragraphs, `${button.text}:\n${button.url}`, ...(note === undefined ? [] : [note])].join('\n\n')

/** Inline styles, since mail programs know nothing else. */
export const mailHtml = (lang: string, { hello, paragraphs, button, linkHint, note }: MailParts): string => {
  const small = 'font-size:14px;color:#6b5f63'
  const link = `<a href="${escape(button.url)}" style="color:inherit;word-break:break-all">${escape(button.url)}</a>`
  return [
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><body style="margin:0;background:#fbf7f4">`,
    '<div style="max-width:520px;margin:0 auto;padding:32px 24px;font:16px/1.5 system-ui,sans-serif;color:#2a2024">',
    ...[hello, ...paragraphs].map((text) => `<p>${escape(text)}</p>`),
    `<p style="margin:28px 0"><a href="${escape(button.url)}" style="display:inline-block;padding:12px 24px;`,
    `border-radius:999px;background:#c8402f;color:#fff;text-decoration:none;font-weight:600">${escape(button.text)}</a></p>`,
    `<p style="${small}">${escape(linkHint)}<br>${link}</p>`,
    note === undefined ? '' : `<p style="${small}">${escape(note)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
