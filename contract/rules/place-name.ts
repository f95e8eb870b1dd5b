/** What a region or city of the regions list is called in a language: its own name where the language has none for it. */
import type { Locale } from '../locales.ts'

type Named = { name: string; names?: { [Key in Locale]?: string | undefined } | undefined }

export const placeName = ({ name, names }: Named, locale: Locale): string => names?.[locale] ?? name
