/** The letter that stands in for a missing portrait. */
export const firstLetter = (name: string): string => {
  for (const { segment } of new Intl.Segmenter().segment(name.trim())) return segment.toUpperCase()
  return ''
}
