/** Reads the app's sources. Links must be built with `href()`, which checks the route; a literal path is checked by nothing. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const app = fileURLToPath(new URL('..', import.meta.url))

/** `href="/x"`, `to={'/x'}`, `navigate(`/x`)`, `location.assign('/x')` and the like. */
const LITERAL = /(?:\b(?:href|to)=\{?|\b(?:href|to): |\b(?:navigate|assign|replace|pushState|open)\()["'`]\/(?!\/)/

const linesOf = (name: string): string[] =>
  readFileSync(join(app, name), 'utf8')
    .split('\n')
    .flatMap((line, at) => (LITERAL.test(line) ? [`${name}:${at + 1} ${line.trim()}`] : []))

test('[SHELL-2] every link is built from the name of a route', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    // The desk is an app of its own, with a table of its own (`desk/screens.ts`).
    (name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\/|^desk\//.test(name),
  )
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.flatMap(linesOf)).toEqual([])
})

test('[SHELL-2] the pattern finds literal paths', () => {
  for (const line of ['<a href="/members">', "<Redirect to={'/'} />", 'navigate(`/chats/${id}`)', "href: '/login'"])
    expect(line).toMatch(LITERAL)
  expect("<Link href={href('members')}>").not.toMatch(LITERAL)
})
