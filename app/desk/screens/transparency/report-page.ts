/** The report as a page of its own, for publication: the headings, tables and figures on screen, without the desk. */
const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-inline-size:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;inline-size:100%;margin-block:.5rem 1.5rem}th,td{text-align:start;padding:.4rem .6rem;border-block-end:1px solid #8886}
dl{display:flex;flex-wrap:wrap;gap:1rem 2rem}dd{margin:0}dt{font-weight:600}`

/** @returns a complete HTML document. It is a copy of the DOM of `report`, so its texts are escaped already */
export const reportPage = (report: HTMLElement, title: string, language: string): string => {
  const page = document.implementation.createHTMLDocument()
  page.title = title
  page.documentElement.lang = language
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.prepend(charset)
  page.head.append(style)
  const copy = page.importNode(report, true)
  for (const part of copy.querySelectorAll('*'))
    for (const name of part.getAttributeNames()) if (name !== 'scope') part.removeAttribute(name)
  page.body.append(...copy.childNodes)
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`
}
