/** A page that works without scripts: a heading and a form in the product's design, outside the app. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Env } from '../env.ts'
import { escaped } from './heads.ts'
import { fileHeaders, hashesOf } from './security-headers.ts'
import { isHttps } from './session-cookie.ts'

/** @param title and body are already escaped HTML; @param style rules of this page alone */
export const plainPage = (locale: string, site: string, title: string, body: string[], style = ''): string =>
  [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title} · ${escaped(site)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="/mark.svg"><style>${STYLE}${style}</style></head>`,
    `<body><header><img src="/mark.svg" alt="" width="32" height="32"><span>${escaped(site)}</span></header>`,
    `<main><h1>${title}</h1>`,
    ...body,
    '</main></body></html>',
  ].join('\n')

/** A form with radio buttons and one button. @param choices each value with its text, which is escaped HTML like `legend` and `button` */
export const choiceForm = (
  name: string,
  choices: readonly (readonly [value: string, text: string])[],
  { legend, button }: { legend: string; button: string },
): string =>
  [
    `<form method="post"><fieldset><legend>${legend}</legend>`,
    ...choices.map(
      ([value, text]) =>
        `<label><input type="radio" name="${name}" value="${value}" required><span>${text}</span></label>`,
    ),
    `</fieldset><button>${button}</button></form>`,
  ].join('\n')

/** @param extraHeaders those of this page alone */
export const answerPlainPage = (
  c: Context,
  env: Pick<Env, 'PUBLIC_URL'>,
  html: string,
  status: ContentfulStatusCode = 200,
  extraHeaders: Record<string, string> = {},
): Response | Promise<Response> => c.html(html, status, { ...plainPageHeaders(html, isHttps(env)), ...extraHeaders })

/** Allows only its own style sheet, and pictures and forms of this site [SAFE-5]. */
export const plainPageHeaders = (html: string, isHttps: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${hashesOf(html, 'style').join(' ')}`,
    `img-src 'self'`,
    `font-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'referrer-policy': 'same-origin',
  ...fileHeaders(isHttps),
})

/** The design tokens, repeated: the page is independent, as a payment provider's would be, and loads no style sheet. */
const STYLE = `:root{color-scheme:light dark;--paper:#fff8f3;--surface:#fff;--ink:#1e1320;--muted:#65546a;--hairline:#ecddd5;--coral:#d1344a;--pressed:#b02a3e;--words:#be2a40;--plum:#5a2a82;--tint:#f2e9f8}
@media(prefers-color-scheme:dark){:root{--paper:#1a101c;--surface:#271b2b;--ink:#fbf1ec;--muted:#c0aec1;--hairline:#3d2d42;--words:#ff949c;--plum:#cdadee;--tint:#3a2750}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;padding:16px;max-inline-size:544px;margin-inline:auto}
header,h1,legend,b{font-family:Petrona,'Iowan Old Style',Georgia,serif}
header{display:flex;align-items:center;gap:8px;font-size:1.375rem;font-weight:650;padding-block:8px 24px}
main{display:grid;gap:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:16px;padding:24px 20px}
h1{font-size:1.75rem;line-height:1.2}
.order{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;align-items:baseline;border-block-end:1px solid var(--hairline);padding-block-end:16px}
.order b{font-size:1.375rem;font-variant-numeric:tabular-nums}
.status{font-weight:600}
form,fieldset{display:grid;gap:8px}
form{gap:20px}
fieldset{border:0;padding:0;min-inline-size:0}
legend{font-size:1.125rem;font-weight:650;padding:0 0 8px}
label{display:flex;gap:12px;align-items:center;min-block-size:48px;padding:10px 14px;border:1px solid var(--hairline);border-radius:12px;cursor:pointer}
label:has(:checked){border-color:var(--plum);background:var(--tint)}
input{inline-size:20px;block-size:20px;flex:none;accent-color:var(--plum)}
button{min-block-size:48px;border:0;border-radius:999px;background:var(--coral);color:#fff;font:inherit;font-weight:600;padding:12px 24px;cursor:pointer}
button:active{background:var(--pressed)}
a{color:var(--words);display:inline-flex;align-items:center;min-block-size:44px}
:focus-visible{outline:3px solid var(--plum);outline-offset:2px}
p{overflow-wrap:anywhere}`
