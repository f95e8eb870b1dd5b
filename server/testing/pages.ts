/** Reads a list that comes in pages, each with the cursor of the next one. */
type Page = { next?: string | null | undefined }

/** @returns all pages, the first one first */
export const pagesOf = async <Answer extends Page>(
  read: (query: { after?: string }) => Promise<{ body: Answer }>,
): Promise<Answer[]> => {
  const pages: Answer[] = []
  for (let query: { after?: string } | null = {}; query;) {
    const { body }: { body: Answer } = await read(query)
    pages.push(body)
    query = body.next == null ? null : { after: body.next }
    if (pages.length > 100) throw new Error('The pages do not end')
  }
  return pages
}
