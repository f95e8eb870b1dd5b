/** The name of a region or city in a language, or its local name if the language has none. */
import type { Locale } from '../locales.ts'

type Named = { name: string; names?: { [Key in Locale]?: string | undefined } | undefined }

export const placeName = ({ name, names }: Named, locale: Locale): string => names?.[locale] ?? name
